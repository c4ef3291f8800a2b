import { expect, test } from 'vitest';
import { onBothDatabases } from '../../../test/harness/databases.ts';
import { fakeLoadContext, homePage, testContent } from '../../../test/harness/load-context.ts';
import { pageSite } from '../../../test/harness/page-site.ts';
import { renderActing } from '../../../test/harness/render-acting.tsx';
import { saveSettings } from '../../modules/settings/store.ts';
import { renderDocument } from '../../site/pages/render-document.ts';
import { configId } from '../../reader/islands/acting.ts';
import { block } from './block.ts';
import { load } from './loader.server.ts';
import { View } from './view.tsx';

onBothDatabases('an ad slot', (get) => {
  const show = async (settings: Record<string, unknown>, slot = 'header', page = homePage) => {
    await get().write((tx) => saveSettings(tx, settings));
    const parsed = block.settings.parse({ slot });
    const data = await load(parsed, fakeLoadContext(testContent(get()), page));
    const { html, acts } = renderActing(<>{data && <View settings={parsed} data={data} blockId="a" />}</>);
    // The HTML of a waiting ad is not in the page's body.
    return [
      html,
      ...acts.map(({ name, config }) => `${name} waits: ${(config as { html: string }).html}`),
    ].join('\n');
  };

  test('[ADS-01] [ADS-11] an empty slot renders nothing', async () => {
    expect(await show({})).toBe('');
    expect(await show({ ad_sidebar: '<b>Elsewhere</b>' })).toBe('');
    expect(await show({ ad_header: '<b>ad</b>', ad_header_size: '', ad_header_size_phone: '' })).toBe('');
    await show({ ad_sidebar: null, ad_header: null, ad_header_size: null, ad_header_size_phone: null });
  });

  test('[ADS-01] code waits in the page’s head for a slot with its sizes, and translations name the slot', async () => {
    const code = '<div id="net"></div><script>show()</script>';
    expect(
      await show({ ad_header: code, ad_header_size_phone: '', translation_advertisement: 'Anzeige' }),
    ).toBe(
      '<div class="ad ad-header ad-not-phone" style="--desktop-width:728px;--desktop-height:90px" data-behaviour="ad-slot" ' +
        `data-config="${configId({ html: code })}"><p class="ad-label">Anzeige</p><div class="ad-place"></div></div>\nad-slot waits: ${code}`,
    );
    await show({ ad_header: null, ad_header_size_phone: null, translation_advertisement: null });
  });

  test('a house ad is a labelled picture that replaces the code, and only one from another host waits for consent', async () => {
    const house = { ad_header_image: '/ad.webp', ad_header_link: '/join/', ad_header_alt: 'Join us' };
    const html = await show(house);
    expect(html).toContain(
      '<a href="/join/"><img src="/ad.webp" alt="Join us" width="728" height="90" loading="lazy" decoding="async"/></a>',
    );
    expect(html).not.toContain('data-behaviour');
    expect(await show({ ad_header_image_phone: '/small.webp' })).toContain(
      '<a href="/join/"><picture><source media="(max-width:767px)" srcSet="/small.webp"/><img src="/ad.webp"',
    );
    await show({ ad_header_image_phone: null });
    expect(await show({ ad_header_link: 'https://shop.example/', ad_header_alt: '' })).toContain(
      '<a href="https://shop.example/" target="_blank" rel="sponsored noopener"><img src="/ad.webp" alt="Advertisement"',
    );
    expect(await show({ ad_header: '<b>code</b>' })).toMatch(
      /<img src="\/ad.webp".*\nad-slot waits: <b>code<\/b>$/,
    );
    expect(await show({ ad_header: null, consent: true })).not.toContain('waits');
    expect(await show({ ad_header_image: 'https://pictures.example/ad.webp' })).toMatch(
      /<div class="ad-place"><\/div><\/div>\nad-slot waits: <a .*<img src="https:\/\/pictures.example\/ad.webp"/,
    );
    await show({ ad_header_image: null, ad_header_link: null, ad_header_alt: null, consent: null });
  });

  test('code that uses document.write runs in a frame that can’t touch the page', async () => {
    const html = await show({ ad_footer: '<script>document.write("x")</script>' }, 'footer');
    expect(html).toContain(
      '\nad-slot waits: <iframe class="ad-frame" src="/ad-frame/footer" title="Advertisement" sandbox="allow-scripts allow-forms allow-popups ' +
        'allow-popups-to-escape-sandbox"></iframe>',
    );
    expect(html).not.toContain('document.write');
    await show({ ad_footer: null });
  });

  test('below another article repeats only frames and house ads, since a network’s code uses ids', async () => {
    const below = (settings: Record<string, unknown>) =>
      show(settings, 'header', { ...homePage, follows: true });
    expect(await below({ ad_header: '<div id="net"></div>' })).toBe('');
    expect(await below({ ad_header_image: '/ad.webp' })).toMatch(
      /<div class="ad-place"><img src="\/ad.webp"[^<]*<\/div><\/div>$/,
    );
    expect(await below({ ad_header_image: 'https://pictures.example/ad.webp', consent: true })).toMatch(
      /waits: <img src="https:\/\/pictures.example/,
    );
    expect(await below({ ad_header_image: null, consent: null, ad_header_framed: true })).toContain(
      'waits: <iframe class="ad-frame" src="/ad-frame/header"',
    );
    await show({ ad_header: null, ad_header_framed: null });
  });

  test('[IMP-22] an ad appears on its kinds of pages only', async () => {
    const on = (kinds: readonly string[]) => show({ ad_header: '<b>ad</b>', ad_header_kinds: kinds });
    expect(await on(['single', 'search'])).toBe('');
    expect(await on(['single', 'home'])).toContain('ad-slot waits');
    await show({ ad_header: null, ad_header_kinds: null });
  });

  test('[IMP-22] a page expires when one of its ads begins or ends', async () => {
    const now = Date.parse('2027-01-01T00:00Z');
    const expiry = async (settings: Record<string, unknown>) => {
      await get().write((tx) =>
        saveSettings(tx, { timezone_string: 'UTC', ad_header: '<b>ad</b>', ...settings }),
      );
      const site = pageSite(get());
      const markup = '<!-- wp:broadsheet/ad {"slot":"header"} /-->';
      const render = await site.begin(homePage, now);
      const html = await renderDocument(site.documents.template(markup, 'test'), 'test', render);
      return [html?.includes('class="ad') ?? false, render.expiresAt];
    };
    expect(await expiry({})).toEqual([true, Infinity]);
    expect(await expiry({ ad_header_from: '2027-01-01T01:00' })).toEqual([false, now + 3_600_000]);
    expect(await expiry({ ad_header_from: null, ad_header_until: '2027-01-01T02:00' })).toEqual([
      true,
      now + 7_200_000,
    ]);
    expect(await expiry({ ad_header_until: '2027-01-01T00:00' })).toEqual([false, Infinity]);
    await show({ ad_header: null, ad_header_until: null, timezone_string: null });
  });

  test('refuses HTML that escapes its slot, invalid sizes, and links that run scripts', async () => {
    for (const [key, value] of [
      ['ad_header', '<script>show()'],
      ['ad_header', '</template><script>1</script>'],
      ['ad_header', '<!-- '],
      ['ad_header_size', '300'],
      ['ad_header_size', '0x0'],
      ['ad_header_size', '-1x90'],
      ['ad_header_size', '99999x90'],
      ['ad_header_size', '300x250;color:red'],
      ['ad_header_link', 'javascript:alert(1)'],
      ['ad_header_image', 'data:image/svg+xml,x'],
      ['ad_header_image', '//evil.example/x'],
      ['background_ad_link', 'javascript:alert(1)'],
      ['background_ad_target', '_top'],
      ['ad_script_url', 'data:text/javascript,1'],
      ['ad_hosts', ['*']],
      ['ad_hosts', ["'unsafe-inline'"]],
      ['ad_block_check_urls', ['ftp://x.example/']],
    ] as const)
      await expect(show({ [key]: value }), `${key} ${String(value)}`).rejects.toThrow(`"${key}"`);
  });
});
