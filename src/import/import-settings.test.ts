import { afterAll, beforeAll, expect, test } from 'vitest';
import { inPieces, menuItem, termXml, wxr } from '../../test/fixtures/wxr.ts';
import type { FixtureItem } from '../../test/fixtures/wxr.ts';
import { onBothDatabases } from '../../test/harness/databases.ts';
import { dumpTables } from '../../test/harness/dump-tables.ts';
import { makePost, makeTerm } from '../../test/harness/factories.ts';
import { rawRequest, serveSite } from '../../test/harness/served-site.ts';
import type { ServedSite } from '../../test/harness/served-site.ts';
import { findMenuLocations } from '../modules/menus/store.ts';
import { saveSettings, readSettings } from '../modules/settings/store.ts';
import { findTerms } from '../modules/terms/reader.ts';
import { deleteTerm } from '../modules/terms/writer.ts';
import { languageTagOf } from '../lib/language-tags.ts';
import { importWxr } from './import-wxr.ts';
import { describeReport } from './report.ts';

test.each(
  [
    ['de-DE', 'de-DE'],
    ['en_US', 'en-US'],
    ['de-DE-formal', 'de-DE'],
    ['pt-PT-ao90', 'pt-PT'],
    ['zh-hans-cn', 'zh-Hans-CN'],
    ['ckb', 'ckb'],
    ['es-419', 'es-419'],
    [' ar ', 'ar'],
    ['', undefined],
    ['English', undefined],
    ['C', undefined],
    ['und', undefined],
    ['"><script>', undefined],
    ['x'.repeat(1e6), undefined],
    ['de-'.repeat(1e5), 'de-DE'],
  ].map(([text, tag], place) => ({ text, tag, place })),
)('the language of an export, $place', ({ text = '', tag }) => expect(languageTagOf(text)).toBe(tag));

let site = 0;
const elsewhere = () => `https://settings-${++site}.example`;
const inLanguage = (text: string, language: string) =>
  text.replace('<language>en</language>', `<language>${language}</language>`);

const weeks = (id: number, offsetHours: (month: number) => number): FixtureItem[] =>
  Array.from({ length: 12 }, (_, month) => {
    const text = (ms: number) => new Date(ms).toISOString().slice(0, 19).replace('T', ' ');
    const utc = Date.UTC(2025, month, 20, 12);
    return {
      id: id + month,
      slug: `week-${id + month}`,
      dateGmt: text(utc),
      date: text(utc + offsetHours(month) * 3_600_000),
    };
  });
const picture = (id: number, context: string, more: Partial<FixtureItem> = {}): FixtureItem => ({
  id,
  type: 'attachment',
  status: 'inherit',
  slug: `picture-${id}`,
  date: '',
  attachmentUrl: `https://old.example/wp-content/uploads/${id}.png`,
  meta: { _wp_attachment_context: context },
  ...more,
});

