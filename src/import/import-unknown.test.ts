import { readFileSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { inPieces, itemXml, menuItem, termXml, wxr } from '../../test/fixtures/wxr.ts';
import { onBothDatabases } from '../../test/harness/databases.ts';
import { unknownParts } from '../blocks/document/unknown-parts.ts';
import { findBlock } from '../blocks/registry.server.ts';
import { updatePost } from '../modules/posts/writer.ts';
import { importWxr } from './import-wxr.ts';
import { isKnownMetaKey } from './meta-keys.ts';
import { describeReport } from './report.ts';

const lookForUnknown = (content: string) => unknownParts(content, (name) => findBlock(name) !== undefined);
const url = 'https://unknown.example';

onBothDatabases('unknown content of an export', (get) => {
  const text = wxr(
    [
      {
        id: 1,
        slug: 'draft',
        status: 'draft',
        content: '<!-- wp:acme/map /--><!-- wp:acme/map /-->',
        meta: { _acme_price: '1', _edit_lock: '1:1' },
      },
      { id: 2, slug: 'mother', type: 'page' },
      {
        id: 3,
        slug: 'child',
        type: 'page',
        parent: 2,
        content:
          '<!-- wp:acme/map /-->[acme_form id="1"]<!-- wp:paragraph --><p>x [acme_form] [year]</p>' +
          '<!-- /wp:paragraph --><!-- wp:template-part {"slug":"here"} /--><!-- wp:template-part {"slug":"away"} /-->' +
          '<!-- wp:template-part {"slug":"here","theme":"acme"} /--><!-- wp:template-part {"slug":"here","theme":"other"} /-->',
        meta: {
          _acme_price: '2',
          _thumbnail_id: '9',
          _yoast_wpseo_title: 'T',
          _yoast_wpseo_linkdex: '40',
          subtitle: 'S',
        },
      },
      { id: 4, type: 'oembed_cache', content: '<!-- wp:left/out /-->', meta: { left_out: '1' } },
      {
        id: 5,
        slug: 'another',
        content: '[acme_form][acme_form]',
        meta: { _oembed_0123456789abcdef0123456789abcdef: '{{unknown}}' },
        comments: [
          { id: 51, meta: { rating: '5', akismet_result: 'false' } },
          { id: 52, meta: { rating: '1' } },
        ],
      },
      { id: 10, type: 'wp_template_part', slug: 'here', title: 'Here', terms: ['wp_theme/acme'] },
      { id: 6, type: 'wp_navigation', title: 'Ways', meta: { _way: '1' } },
      { id: 7, type: 'wp_block', title: 'Offer', meta: { _offered: '1' } },
      { id: 8, status: 'trash', title: 'Gone', meta: { _thrown: '1' } },
      {
        id: 9,
        type: 'guest-author',
        slug: 'cap-gina',
        title: 'Gina',
        comments: [{ id: 53, meta: { lost: '1' } }],
        meta: {
          'cap-display_name': 'Gina Guest',
          'cap-website': 'https://g.test',
          'cap-aim': 'gina',
          'cap-x': '@gina',
          _thumbnail_id: '3',
          _edit_lock: '1:1',
        },
      },
      ...[
        ['First', 91],
        ['Second', 92],
      ].map(([title, id]) => {
        const item = menuItem(Number(id), 'main=Main', { url: '/a', title: String(title) });
        return { ...item, meta: { ...item.meta, _publicize_pending: '1' } };
      }),
    ],
    {
      url,
      parts: [
        termXml({
          id: 3,
          taxonomy: 'category',
          slug: 'science',
          name: 'Science',
          meta: { order_by: 'x', accent: '3' },
        }),
        termXml({
          id: 4,
          taxonomy: 'author',
          slug: 'bea',
          name: 'Bea &amp; Co.',
          meta: { user_id: '', user_url: '', facebook: '', rate: '5' },
        }),
        termXml({ id: 5, taxonomy: 'nav_menu', slug: 'main', name: 'Main', meta: { _folded: '1' } }),
      ],
    },
  );
  const expected = {
    blocks: [{ name: 'acme/map', uses: 3, posts: 2, example: '/mother/child/' }],
    parts: ['away', 'other//here'].map((part) => ({
      name: `core/template-part ${part}`,
      uses: 1,
      posts: 1,
      example: '/mother/child/',
    })),
    shortcodes: [{ name: 'acme_form', uses: 4, posts: 2, example: '/mother/child/' }],
    bracketed: [{ name: 'year', uses: 1, posts: 1, example: '/mother/child/' }],
    metaKeys: [
      { name: '_acme_price', uses: 2, posts: 2, example: '/mother/child/' },
      { name: '_offered', uses: 1, posts: 1, example: 'Pattern 7 "Offer"' },
      { name: '_thrown', uses: 1, posts: 1, example: 'Post 8 "Gone"' },
      { name: '_thumbnail_id', uses: 1, posts: 1, example: 'guest author "Gina Guest"' },
      { name: '_way', uses: 1, posts: 1, example: 'Navigation menu 6 "Ways"' },
      { name: '_yoast_wpseo_linkdex', uses: 1, posts: 1, example: '/mother/child/' },
      { name: 'cap-aim', uses: 1, posts: 1, example: 'guest author "Gina Guest"' },
    ],
    menuMetaKeys: [{ name: '_publicize_pending', uses: 2, posts: 2, example: 'menu "Main", item "First"' }],
    commentMetaKeys: [{ name: 'rating', uses: 2, posts: 2, example: '/another/#comment-51' }],
    termMetaKeys: [
      { name: '_folded', uses: 1, posts: 1, example: 'menu "Main"' },
      { name: 'order_by', uses: 1, posts: 1, example: '/category/science/' },
      { name: 'rate', uses: 1, posts: 1, example: 'author "Bea & Co."' },
    ],
    beyond: 0,
  };

  test('is listed in the report, with counts and an example post, however frequent', async () => {
    const report = await importWxr(get(), inPieces(text), { lookForUnknown });
    expect(report.unknown).toEqual(expected);
    expect(report.dropped.filter(({ kind }) => kind === 'comment')).toEqual([
      { kind: 'comment', id: '53', title: 'on Gina', message: 'its post was not imported' },
    ]);
    expect(describeReport(report)).toEqual(
      expect.arrayContaining([
        'Unknown blocks that show nothing (1):',
        '  acme/map: 3 in 2 posts, such as /mother/child/',
        '  _yoast_wpseo_linkdex: 1 in 1 post, such as /mother/child/',
        'Menu item meta that was not imported (1):',
        '  _publicize_pending: 2 in 2 items, such as menu "Main", item "First"',
        '  rating: 2 in 2 comments, such as /another/#comment-51',
      ]),
    );
    expect((await importWxr(get(), inPieces(text), { lookForUnknown })).unknown).toEqual(expected);
    await get().write((tx) => updatePost(tx, 3, { title: 'Edited here' }));
    expect((await importWxr(get(), inPieces(text), { lookForUnknown })).unknown).toEqual(expected);
  });

  test('is counted where nothing public holds it, too, and has an address', async () => {
    const report = await importWxr(
      get(),
      inPieces(wxr([{ id: 11, status: 'private', meta: { only_here: 'x' } }], { url: 'https://u2.example' })),
    );
    expect(report.unknown.metaKeys).toEqual([{ name: 'only_here', uses: 1, posts: 1, example: '/?p=11' }]);
  });

  test('uses bounded memory and few lines, however many names there are', async () => {
    const names = Array.from({ length: 6000 }, (_, index) => `key_${index}`);
    const hostile = '__proto__ constructor toString'
      .split(' ')
      .concat('n'.repeat(100_000), '\u202etxet', '<script>alert(1)</script>');
    const meta = Object.fromEntries([
      ...hostile.map((name) => [name.replaceAll('<', '&lt;'), '1'] as const),
      ...names.map((name) => [name, '1'] as const),
    ]);
    const report = await importWxr(
      get(),
      inPieces(wxr([itemXml({ id: 21, meta })], { url: 'https://u3.example' })),
      { lookForUnknown },
    );
    expect(report.unknown.metaKeys).toHaveLength(5000);
    expect(report.unknown.beyond).toBe(names.length + hostile.length - 5000);
    expect(report.unknown.metaKeys.every(({ name }) => name.length <= 100)).toBe(true);
    expect(report.unknown.metaKeys.map(({ name }) => name)).toContain('constructor');
    expect(describeReport(report).filter((line) => line.includes('in 1 post, such as'))).toHaveLength(10);
    expect(JSON.parse(JSON.stringify(report))).toEqual(report);
  });

  test('meta shown by blocks of any text counts as known, in either order, except for internal keys', async () => {
    const bound = (...keys: string[]) =>
      keys
        .map((key) => {
          const bindings = { content: { source: 'core/post-meta', args: { key } } };
          return `<!-- wp:paragraph ${JSON.stringify({ metadata: { bindings } })} --><p>x</p><!-- /wp:paragraph -->`;
        })
        .join('');
    const report = await importWxr(
      get(),
      inPieces(
        wxr(
          [
            { id: 11, slug: 'first', meta: { mood: 'Calm', _mood: 'Hidden', stray: 'x', later: 'y' } },
            { id: 12, type: 'wp_block', content: bound('mood', '_mood') },
            { id: 13, slug: 'own', content: bound('later', 'nowhere', '__proto__'), meta: { later: 'z' } },
          ],
          { url: 'https://bound.example' },
        ),
      ),
      { lookForUnknown },
    );
    expect(report.unknown.metaKeys.map(({ name }) => name)).toEqual(['_mood', 'stray']);
  });
});

test('a key that code of the import reads is known', () => {
  const folder = fileURLToPath(new URL('.', import.meta.url));
  const files = readdirSync(folder).filter(
    (name) => name.endsWith('.ts') && !name.endsWith('.test.ts') && name !== 'meta-keys.ts',
  );
  const source = [...files, '../modules/posts/meta.ts']
    .map((name) => readFileSync(`${folder}${name}`, 'utf8'))
    .join('\n');
  const named = new Set(
    source.match(
      /(?<=')(?:_yoast_wpseo_|rank_math_|_wp_|_thumbnail|ppma_|td_post_(?=theme|video))[\w-]+(?=')/g,
    ),
  );
  expect(named.size).toBeGreaterThan(25);
  expect([...named].filter((key) => !isKnownMetaKey(key, 'post'))).toEqual([]);
});
