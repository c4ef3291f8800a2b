import { expect, test } from 'vitest';
import { defaultSettings, findDefinition } from '../settings/settings.ts';
import type { Settings } from '../settings/settings.ts';
import { adSchedule, codeOrigins, filledSlots, originOf, readAdSlot } from './ad-slots.ts';

test('a slot shows its ad on the screens for which it has a size', () => {
  expect(filledSlots(defaultSettings)).toEqual([]);
  const settings = {
    ...defaultSettings,
    ad_header: ' <b>ad</b>\r\n',
    ad_sidebar_image: '/ad.webp',
    ad_sidebar_link: '/join/',
    ad_sidebar_alt: 'Join',
    ad_sidebar_size_phone: '',
  };
  expect(readAdSlot(settings, 'header')).toEqual({
    code: '<b>ad</b>',
    isFramed: false,
    desktop: { width: 728, height: 90 },
    phone: { width: 320, height: 100 },
  });
  expect(readAdSlot(settings, 'sidebar')).toEqual({
    code: '',
    isFramed: false,
    house: { image: '/ad.webp', imagePhone: '', link: '/join/', alt: 'Join' },
    desktop: { width: 300, height: 250 },
  });
  expect(filledSlots(settings)).toHaveLength(2);
  expect(readAdSlot({ ...settings, ad_header_size: '', ad_header_size_phone: '' }, 'header')).toBeUndefined();
});

test('[IMP-22] a slot shows its ad on the chosen devices', () => {
  const settings = { ...defaultSettings, ad_header: 'ad' };
  const shown = (device: Settings['ad_header_device']) => {
    const found = readAdSlot({ ...settings, ad_header_device: device }, 'header');
    return [found?.desktop !== undefined, found?.phone !== undefined];
  };
  expect(shown('')).toEqual([true, true]);
  expect(shown('desktop')).toEqual([true, false]);
  expect(shown('phone')).toEqual([false, true]);
  expect(shown('paused')).toEqual([false, false]);
});

test('[IMP-22] an ad runs between its dates, in the site’s time zone', () => {
  const of = (from: string, until: string, now: string, zone = 'Europe/Berlin') =>
    adSchedule(
      { ...defaultSettings, ad_header_from: from, ad_header_until: until, timezone_string: zone },
      'header',
      Date.parse(now),
    );
  const at = (time: string) => Date.parse(time);
  expect(of('', '', '2027-01-01T00:00Z')).toEqual({ isRunning: true });
  expect(of('2027-01-01T12:00', '', '2027-01-01T10:59:59.999Z')).toEqual({
    isRunning: false,
    changesAt: at('2027-01-01T11:00Z'),
  });
  expect(of('2027-01-01T12:00', '2027-01-02T12:00', '2027-01-01T11:00Z')).toEqual({
    isRunning: true,
    changesAt: at('2027-01-02T11:00Z'),
  });
  expect(of('2027-01-01T12:00', '2027-01-02T12:00', '2027-01-02T11:00Z')).toEqual({ isRunning: false });
  expect(of('2027-01-02T12:00', '2027-01-01T12:00', '2027-01-01T00:00Z')).toEqual({ isRunning: false });
  // The clocks skip 02:30.
  expect(of('', '2027-03-28T02:30', '2027-03-28T00:59Z').changesAt).toBe(at('2027-03-28T01:30Z'));
  expect(of('', '2027-06-01T00:00', '2027-05-31T21:59Z').isRunning).toBe(true);
  expect(of('', '2027-06-01T00:00', '2027-05-31T22:00Z').isRunning).toBe(false);
});

test('[IMP-22] invalid dates are refused', () => {
  const accepts = (value: unknown) => findDefinition('ad_header_from')?.schema.safeParse(value).success;
  expect(['', '2027-01-31T18:00', '2028-02-29T23:59'].filter((value) => !accepts(value))).toEqual([]);
  expect(
    [
      '2027-02-29T10:00',
      '2027-01-01',
      '2027-01-01T24:00',
      '2027-01-01T10:00Z',
      'tomorrow',
      '2027-13-01T00:00',
      '<b>',
      5,
    ].filter(accepts),
  ).toEqual([]);
});

test('code that uses document.write runs in its own frame', () => {
  for (const [code, isFramed] of [
    ['<script>document.write("<p>")</script>', true],
    ['<script>document["write"]("")</script>', true],
    ['<script>document.querySelector("p")</script>', false],
    ['<p>Write to us</p>', false],
  ] as const) {
    expect([code, readAdSlot({ ...defaultSettings, ad_footer: code }, 'footer')?.isFramed]).toEqual([
      code,
      isFramed,
    ]);
  }
});

test('the allowed origins of ad code are those that it names', () => {
  const code = `<script src="https://net.example/a.js?x=1&amp;y=2"></script><iframe src=//frames.example:8443/x></iframe><script src="/own.js"></script>
    <script>// https is best
    const s = document.createElement('script'); s.src = '//cdn.example/t.js'; fetch("https:\\u002f\\u002fhidden.example");
    fetch(\`https://net.example/b\`)</script>`;
  expect(codeOrigins(code)).toEqual(['https://net.example', 'frames.example:8443', 'cdn.example']);
  expect(codeOrigins('<a href="https://">x</a> 50 // 2 https://:99')).toEqual([]);
  expect(originOf('javascript:alert(1)')).toEqual([]);
});