onBothDatabases('the settings of an export', (get, place) => {
  let served: ServedSite;
  beforeAll(async () => (served = await serveSite(place())));
  afterAll(() => served.close());
  const settings = async () => (await readSettings(get().read)).settings;
  const url = elsewhere();
  const text = inLanguage(
    wxr(
      [
        ...weeks(101, (month) => (month > 2 && month < 9 ? 3 : 2)),
        picture(130, 'custom-logo', { dateGmt: '2020-01-01 00:00:00' }),
        picture(131, 'custom-logo'),
        picture(132, 'site-icon'),
        picture(133, 'site-icon', { status: 'trash', dateGmt: '2026-01-01 00:00:00' }),
        picture(134, 'header-image'),
        picture(135, 'constructor'),
      ],
      { url },
    ),
    'he-IL',
  );

  test('are read from direct and indirect sources, and listed', async () => {
    await get().write((tx) => saveSettings(tx, { blogdescription: 'Ours' }));
    const report = await importWxr(get(), inPieces(text));
    expect(report.settings).toEqual({
      blogname: 'Old site',
      site_language: 'he-IL',
      timezone_string: 'Asia/Jerusalem',
      site_logo: 131,
      site_icon: 132,
      trending_title: 'From the archive',
    });
    expect(describeReport(report)).toContain('  timezone_string: Asia/Jerusalem');
    expect(await settings()).toMatchObject({ ...report.settings, blogdescription: 'Ours' });
    await expect
      .poll(async () => String((await rawRequest(served.url, '/')).body))
      .toMatch(/^<!doctype html>\n<html lang="he-IL" dir="rtl"/);
    await expect
      .poll(async () => String((await rawRequest(served.url, '/week-107/')).body))
      .toContain('lang="he-IL" dir="rtl"');
  });

  test('the default category is chosen once and exists: the imported "uncategorized", a new one, or the one chosen here', async () => {
    const categoryOf = async (id: number) => (await findTerms(get().read, [id])).get(id);
    const { default_category: created } = await settings();
    expect(await categoryOf(created)).toMatchObject({ taxonomy: 'category', slug: 'uncategorized' });
    const chosen = await get().write(async (tx) => {
      const id = await makeTerm(tx, { name: 'News' });
      await saveSettings(tx, { default_category: id });
      return id;
    });
    const general = (from: string) =>
      wxr([{ id: 190, slug: 'general' }], {
        url: from,
        parts: [termXml({ id: 1, taxonomy: 'category', slug: 'uncategorized', name: 'Allgemein' })],
      });
    await importWxr(get(), inPieces(general(elsewhere())));
    expect((await settings()).default_category).toBe(chosen);
    await get().write(async (tx) => {
      await deleteTerm(tx, chosen);
      await deleteTerm(tx, created);
    });
    await importWxr(get(), inPieces(general(elsewhere())));
    const { default_category: imported } = await settings();
    expect(await categoryOf(imported)).toMatchObject({
      taxonomy: 'category',
      slug: 'uncategorized',
      name: 'Allgemein',
    });
  });

  test('posts without a category get the default category, in every status; other types, and posts with one, keep theirs', async () => {
    const from = elsewhere();
    const items: FixtureItem[] = [
      { id: 401, title: 'None' },
      { id: 402, title: 'Tagged', terms: ['post_tag/harbour'] },
      { id: 403, title: 'Drafted', status: 'draft' },
      { id: 404, title: 'Filed', terms: ['category/reports'] },
      { id: 405, title: 'Page', type: 'page' },
      { id: 406, title: 'Formatted', terms: ['post_format/post-format-video'] },
    ];
    await importWxr(get(), inPieces(wxr(items, { url: from })));
    const slug = (await findTerms(get().read, [(await settings()).default_category])).values().next()
      .value?.slug;
    const termsOf = async (title = '') => {
      const rows = await get()
        .read.selectFrom('term_relationship')
        .innerJoin('post', 'post.id', 'term_relationship.post_id')
        .innerJoin('term', 'term.id', 'term_relationship.term_id')
        .select('term.slug')
        .where('post.title', '=', title)
        .orderBy('term.slug')
        .execute();
      return rows.map((term) => term.slug);
    };
    expect(await Promise.all(items.map(async ({ title }) => [title, await termsOf(title)]))).toEqual([
      ['None', [slug]],
      ['Tagged', ['harbour', slug]],
      ['Drafted', [slug]],
      ['Filed', ['reports']],
      ['Page', []],
      ['Formatted', [slug]],
    ]);
    const before = await dumpTables(get());
    await importWxr(get(), inPieces(wxr(items, { url: from })));
    expect(await dumpTables(get())).toEqual(before);
  });

  test('[IMP-05] the page at the old home address becomes the front page, once, unless that was set here', async () => {
    const from = elsewhere();
    const pages = (front: number): FixtureItem[] =>
      [301, 302, 303].map((id) => ({
        id,
        type: 'page',
        slug: `front-${id}`,
        title: `Front ${id}`,
        link: id === front ? from.replace('https', 'http') : `${from}/front-${id}/`,
        status: id === 303 ? 'draft' : 'publish',
        content: '<!-- wp:latest-posts /-->',
      }));
    await get().write((tx) => makePost(tx, { slug: 'listed-on-the-front' }));
    const ownPage = await get().write<number>((tx) => makePost(tx, { type: 'page' }));
    await get().write((tx) => saveSettings(tx, { show_on_front: 'page', page_on_front: ownPage }));
    expect((await importWxr(get(), inPieces(wxr(pages(301), { url: from })))).settings).toEqual({});
    expect((await settings()).page_on_front).toBe(ownPage);
    const other = elsewhere();
    const moved = pages(302).map((page) => ({
      ...page,
      id: Number(page.id) + 10,
      slug: `${page.slug}-b`,
      link: (page.link ?? '').replace(from.slice(8), other.slice(8)),
    }));
    await get().write((tx) => saveSettings(tx, { show_on_front: null, page_on_front: null }));
    const draft = moved.map((page) => ({ ...page, link: `${other}/?page_id=${page.id}` }));
    expect((await importWxr(get(), inPieces(wxr(draft, { url: other })))).settings).toEqual({});
    expect(
      (
        await importWxr(
          get(),
          inPieces(wxr(moved, { url: `${other}/`, exported: 'Fri, 02 Jan 2026 00:00:00 GMT' })),
        )
      ).settings,
    ).toEqual({ show_on_front: 'page', page_on_front: 312 });
    await expect.poll(async () => (await rawRequest(served.url, '/')).body).toMatch(/<h1[^>]*>Front 302/);
    await get().write((tx) => saveSettings(tx, { show_on_front: null, page_on_front: null }));
    await importWxr(get(), inPieces(wxr(moved, { url: other })));
    expect((await settings()).page_on_front).toBe(0);
  });

  test('are never imported again: local changes and resets stay', async () => {
    await get().write((tx) =>
      saveSettings(tx, { site_language: 'fr-FR', timezone_string: null, site_logo: null, blogname: null }),
    );
    const before = { ...(await dumpTables(get())), post_render: [] };
    for (const again of [
      text,
      text.replace('<title>Old site</title>', '<title>Newer</title>').replace('he-IL', 'de-DE'),
    ]) {
      expect((await importWxr(get(), inPieces(again))).settings).toEqual({});
    }
    expect({ ...(await dumpTables(get())), post_render: [] }).toEqual(before);
    expect(await settings()).toMatchObject({
      site_language: 'fr-FR',
      timezone_string: 'UTC',
      site_logo: 0,
      site_icon: 132,
      blogname: 'Broadsheet',
    });
  });

  test('of another exporter do not replace current settings', async () => {
    const other = inLanguage(
      wxr([...weeks(201, () => 5.5), picture(230, 'site-icon')], { url: elsewhere() }),
      'en-US',
    );
    expect((await importWxr(get(), inPieces(other))).settings).toEqual({
      blogname: 'Old site',
      timezone_string: '+05:30',
    });
    expect(await settings()).toMatchObject({ site_language: 'fr-FR', site_icon: 132 });
    await expect
      .poll(async () => JSON.parse(String((await rawRequest(served.url, '/wp-json/')).body)) as unknown)
      .toMatchObject({ gmt_offset: 5.5, timezone_string: '' });
    expect((await rawRequest(served.url, '/week-207/')).status).toBe(200);
  });

  test('that are invalid are ignored', async () => {
    const nonsense = inLanguage(
      wxr(
        [
          { id: 301, date: '9999-99-99 99:99:99' },
          { id: 302, date: 'x', dateGmt: 'y' },
          picture(303, 'site-icon', { attachmentUrl: 'javascript:alert(1)' }),
        ],
        { url: elsewhere(), title: `T${'x'.repeat(5000)}\n` },
      ),
      '&lt;script&gt;',
    );
    await get().write((tx) => saveSettings(tx, { blogname: null, timezone_string: null, site_icon: null }));
    const report = await importWxr(get(), inPieces(nonsense));
    expect(Object.keys(report.settings)).toEqual(['site_icon']);
    expect(report.notes.filter(({ id }) => id === 'blogname')).toHaveLength(1);
    for (const path of ['/', '/favicon.ico', '/feed/', '/site.webmanifest'])
      expect((await rawRequest(served.url, path)).status).toBeLessThan(500);
  });
});

