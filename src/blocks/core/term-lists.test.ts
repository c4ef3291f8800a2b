import { beforeAll, expect, test } from 'vitest';
import { showMarkup } from '../../../test/harness/core-blocks.ts';
import { onBothDatabases } from '../../../test/harness/databases.ts';
import { makeMedia, makePost, makeTerm } from '../../../test/harness/factories.ts';
import { pageSite } from '../../../test/harness/page-site.ts';
import type { PageSite } from '../../../test/harness/page-site.ts';
import { hostileTitle } from '../../../test/harness/post-card.ts';
import { saveSettings } from '../../modules/settings/store.ts';
import { findTerms } from '../../modules/terms/reader.ts';
import { deleteTerm, updateTerm } from '../../modules/terms/writer.ts';
import type { PageInfo } from '../load-context.ts';

const block = (name: string, attributes: object = {}) => `<!-- wp:${name} ${JSON.stringify(attributes)} /-->`;

onBothDatabases('term blocks', (get) => {
  let site: PageSite;
  let arts: number;
  let music: number;
  let opera: number;
  let bare: number;
  beforeAll(async () => {
    site = pageSite(get());
    const show = (markup: string) => showMarkup(site, markup);
    expect(await show('<!-- wp:categories /-->')).toBe(
      '<ul class="wp-block-categories wp-block-categories-list wp-block-categories-taxonomy-category"><li class="cat-item-none">No categories</li></ul>',
    );
    for (const displayAsDropdown of [true, false])
      expect(await show(block('categories', { taxonomy: 'nonsense', displayAsDropdown }))).toBe('');
    expect(await show('<!-- wp:tag-cloud /-->')).toBe('');
    await get().write(async (tx) => {
      arts = await makeTerm(tx, { name: 'Arts & <i>Crafts</i>', slug: 'arts' });
      music = await makeTerm(tx, {
        name: 'Music',
        slug: 'music',
        parentId: arts,
        description: 'All *sounds*\n\n<script>alert(1)</script><b>loud</b>',
      });
      opera = await makeTerm(tx, { name: 'Ópera', slug: 'opera', parentId: music });
      bare = await makeTerm(tx, { name: 'Bare', slug: 'bare' });
      await makePost(tx, { termIds: [music] });
      await makePost(tx, { termIds: [opera] });
      await makePost(tx, { termIds: [opera], status: 'draft' });
      for (const [name, count] of [
        ['zebra', 1],
        ['Ape', 9],
        ['bee', 3],
      ] as const) {
        const id = await makeTerm(tx, { taxonomy: 'post_tag', name, slug: name.toLowerCase() });
        for (let n = 0; n < count; n++) await makePost(tx, { termIds: [id] });
      }
    });
  });
  const show = (markup: string, page?: PageInfo) => showMarkup(site, markup, page);
  const termPage = async (id: number): Promise<PageInfo> => {
    const term = (await findTerms(get().read, [id])).get(id);
    if (!term) throw new Error('no term');
    return { kind: 'category', path: '/category/x/', pageNumber: 1, title: term.name, term };
  };
  const item = (id: number, rest: string, more = '') =>
    `<li class="cat-item cat-item-${id}${more}">${rest}</li>`;

  test('categories: flat, with counts, with empty ones, nested, and the current one', async () => {
    const list = (inside: string) =>
      `<ul class="wp-block-categories wp-block-categories-list wp-block-categories-taxonomy-category">${inside}</ul>`;
    const url = '/category/arts/';
    expect(await show('<!-- wp:categories /-->')).toBe(
      list(
        item(music, `<a href="${url}music/">Music</a>`) +
          item(opera, `<a href="${url}music/opera/">Ópera</a>`),
      ),
    );
    expect(await show(block('categories', { showPostCounts: true, showEmpty: true }))).toBe(
      list(
        item(arts, `<a href="${url}">Arts &amp; Crafts</a> (0)`) +
          item(bare, '<a href="/category/bare/">Bare</a> (0)') +
          item(music, `<a href="${url}music/">Music</a> (1)`) +
          item(opera, `<a href="${url}music/opera/">Ópera</a> (1)`),
      ),
    );
    const nested = (current: readonly string[] = [], open = false) =>
      list(
        item(
          arts,
          `<a href="${url}">Arts &amp; Crafts</a> (2)<ul class="children">${item(
            music,
            `<a href="${url}music/">Music</a> (2)<ul class="children">${item(
              opera,
              `<a href="${url}music/opera/"${open ? ' aria-current="page"' : ''}>Ópera</a> (1)`,
              current[2],
            )}</ul>`,
            current[1],
          )}</ul>`,
          current[0],
        ),
      );
    const attributes = { showPostCounts: true, showHierarchy: true };
    expect(await show(block('categories', attributes))).toBe(nested());
    expect(await show(block('categories', attributes), await termPage(opera))).toBe(
      nested([' current-cat-ancestor', ' current-cat-parent current-cat-ancestor', ' current-cat'], true),
    );
    expect(await show(block('categories', { showOnlyTopLevel: true, showEmpty: true }))).not.toContain(
      'Music',
    );
  });

  test('categories as a dropdown: a form without scripts, with its redirect URL in the head', async () => {
    const html = await show(
      block('categories', {
        displayAsDropdown: true,
        label: 'Pick <b>one</b><script>',
        showPostCounts: true,
        showHierarchy: true,
      }),
      await termPage(opera),
    );
    expect(html).toMatch(
      /^<div class="wp-block-categories wp-block-categories-dropdown wp-block-categories-taxonomy-category"><form action="\/" method="get"><label class="wp-block-categories__label" for="(wp-block-categories-tdi_\w+)">Pick <b>one<\/b><\/label><select id="\1" name="category_name" class="postform" data-late="go-to-choice" data-config="\w+"><option value="">Select Category<\/option>/,
    );
    expect(html).toContain(
      '<option value="opera" class="level-2" selected="">\u00a0\u00a0\u00a0\u00a0\u00a0\u00a0Ópera\u00a0\u00a0(1)</option></select><noscript>',
    );
    expect(
      await show(block('categories', { displayAsDropdown: true, taxonomy: 'post_tag', showLabel: false })),
    ).toMatch(
      /<label class="wp-block-categories__label screen-reader-text visually-hidden"[^>]*>Tags<\/label><select [^>]*name="tag"[^]*<option value="ape"/,
    );
  });

  test('a tag cloud has the most used tags by name, sized by use', async () => {
    const html = await show('<!-- wp:tag-cloud /-->');
    const link = (name: string, place: number, size: string, items: string) =>
      expect.stringMatching(
        new RegExp(
          `^<a href="/tag/${name.toLowerCase()}/" class="tag-cloud-link tag-link-\\d+ tag-link-position-${place}" style="font-size:${size}" aria-label="${name} ` +
            `\\(${items}\\)">${name}</a>$`,
        ),
      );
    expect(html).toMatch(/^<p class="wp-block-tag-cloud">[^]*<\/p>$/);
    expect(html.slice(30, -4).split('\n')).toEqual([
      link('Ape', 1, '22pt', '9 items'),
      link('bee', 2, '14(?:\\.\\d+)?pt', '3 items'),
      link('zebra', 3, '8pt', '1 item'),
    ]);
    const counted = await show(
      block('tag-cloud', {
        showTagCounts: true,
        numberOfTags: 1,
        smallestFontSize: '1.5em',
        largestFontSize: '1.5em',
      }),
    );
    expect(counted).toMatch(
      /style="font-size:1.5em" aria-label="Ape \(9 items\)">Ape<span class="tag-link-count"> \(9\)<\/span><\/a><\/p>$/,
    );
    expect(
      await show(block('tag-cloud', { smallestFontSize: '1px;position:fixed', largestFontSize: {} })),
    ).not.toContain('fixed');
  });

  const query = (
    termQuery: object,
    inside = '<!-- wp:term-name {"isLink":true,"level":3} /--><!-- wp:term-count /--><!-- wp:term-description /-->',
  ) =>
    `<!-- wp:terms-query ${JSON.stringify({ termQuery })} --><div class="wp-block-terms-query"><!-- wp:term-template -->${inside}<!-- /wp:term-template -->` +
    '</div><!-- /wp:terms-query -->';

  test('a term query renders each term with the inner blocks', async () => {
    const html = await show(
      query({
        taxonomy: 'category',
        showNested: true,
        hideEmpty: true,
        perPage: 10,
        order: 'asc',
        orderBy: 'name',
      }),
    );
    expect(html).toBe(
      '<div class="wp-block-terms-query is-layout-flow wp-block-terms-query-is-layout-flow"><ul class="wp-block-term-template">' +
        `<li class="wp-block-term term-${music} category taxonomy-category"><h3 class="wp-block-term-name"><a href="/category/arts/music/">Music</a></h3>` +
        '<div class="wp-block-term-count">(1)</div><div class="wp-block-term-description"><p>All *sounds*</p>\n<p><b>loud</b></p></div></li>' +
        `<li class="wp-block-term term-${opera} category taxonomy-category"><h3 class="wp-block-term-name"><a href="/category/arts/music/opera/">Ópera</a></h3>` +
        '<div class="wp-block-term-count">(1)</div></li></ul></div>',
    );
    const names = async (termQuery: object, page?: PageInfo) =>
      [
        ...(await show(query(termQuery, '<!-- wp:term-name /-->'), page)).matchAll(/term-name">([^<]*)</g),
      ].map(([, name]) => name);
    expect(await names({ hideEmpty: false })).toEqual(['Arts &amp; Crafts', 'Bare']);
    expect(await names({ taxonomy: 'post_tag', orderBy: 'count', order: 'desc', perPage: 2 })).toEqual([
      'Ape',
      'bee',
    ]);
    expect(await names({ include: [opera, 999_999, music], hideEmpty: false })).toEqual(['Ópera', 'Music']);
    expect(await names({ inherit: true }, await termPage(arts))).toEqual(['Music']);
    expect(await names({ inherit: true, showNested: true, hideEmpty: false }, await termPage(arts))).toEqual([
      'Music',
      'Ópera',
    ]);
    expect(await names({ inherit: true }, await termPage(opera))).toEqual([]);
    for (const fault of [
      [],
      { perPage: {} },
      { taxonomy: `x' or 1=1` },
      { include: 'all' },
      { order: 5 },
      { taxonomy: 'nothing' },
    ]) {
      expect(await show(query(fault))).not.toContain('<script');
    }
    expect(await show('<!-- wp:term-template --><!-- wp:term-name /--><!-- /wp:term-template -->')).toBe('');
  });

  test('term blocks outside a query use the archive’s term, and render nothing without one', async () => {
    const page = await termPage(music);
    expect(await show('<!-- wp:term-description {"textAlign":"center"} /-->', page)).toBe(
      '<div class="wp-block-term-description has-text-align-center"><p>All *sounds*</p>\n<p><b>loud</b></p></div>',
    );
    expect(await show('<!-- wp:term-name /-->', page)).toBe('<p class="wp-block-term-name">Music</p>');
    expect(
      await Promise.all(
        ['none', 'square', 'curly', 'angle', 'x'].map((bracketType) =>
          show(block('term-count', { bracketType }), page),
        ),
      ),
    ).toEqual(
      ['1', '[1]', '{1}', '&lt;1&gt;', '(1)'].map(
        (count) => `<div class="wp-block-term-count">${count}</div>`,
      ),
    );
    for (const name of ['term-name', 'term-count', 'term-description'])
      expect(await show(block(name))).toBe('');
    const moved = await get().write(async (tx) => {
      await makeMedia(tx, {
        file: {
          sourceUrl: 'https://old.example/wp-content/uploads/a.jpg',
          file: 'a.jpg',
          width: 900,
          height: 600,
        },
      });
      await saveSettings(tx, { imported_from: ['https://old.example'] });
      return makeTerm(tx, {
        name: 'Moved',
        slug: 'moved',
        description:
          '<a href="https://old.example/one/">One</a> <a href="https://far.example/">Far</a> ' +
          '<a href="https://old.example/wp-content/uploads/a.jpg"><img src="https://old.example/wp-content/uploads/a-300x200.jpg" alt=""></a>',
      });
    });
    const described = await show('<!-- wp:term-description /-->', await termPage(moved));
    expect(described).toContain(
      `<a href="${site.content.siteUrl}/one/">One</a> <a href="https://far.example/">Far</a>`,
    );
    expect(described).not.toContain('old.example');
  });

  test('cached data follow renamed, assigned and deleted terms', async () => {
    const id = await get().write((tx) =>
      makeTerm(tx, { taxonomy: 'post_tag', name: hostileTitle, slug: 'new' }),
    );
    const cloud = () => show('<!-- wp:tag-cloud /-->');
    const before = await cloud();
    await get().write((tx) => makePost(tx, { termIds: [id] }));
    expect(await cloud()).toContain('/tag/new/');
    expect(await cloud()).not.toContain('<img');
    await get().write((tx) => updateTerm(tx, id, { name: 'Newer' }));
    expect(await cloud()).toContain('>Newer<');
    await get().write((tx) => deleteTerm(tx, id));
    expect(await cloud()).toBe(before);
  });
});
