import { expect, test } from 'vitest';
import { slotState } from './ad-slots.ts';

test.each([
  [{}, 'empty'],
  [{ ad_header: '  ' }, 'empty'],
  [{ ad_header: 'x' }, 'running'],
  [{ ad_header_image: '/ad.webp' }, 'running'],
  [{ ad_header: 'x', ad_header_device: 'paused' }, 'paused'],
  [{ ad_header: 'x', ad_header_size: '', ad_header_size_phone: '' }, 'hidden'],
  [{ ad_header: 'x', ad_header_device: 'phone', ad_header_size_phone: '' }, 'hidden'],
  [{ ad_header: 'x', ad_header_from: '2027-01-02T00:00' }, 'scheduled'],
  [{ ad_header: 'x', ad_header_from: '2027-01-01T00:00' }, 'running'],
  [{ ad_header: 'x', ad_header_until: '2027-01-01T00:00' }, 'over'],
  [{ ad_header: 'x', ad_header_from: '2027-01-03T00:00', ad_header_until: '2027-01-02T00:00' }, 'over'],
] as const)('[IMP-22] a slot with %j is %s', (settings, state) => {
  const sizes = { ad_header_size: '728x90', ad_header_size_phone: '320x100' };
  const values = new Map<string, unknown>(Object.entries({ ...sizes, ...settings }));
  expect(slotState('header', (key) => values.get(key), Date.parse('2027-01-01T00:00Z'))).toBe(state);
});
