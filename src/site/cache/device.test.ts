import { expect, test } from 'vitest';
import { deviceOf } from './device.ts';

const agents = {
  phone: [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Mobile/15E148 Safari/604.1',
    'Mozilla/5.0 (Linux; Android 16; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36',
    'Mozilla/5.0 (Android 16; Mobile; rv:145.0) Gecko/145.0 Firefox/145.0',
    'Mozilla/5.0 (Mobile; Nokia_8110; rv:48.0) Gecko/48.0 Firefox/48.0 KAIOS/2.5',
    'Mozilla/5.0 (Mobile; rv:48.0) Gecko/48.0 Firefox/48.0',
  ],
  desktop: [
    'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0',
    'Mozilla/5.0 (iPad; CPU OS 19_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Mobile/15E148 Safari/604.1',
    'Mozilla/5.0 (Linux; Android 16; SM-X900) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36',
    'Firefox Mobile; x',
    'Mobile Android',
    '',
  ],
};

test.each(
  Object.entries(agents).flatMap(([device, texts]) => texts.map((agent) => [device, agent] as const)),
)('%s: %s', (device, agent) => {
  expect(deviceOf({ 'user-agent': agent })).toBe(device);
});

test('ignores everything after the first 1024 characters, and prefers the client hint', () => {
  expect(deviceOf({ 'user-agent': `${'Android '.repeat(2000)}Mobile` })).toBe('desktop');
  expect(deviceOf({ 'user-agent': `${'Android '.repeat(100)}Mobile` })).toBe('phone');
  expect(deviceOf({ 'user-agent': agents.phone[0], 'sec-ch-ua-mobile': '?0' })).toBe('desktop');
  expect(deviceOf({ 'user-agent': '', 'sec-ch-ua-mobile': '?1' })).toBe('phone');
});