onBothDatabases('the face of an exported site', (get) => {
  const settings = async () => (await readSettings(get().read)).settings;
  const styles = (id: number, json: unknown, more: Partial<FixtureItem> = {}): FixtureItem => ({
    id,
    type: 'wp_global_styles',
    title: 'Custom Styles',
    content: typeof json === 'string' ? json : JSON.stringify(json),
    ...more,
  });
  const night = {
    styles: {
      color: { background: '#1a1033', text: '#f0e8ff' },
      elements: { link: { color: { text: '#ff7a59' } } },
    },
  };
  const empty = { version: 3, isGlobalStylesUserThemeJSON: true };
  const fresh = () =>
    get().write((tx) => saveSettings(tx, { look: null, theme_color: null, default_color_scheme: null }));

  test('is imported from the theme’s last changed meaningful styles, once, and the report names it', async () => {
    await fresh();
    const text = wxr(
      [
        styles(401, { styles: { color: { background: '#fffbe6' } } }, { modifiedGmt: '2025-01-01 00:00:00' }),
        styles(402, night, { modifiedGmt: '2026-01-01 00:00:00' }),
        styles(403, empty, { modifiedGmt: '2026-02-01 00:00:00' }),
        styles(
          404,
          { styles: { color: { background: '#0f0' } } },
          { modifiedGmt: '2026-03-01 00:00:00', status: 'trash' },
        ),
      ],
      { url: elsewhere() },
    );
    const report = await importWxr(get(), inPieces(text));
    expect(await settings()).toMatchObject({
      look: {
        colours: {
          accent: '#ff7a59',
          dark: { paper: '#1a1033', ink: '#f0e8ff' },
          light: { paper: '#faf9ff' },
        },
      },
      default_color_scheme: 'dark',
    });
    expect(report.settings.look).toContain('colours.accent #ff7a59, ');
    expect(report.notes.filter(({ kind }) => kind === 'item wp_global_styles')).toMatchObject([
      { id: '402', message: expect.stringMatching(/^imported into the look: colours/) as string },
    ]);
    await get().write((tx) => saveSettings(tx, { look: null }));
    const before = { ...(await dumpTables(get())), post_render: [] };
    expect((await importWxr(get(), inPieces(text))).settings).toEqual({});
    expect({ ...(await dumpTables(get())), post_render: [] }).toEqual(before);
  });

  test('does not override a look and a theme colour chosen here', async () => {
    await fresh();
    await get().write((tx) => saveSettings(tx, { look: { base: 'tabloid' } }));
    const report = await importWxr(get(), inPieces(wxr([styles(411, night)], { url: elsewhere() })));
    expect([await settings(), report.settings.look]).toMatchObject([
      { look: { base: 'tabloid' }, default_color_scheme: 'light' },
      undefined,
    ]);
    expect(report.notes.map(({ message }) => message)).toContain(
      'a look was already chosen here and is unchanged',
    );
    await fresh();
    await get().write((tx) => saveSettings(tx, { theme_color: '#123456' }));
    await importWxr(get(), inPieces(wxr([styles(412, night)], { url: elsewhere() })));
    expect((await settings()).look.colours).toEqual({
      dark: expect.anything() as unknown,
      light: expect.anything() as unknown,
    });
  });

  test('its additional CSS is cleaned and imported from classic and block themes; files of the old site become local', async () => {
    await get().write((tx) => saveSettings(tx, { additional_css: null, look: null }));
    const url = elsewhere();
    const sheet = (id: number, content: string, modifiedGmt: string): FixtureItem => ({
      id,
      type: 'custom_css',
      title: 'magazine',
      content,
      modifiedGmt,
    });
    const report = await importWxr(
      get(),
      inPieces(
        wxr(
          [
            sheet(431, '.old{color:red}', '2025-01-01 00:00:00'),
            sheet(
              432,
              `@import "//evil.example";.now{background:url(${url}/wp-content/uploads/2025/01/a.png);position:fixed}`,
              '2026-01-01 00:00:00',
            ),
            sheet(433, '   ', '2026-03-01 00:00:00'),
            styles(434, { styles: { css: '.block > a { color: #0a0 }' } }),
          ],
          { url },
        ),
      ),
    );
    expect((await settings()).additional_css).toBe(
      '.now{background:url("/wp-content/uploads/2025/01/a.png");}\n.block > a{color:#0a0;}',
    );
    expect(report.settings.additional_css).toMatch(/^\d+ characters$/);
    expect(report.notes.filter(({ kind }) => kind === 'item custom_css')).toMatchObject([
      { id: '432', message: 'some of its styles were not imported: @import, position: fixed' },
    ]);
    await get().write((tx) => saveSettings(tx, { additional_css: '.own{top:0}' }));
    const imported = await importWxr(
      get(),
      inPieces(wxr([sheet(441, '.theirs{top:0}', '2026-04-01 00:00:00')], { url: elsewhere() })),
    );
    expect([(await settings()).additional_css, imported.settings.additional_css]).toEqual([
      '.own{top:0}',
      undefined,
    ]);
    await get().write((tx) => saveSettings(tx, { additional_css: null }));
    const huge = await importWxr(
      get(),
      inPieces(wxr([sheet(451, 'a{top:0}'.repeat(20_000), '')], { url: elsewhere() })),
    );
    expect([
      huge.notes.filter(({ id }) => id === '451').map(({ message }) => message),
      (await settings()).additional_css,
    ]).toEqual([['its styles are longer than 100,000 characters and were not imported'], '']);
  });

  test('is ignored where the styles are invalid, and the import continues', async () => {
    await fresh();
    for (const [content, reason] of [
      ['{"styles":', /they are not valid JSON/],
      ['x'.repeat(600_000), /longer than 500,000/],
      ['[1]', /not a JSON object/],
    ] as const) {
      const report = await importWxr(
        get(),
        inPieces(wxr([styles(421, content), { id: 422 }], { url: elsewhere() })),
      );
      expect(report.notes.filter(({ id }) => id === '421')).toMatchObject([
        { message: expect.stringMatching(reason) as string },
      ]);
      expect([report.counts['item post']?.found, (await settings()).look]).toEqual([1, {}]);
    }
  });
});

