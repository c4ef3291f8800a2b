import { beforeAll, expect, test } from 'vitest';
import { showMarkup } from '../../../test/harness/core-blocks.ts';
import { onBothDatabases } from '../../../test/harness/databases.ts';
import { pageSite } from '../../../test/harness/page-site.ts';
import type { PageSite } from '../../../test/harness/page-site.ts';
import { saveSettings } from '../../modules/settings/store.ts';

onBothDatabases('core/search', (get) => {
  let site: PageSite;
  beforeAll(() => {
    site = pageSite(get());
  });
  const show = async (attributes: object) =>
    (await showMarkup(site, `<!-- wp:search ${JSON.stringify(attributes)} /-->`)).replaceAll(
      /input-tdi_\w+/g,
      'input-1',
    );
  const opening = (html: string) => html.slice(0, html.indexOf('>') + 1);

  test('is the site’s search in WordPress’ markup', async () => {
    expect(await show({ label: 'Search', buttonText: 'Search' })).toBe(
      '<form role="search" ' +
        'class="wp-block-search wp-block-search__button-outside wp-block-search__text-button" action="/" method="get"><label for="wp-block-search__input-1" ' +
        'class="wp-block-search__label">Search</label>' +
        '<div class="wp-block-search__inside-wrapper"><input class="wp-block-search__input" id="wp-block-search__input-1" type="search" ' +
        'required="" placeholder="" ' +
        'maxLength="200" name="s" value=""/><button type="submit" class="wp-block-search__button wp-element-button">Search</button></div></form>',
    );
    const page = {
      kind: 'search',
      path: '/?s=moon',
      pageNumber: 1,
      title: 'x',
      search: 'moon "bells"',
    } as const;
    expect(await showMarkup(site, '<!-- wp:search /-->', page)).toContain('value="moon &quot;bells&quot;"');
  });

  test('supports every button position, with and without an icon', async () => {
    expect(opening(await show({ buttonPosition: 'button-inside', buttonUseIcon: true }))).toContain(
      'class="wp-block-search wp-block-search__button-inside wp-block-search__icon-button"',
    );
    expect(await show({ buttonUseIcon: true, buttonText: 'Find <b>it</b>' })).toMatch(
      /<button type="submit" aria-label="Find it" class="wp-block-search__button has-icon wp-element-button"><svg class="search-icon"/,
    );
    const none = await show({ buttonPosition: 'no-button' });
    expect(opening(none)).toContain('class="wp-block-search wp-block-search__no-button"');
    expect(none).not.toContain('<button');
    const only = await show({ buttonPosition: 'button-only' });
    expect(opening(only)).toMatch(
      /class="wp-block-search wp-block-search__button-only wp-block-search__searchfield-hidden wp-block-search__text-button" data-late="search-expand" data-config="\w+"/,
    );
    expect(only).toContain('<button type="submit"');
  });

  test('applies the chosen label, placeholder, width, element, parameters and styles', async () => {
    const html = await show({
      label: 'Find <em>all</em><script>',
      showLabel: false,
      placeholder: '"Words"',
      width: 75,
      widthUnit: '%',
      query: { post_type: 'product', s: 'x', 'a b': 1, n: { deep: 1 } },
      tagName: 'search',
      align: 'center',
      backgroundColor: 'pale',
      style: { border: { radius: '10px', width: '2px' } },
      fontSize: 'large',
      buttonPosition: 'button-inside',
    });
    expect(html).toMatch(
      /^<search class="wp-block-search wp-block-search__button-inside wp-block-search__text-button aligncenter"><form action="\/" method="get">/,
    );
    expect(html).toContain(
      'class="wp-block-search__label screen-reader-text visually-hidden">Find <em>all</em></label>',
    );
    expect(html).toContain('style="width:75%;border-width:2px;border-radius:calc(10px + 4px)"');
    expect(html).toContain('placeholder="&quot;Words&quot;"');
    expect(html).toContain('<input type="hidden" name="post_type" value="product"/><button');
    expect(html).toContain(
      'class="wp-block-search__button has-pale-background-color has-background has-large-font-size wp-element-button"',
    );
  });

  test('renders hostile attributes harmlessly, and uses the site’s strings as defaults', async () => {
    await get().write((tx) => saveSettings(tx, { translation_search: 'Suche' }));
    expect(await show({})).toMatch(/>Suche<\/label>.*>Suche<\/button>/);
    const many = Object.fromEntries(Array.from({ length: 500 }, (_, n) => [`p${n}`, 'x']));
    expect((await show({ query: many })).match(/type="hidden"/g)).toHaveLength(20);
    const faults = [
      { label: { a: 1 } },
      { width: '1px;position:fixed', widthUnit: ';' },
      { query: 'x' },
      { query: { '"><script>': 1 } },
      { buttonPosition: '"><script>' },
      { tagName: 'script' },
      { buttonText: '<img src=x onerror=alert(1)>' },
      { placeholder: 7 },
      { style: { border: { radius: 'url(//evil.test)' } } },
    ];
    for (const fault of faults) expect(await show(fault)).not.toMatch(/<script|onerror|position:fixed|evil/);
    await get().write((tx) => saveSettings(tx, { translation_search: '' }));
  });
});
