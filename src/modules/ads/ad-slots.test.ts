import { expect, test } from 'vitest';
import { defaultSettings } from '../settings/settings.ts';
import { codeOrigins, filledSlots, originOf, readAdSlot } from './ad-slots.ts';

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
