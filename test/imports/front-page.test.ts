import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { updatePost } from '../../src/modules/posts/writer.ts';
import { saveSettings, readSettings } from '../../src/modules/settings/store.ts';
import { importWxr } from '../../src/import/import-wxr.ts';
import { totals } from '../../src/import/report.ts';
import { dumpTables } from '../harness/dump-tables.ts';
import { inPieces, termXml, wxr } from '../fixtures/wxr.ts';
import type { FixtureItem } from '../fixtures/wxr.ts';
import { onBothDatabases } from '../harness/databases.ts';
import { makeTerm } from '../harness/factories.ts';
import { rawRequest, serveSite } from '../harness/served-site.ts';
import type { ServedSite } from '../harness/served-site.ts';

const source = readFileSync(
  new URL('../../../shared/cases/imports/front-page-of-plugin-lists.xml', import.meta.url),
  'utf8',
);

function titles(html: string): (string | undefined)[] {
  const main = /<main[\s\S]*<\/main>/.exec(html)?.[0] ?? '';
  return [...main.matchAll(/class="card-title"><a href="[^"]*">([^<]*)</g)].map(([, title]) => title);
}

let number = 0;
let changes = 0;

onBothDatabases('the front page of an export', (get, place) => {
  let site: ServedSite;
  /** The front page, once the server has been notified of all earlier changes; no page reads the setting. */
  const front = async () => {
    const line = `change ${++changes}`;
    await get().write((tx) => saveSettings(tx, { app_ads_txt: line }));
    await expect.poll(async () => (await rawRequest(site.url, '/app-ads.txt')).body).toBe(`${line}\n`);
    return (await rawRequest(site.url, '/')).body;
  };
  const settings = async () => (await readSettings(get().read)).settings;
  const freeFront = () => get().write((tx) => saveSettings(tx, { show_on_front: null, page_on_front: null }));
  /** Imports a new site with this front page, and ten articles in two categories. */
  const bring = async (
    content: string,
    { articles = 10, meta = {} }: { articles?: number; meta?: Record<string, string> } = {},
  ) => {
    await freeFront();
    const base = ++number * 1000;
    const url = `https://front-${number}.example`;
    const stories: FixtureItem[] = Array.from({ length: articles }, (_, n) => ({
      id: base + n,
      slug: `s${base + n}`,
      title: `S${base + n}`,
      terms: [n % 2 === 0 ? `category/even-${number}` : `category/odd-${number}`],
      link: `${url}/s${base + n}/`,
      content: 'Words.',
      dateGmt: `2024-01-${10 + n} 08:00:00`,
    }));
    const hidden: FixtureItem[] = [
      {
        id: base + 100,
        slug: `d${base}`,
        title: 'Draft',
        status: 'draft',
        terms: [`category/even-${number}`],
        dateGmt: '2024-02-01 08:00:00',
      },
      {
        id: base + 101,
        slug: `p${base}`,
        title: 'Private',
        status: 'private',
        terms: [`category/even-${number}`],
        dateGmt: '2024-02-01 08:00:00',
      },
    ];
    const page: FixtureItem = {
      id: base + 102,
      type: 'page',
      slug: `home-${base}`,
      title: `Home ${number}`,
      link: `${url}/`,
      content,
      meta,
      commentStatus: 'open',
    };
    const house: FixtureItem = {
      id: base + 104,
      type: 'page',
      slug: `house-${base}`,
      link: `${url}/house/`,
      content: 'Our house.',
    };
    const about: FixtureItem = {
      ...house,
      id: base + 103,
      slug: `about-${base}`,
      link: `${url}/house/about/`,
      parent: base + 104,
      commentStatus: 'open',
    };
    const parts = [
      termXml({ id: 71, taxonomy: 'category', slug: `even-${number}` }),
      termXml({ id: 72, taxonomy: 'category', slug: `odd-${number}` }),
    ];
    const report = await importWxr(
      get(),
      inPieces(wxr([...(articles > 0 ? [...stories, ...hidden] : []), page, house, about], { url, parts })),
    );
    return { report, base, note: report.notes.find(({ id }) => id === 'page_on_front') };
  };
  beforeAll(async () => void (site = await serveSite(place())));
  afterAll(() => site.close());

  test('the case: lists of plugins show the articles, and a second import changes nothing', async () => {
    await importWxr(get(), inPieces(source));
    expect((await settings()).show_on_front).toBe('page');
    const html = await front();
    // Newspack's list below excludes the posts above, which are all.
    expect(titles(html)).toEqual([5, 4, 3, 2, 1, 0].map((n) => `Story ${n}`));
    expect(html).toContain('<div class="acme-section">');
    const before = { ...(await dumpTables(get())), post_render: [] };
    const { imported, updated } = totals(await importWxr(get(), inPieces(source)));
    expect([imported, updated]).toEqual([0, 0]);
    expect({ ...(await dumpTables(get())), post_render: [] }).toEqual(before);
  });

  test('parts hidden by a page builder are stored and not shown, and the report says so', async () => {
    const secret = '[et_pb_section disabled="on"][et_pb_text]Secret words[/et_pb_text][/et_pb_section]';
    const { report, base } = await bring(
      `${secret}[et_pb_section][et_pb_text]Shown words[/et_pb_text][et_pb_blog posts_number="2"][/et_pb_blog][/et_pb_section]`,
    );
    const html = await front();
    expect(html).toContain('Shown words');
    expect(html).not.toContain('Secret words');
    expect(
      report.notes
        .filter(({ message }) => message.includes('hid some parts from all readers'))
        .map(({ id }) => id),
    ).toEqual([String(base + 102)]);
    const stored = await get()
      .read.selectFrom('post')
      .select('content')
      .where('slug', '=', `home-${base}`)
      .executeTakeFirstOrThrow();
    expect(stored.content).toContain(secret);
  });

  test('it has no form of comments and no breadcrumb, as another page has', async () => {
    const { base } = await bring('<!-- wp:latest-posts /-->');
    const html = await front();
    expect(html).toContain(`Home ${number}`);
    const found = html.matchAll(
      /<[^>]*(?:comment-form|id="respond"|id="comments"|class="breadcrumbs")[^>]*>|BreadcrumbList/g,
    );
    expect([...found].map(([tag]) => tag)).toEqual([]);
    const page = (await rawRequest(site.url, `/house-${base}/about-${base}/`)).body;
    expect(page).toMatch(/id="respond"/);
    expect(page).toMatch(/class="breadcrumbs"/);
  });

  describe('lists', () => {
    const newest = (base: number, ...numbers: number[]) => numbers.map((n) => `S${base + n}`);
    const query = 'size:2|categories:72|order_by:date';
    const lists: readonly (readonly [string, string, readonly number[]])[] = [
      [
        'a category by its id at the exporter',
        '<!-- wp:newspack-blocks/homepage-articles {"categories":[71],"postsToShow":3} /-->',
        [8, 6, 4],
      ],
      ['a category by its slug', '[display-posts category="odd-N" posts_per_page="2"]', [9, 7]],
      ['WPBakery', `[vc_row][vc_column][vc_posts_grid loop="${query}"][/vc_column][/vc_row]`, [9, 7]],
      [
        'WPBakery in columns with widths',
        `[vc_row][vc_column width="2/3"][vc_basic_grid taxonomies="72" max_items="2"][/vc_column][vc_column width="1/3"][vc_column_text]Side[/vc_column_text][/vc_column][/vc_row]`,
        [9, 7],
      ],
      [
        'WPBakery, next to a row that was hidden',
        `[vc_row disable_element="yes"][vc_column][vc_basic_grid max_items="5"][/vc_column][/vc_row][vc_row][vc_column width="1/2"][vc_basic_grid taxonomies="72" max_items="2"][/vc_column][vc_column width="1/2"]Side[/vc_column][/vc_row]`,
        [9, 7],
      ],
      [
        'right behind an unknown shortcode with words',
        '[tabs][tab title="T"]w[/tab][/tabs][display-posts category="odd-N" posts_per_page="2"]',
        [9, 7],
      ],
      [
        'right behind an unknown shortcode that is a block',
        '[acme_box heading="Some heading"]w[/acme_box][display-posts category="odd-N" posts_per_page="2"]',
        [9, 7],
      ],
      [
        'right behind an element of WPBakery',
        '[vc_hoverbox primary_title="P"]w[/vc_hoverbox][vc_basic_grid taxonomies="72" max_items="2"]',
        [9, 7],
      ],
      [
        'the post cards of Avada',
        '[fusion_builder_container][fusion_title size="2"]w[/fusion_title][fusion_post_cards post_card="0" cat_slug="odd-N" number_posts="2" /][/fusion_builder_container]',
        [9, 7],
      ],
      [
        'the oldest first',
        '<!-- wp:kadence/posts {"categories":[{"value":71}],"order":"asc","orderBy":"date","postsToShow":2} /-->',
        [0, 2],
      ],
      ['an offset', '<!-- wp:uagb/post-grid {"categories":"71","postsToShow":2,"offset":1} /-->', [6, 4]],
      [
        'posts by their ids',
        '<!-- wp:newspack-blocks/homepage-articles {"specificMode":true,"specificPosts":[B3,B5]} /-->',
        [3, 5],
      ],
      ['an unknown block', '<!-- wp:acme-magazine/post-list {"category":"72","count":2} /-->', [9, 7]],
      ['a carousel', '<!-- wp:newspack-blocks/carousel {"categories":[72],"postsToShow":2} /-->', [9, 7]],
    ];

    test.each(lists)('%s', async (_, content, expected) => {
      const base = (number + 1) * 1000;
      const written = content
        .replaceAll(/B(\d)/g, (_whole, n: string) => String(base + Number(n)))
        .replaceAll('odd-N', `odd-${number + 1}`);
      await bring(written);
      expect(titles(await front())).toEqual(newest(base, ...expected));
    });

    test('never shows drafts and private posts; a missing category shows all', async () => {
      await bring('<!-- wp:newspack-blocks/homepage-articles {"categories":[999999],"postsToShow":50} /-->');
      const shown = titles(await front());
      expect(shown).not.toContain('Draft');
      expect(shown).not.toContain('Private');
      expect(shown).toHaveLength(50);
    });

    test('500 of them, nested, and one inside an article that it lists, are answered', async () => {
      const many = Array.from(
        { length: 500 },
        (_, n) => `<!-- wp:acme/post-list {"count":${n % 50},"category":"71"} /-->`,
      ).join('\n');
      const deep = `${'<!-- wp:acme/box --><div>'.repeat(1000)}<!-- wp:acme/post-list {"count":2} /-->${'</div><!-- /wp:acme/box -->'.repeat(1000)}`;
      await bring(many + deep);
      const answer = await rawRequest(site.url, '/');
      expect(answer.status).toBe(200);
      expect([...answer.body.matchAll(/post-list-list/g)].length).toBeLessThanOrEqual(60);
      const { base } = await bring('[recent_posts number="3"]');
      await get().write((tx) => updatePost(tx, base, { content: '[recent_posts number="50"]' }));
      const own = await rawRequest(site.url, `/s${base}/`);
      expect([own.status, own.body.includes('post-list-compact')]).toEqual([200, true]);
    });
  });

  describe('a page without articles keeps the built-in front page, and the report says why', () => {
    test.each([
      ['words alone', '<!-- wp:paragraph --><p>Welcome.</p><!-- /wp:paragraph -->', undefined],
      [
        'a copy of the list of export day',
        '<!-- wp:html --><ul><li><a href="/s1/">S1</a></li></ul><!-- /wp:html -->',
        undefined,
      ],
      [
        'an unknown plugin',
        '<!-- wp:acme/mystery {"a":1} /--><!-- wp:shortcode -->[acme_thing a="1"]<!-- /wp:shortcode -->',
        'acme/mystery, [acme_thing]',
      ],
      ['nothing', '', undefined],
    ])('%s', async (_, content, unknown) => {
      const { report, base, note } = await bring(content);
      expect(report.settings).not.toHaveProperty('page_on_front');
      expect((await settings()).show_on_front).not.toBe('page');
      expect(note?.title).toBe(`Home ${number}`);
      expect(note?.message).toContain('shows no articles here');
      expect(note?.message).toContain(`settings set page_on_front ${base + 102}`);
      if (unknown !== undefined) expect(note?.message).toContain(`(unknown: ${unknown})`);
      expect(titles(await front()).length).toBeGreaterThan(3);
    });

    test('a list of a category without articles does not count', async () => {
      const empty = await get().write((tx) => makeTerm(tx, { name: 'Empty' }));
      expect(
        (await bring(`<!-- wp:broadsheet/post-list {"category_id":"${empty}"} /-->`)).note,
      ).toBeDefined();
    });

    test('a synced pattern with a list counts, and an import checks again once articles are here', async () => {
      await freeFront();
      const url = 'https://pattern.example';
      const pattern: FixtureItem = {
        id: 90_001,
        type: 'wp_block',
        slug: 'latest',
        content: '[display-posts]',
        link: `${url}/?p=90001`,
      };
      const page: FixtureItem = {
        id: 90_002,
        type: 'page',
        slug: 'start',
        title: 'Start',
        link: `${url}/`,
        content: '<!-- wp:block {"ref":90001} /-->',
      };
      await importWxr(get(), inPieces(wxr([page], { url })));
      expect((await settings()).show_on_front).not.toBe('page');
      await importWxr(get(), inPieces(wxr([pattern, page], { url })));
      expect((await settings()).page_on_front).toBe(90_002);
    });
  });
});