onBothDatabases('the main menu of an export', (get) => {
  const menu = (
    slug: string,
    first: number,
    count: number,
    parentOf: (place: number) => number | undefined = () => undefined,
  ) =>
    Array.from({ length: count }, (_, index) => {
      const parent = parentOf(index);
      return menuItem(first + index, slug, {
        url: `/${slug}-${index}/`,
        ...(parent === undefined ? {} : { parent: first + parent }),
      });
    });
  const chosen = async (items: readonly FixtureItem[]) => {
    await get().write(async (tx) => {
      await tx.db.deleteFrom('menu_location').execute();
    });
    await importWxr(get(), inPieces(wxr(items, { url: elsewhere() })));
    const id = (await findMenuLocations(get().read)).get('primary');
    return id === undefined
      ? undefined
      : (await get().read.selectFrom('menu').select('slug').where('id', '=', id).executeTakeFirstOrThrow())
          .slug;
  };
  const tree = (place: number) => (place > 4 ? place % 5 : undefined);

  test('is the one that is a tree and fits', async () => {
    expect(
      await chosen([
        ...menu('all-flat', 1000, 50),
        ...menu('few', 1100, 4),
        ...menu('nested', 1200, 20, tree),
        ...menu('footer-tree', 1300, 30, tree),
      ]),
    ).toBe('nested');
  });

  test('has the name of one, if that fits', async () => {
    expect(await chosen([...menu('wide-tree', 2000, 20, tree), ...menu('main-nav', 2100, 6)])).toBe(
      'main-nav',
    );
    expect(await chosen([...menu('primary', 2200, 50), ...menu('short', 2300, 3)])).toBe('short');
  });

  test('is a list of everything where all are', async () => {
    expect(await chosen([...menu('main-menu', 3000, 50), ...menu('pages-flat', 3100, 13)])).toBe('main-menu');
    expect(await chosen(menu('footer-all', 3200, 50))).toBeUndefined();
  });
});
