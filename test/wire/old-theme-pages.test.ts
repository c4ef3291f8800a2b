import { afterAll, beforeAll, expect, test } from 'vitest';
import { createPost, updatePost } from '../../src/modules/posts/writer.ts';
import { createTerm } from '../../src/modules/terms/writer.ts';
import { importWxr } from '../../src/import/import-wxr.ts';
import { totals } from '../../src/import/report.ts';
import type { ImportReport } from '../../src/import/report.ts';
import { builtFrontPage, templatePicture } from '../fixtures/old-theme.ts';
import type { FixtureItem } from '../fixtures/wxr.ts';
import { inPieces, termXml, wxr } from '../fixtures/wxr.ts';
import { onBothDatabases } from '../harness/databases.ts';
import { dumpTables } from '../harness/dump-tables.ts';
import { rawRequest, serveSite } from '../harness/served-site.ts';
import type { ServedSite } from '../harness/served-site.ts';

const ids = { news: 71, sport: 72 };
const loop =
  'a:4:{s:5:"limit";s:1:"2";s:11:"category_id";s:2:"72";s:17:"list_custom_title";s:10:"Last words";s:4:"sort";s:0:"";}';

onBothDatabases('[IMP-05] pages that the old theme’s composer laid out', (_get, place) => {
  let site: ServedSite;
  let report: ImportReport;
  const articles = ['news', 'sport'].flatMap((name, index) =>
    Array.from(
      { length: 8 },
      (_, n): FixtureItem => ({
        id: 7_001 + index * 10 + n,
        slug: `${name}-${n}`,
        title: `${name} article ${n}`,
        terms: [`category/${name}=${name}`],
        content: `<!-- wp:paragraph --><p>Of ${name}.</p><!-- /wp:paragraph -->`,
        dateGmt: `2024-0${index + 1}-0${n + 1} 08:00:00`,
      }),
    ),
  );
  const page = (id: number, slug: string, content: string, more: Partial<FixtureItem> = {}): FixtureItem => ({
    id,
    type: 'page',
    slug,
    title: `Page ${slug}`,
    content,
    commentStatus: 'closed',
    ...more,
  });
  const hostile = '<script>alert(1)</script><img src=x onerror=alert(1)>';
  const items = (front = builtFrontPage(ids)): FixtureItem[] => [
    page(7_101, 'home', front, { link: 'https://old.example/' }),
    page(7_102, 'latest', 'Plain words above.', {
      meta: { _wp_page_template: 'page-pagebuilder-latest.php', td_homepage_loop: loop },
    }),
    page(7_103, 'kept-elsewhere', '', {
      meta: {
        tdc_content:
          '[vc_row][vc_column][td_block_10 category_id="72" limit="2" custom_title="From meta"][/vc_column][/vc_row]',
        tdc_dirty_content: '1',
      },
    }),
    page(
      7_109,
      'once',
      '[vc_row][vc_column][td_block_10 category_id="72" limit="2"][td_block_11 category_id="72" limit="2"][/vc_column][/vc_row]',
      {
        meta: { td_page: 'a:1:{s:18:"td_unique_articles";s:7:"enabled";}' },
      },
    ),
    page(
      7_104,
      'hostile',
      '[vc_row onload="x"][vc_column width="1/2"]' +
        `[td_block_1 custom_title="--&gt;${hostile} --> <!-- wp:html -->${hostile}" category_id="72,'--"][/vc_column]` +
        `[vc_column width="1/2" el_class="x\\" onclick=\\"alert(1)"][vc_column_text]${hostile}<!-- /wp:freeform -->[/vc_column_text]` +
        '[tdm_block_button button_text="x" button_url="javascript:alert(1)"][tdb_single_content][tdb_title][/vc_column][/vc_row]',
    ),
    page(7_105, 'brackets', '['.repeat(100_000)),
    page(7_106, 'rows', '[vc_row][td_block_1]'.repeat(10_000)),
    page(
      7_107,
      'plain',
      'Words [gallery ids="999"] and [caption]x[/caption]\r\n\r\n<code>[td_block_1]</code> [[td_block_1]] [sic]',
    ),
    {
      id: 7_108,
      slug: 'article',
      title: 'An article',
      content:
        'Before.\n\n[vc_row][vc_column][td_block_3 category_id="71" limit="2"][/vc_column][/vc_row]\n\nAfter.',
    },
    ...articles,
    templatePicture,
  ];
  const parts = Object.entries(ids).map(([slug, id]) =>
    termXml({ id, taxonomy: 'category', slug, name: slug }),
  );
  const file = (given: readonly FixtureItem[], exported = 'Thu, 01 Jan 2026 00:00:00 GMT') =>
    inPieces(wxr(given, { parts, exported }), 64 * 1024);
  const contentOf = (slug: string) =>
    site.database.read
      .selectFrom('post')
      .select(['id', 'content'])
      .where('slug', '=', slug)
      .where('type', '<>', 'attachment')
      .executeTakeFirstOrThrow();
  const shown = async (path: string) => {
    const { status, body } = await rawRequest(site.url, path);
    return { status, body, main: /<main[^]*<\/main>/.exec(body)?.[0] ?? '' };
  };

  beforeAll(async () => {
    site = await serveSite(place());
    // Ids of the old site belong to other posts here.
    await site.database.write(async (tx) => {
      for (const id of Object.values(ids))
        await createTerm(tx, { id, taxonomy: 'category', name: `Ours ${id}` });
      await createPost(tx, { id: 880, title: 'Ours', type: 'page', status: 'publish' });
      await createPost(tx, { id: 7_101, title: 'Ours, too', type: 'page', status: 'publish' });
    });
    report = await importWxr(site.database, file(items()));
  });
  afterAll(() => site.close());

  test('show their lists in their columns, words, pictures and buttons; the one that had the site’s address is the front page', async () => {
    const { status, main, body } = await shown('/');
    expect(status).toBe(200);
    expect(report.settings).toMatchObject({
      show_on_front: 'page',
      page_on_front: (await contentOf('home')).id,
    });
    expect(body.match(/<h1/g)).toHaveLength(1);
    expect(main).toMatch(/visually-hidden[^]*<h1[^>]*>Page home<\/h1>/);
    const section = (title: string) => main.slice(main.indexOf(`>${title}<`)).split('</section>')[0] ?? '';
    expect(section('News of the day').match(/news article \d/g)?.length).toBeGreaterThanOrEqual(6);
    expect(section('News of the day')).not.toContain('sport article');
    expect(section('Sport')).toContain('sport article 7');
    expect(section('Sport')).not.toContain('news article');
    expect(main).toContain('big-grid');
    expect(main.match(/--desktop:\d+/g)).toEqual([
      '--desktop:12',
      '--desktop:12',
      '--desktop:8',
      '--desktop:6',
      '--desktop:6',
      '--desktop:4',
    ]);
    expect(main).toMatch(/About us<[^]*We <em>write<\/em>\s+<a href="\/about\/">about/);
    expect(main).toMatch(/<img[^>]*lost\.jpg[^]*href="\/category\/sport\/"[^>]*>All sport/);
    expect(main).toMatch(/Write to us<[^]*lost\.jpg[^]*Raw <b>words<\/b>/);
    expect(body).not.toMatch(/\[\/?(?:td|vc|tdc|tdm)_|Riga|alert\(1\)|JTND/);
    const reported = report.builtTexts.find(({ id }) => id === '7101');
    expect(reported?.unknown).toEqual([
      { name: 'td_block_weather', uses: 1, text: '[td_block_weather w_location="Riga"]' },
    ]);
    expect(reported?.notes).toEqual([]);
  });

  test('a template with the newest articles has them below the text, the editor’s meta is read, an article keeps its text', async () => {
    const latest = (await shown('/latest/')).main;
    expect(latest).toMatch(/Plain words above\.[^]*Last words[^]*sport article 7[^]*sport article 6/);
    expect(latest).not.toContain('sport article 5');
    const next =
      /href="(\/latest\/\?[^"#]*td_page=2[^"#]*)/.exec(latest)?.[1]?.replaceAll('&amp;', '&') ?? '';
    expect((await shown(next)).main).toMatch(/Plain words above\.[^]*sport article 5[^]*sport article 4/);
    expect((await shown('/kept-elsewhere/')).main).toMatch(/From meta[^]*sport article 7/);
    const once = (await shown('/once/')).main;
    expect(new Set(once.match(/sport article \d/g))).toEqual(
      new Set([7, 6, 5, 4].map((n) => `sport article ${n}`)),
    );
    const article = (await shown('/article/')).main;
    expect(article).toMatch(/<p>Before\.<\/p>[^]*news article 7[^]*<p>After\.<\/p>/);
    expect(article).toMatch(/<h1[^>]*>An article/);
  });

  test('do no harm, whatever their content, and plain texts stay byte for byte', async () => {
    const { status, body, main } = await shown('/hostile/');
    expect(status).toBe(200);
    expect(body).not.toMatch(/<script>alert|<img[^>]*onerror|onclick=|javascript:alert|onload="x"/);
    expect(main).toContain('sport article 7');
    for (const slug of ['plain', 'brackets', 'rows']) {
      const given = items().find((item) => item.slug === slug)?.content;
      expect((await contentOf(slug)).content === given, slug).toBe(true);
      expect((await shown(`/${slug}/`)).status, slug).toBe(200);
    }
  });

  test('a repeated import changes nothing, updates unedited pages, and keeps edited ones', async () => {
    // Excludes rendered texts, which are cached in the background.
    const rows = async () => ({ ...(await dumpTables(site.database)), post_render: [] });
    const before = await rows();
    expect(totals(await importWxr(site.database, file(items())))).toMatchObject({
      imported: 0,
      updated: 0,
      kept: 0,
      dropped: 0,
    });
    expect(await rows()).toEqual(before);

    const later = items(builtFrontPage(ids).replace('News of the day', 'News of today')).map((item) =>
      item.id === 880 ? { ...item, attachmentUrl: 'https://old.example/wp-content/uploads/found.jpg' } : item,
    );
    expect(
      totals(await importWxr(site.database, file(later, 'Fri, 02 Jan 2026 00:00:00 GMT'))),
    ).toMatchObject({ updated: 2, kept: 0 });
    expect((await shown('/')).main).toMatch(
      /News of today[^]*news article 7[^]*<img[^>]*found\.jpg[^]*All sport/,
    );

    // Pages of an import without this feature are rebuilt by the same export.
    const raw = items()[0]?.content ?? '';
    await site.database.write((tx) =>
      tx.db.updateTable('post').set({ content: raw }).where('slug', '=', 'home').execute(),
    );
    await site.database.write((tx) =>
      tx.db
        .updateTable('import_item')
        .set({ hash: 'earlier' })
        .where('kind', '=', 'post')
        .where('external_id', '=', '7101')
        .execute(),
    );
    expect(
      totals(await importWxr(site.database, file(later, 'Fri, 02 Jan 2026 00:00:00 GMT'))),
    ).toMatchObject({ updated: 1, kept: 0 });
    const { id, content } = await contentOf('home');
    await site.database.write((tx) =>
      updatePost(tx, id, {
        content: `${content}\n<!-- wp:paragraph --><p>Edited here.</p><!-- /wp:paragraph -->`,
      }),
    );
    expect(
      totals(
        await importWxr(
          site.database,
          file(items(`${builtFrontPage(ids)} `), 'Sat, 03 Jan 2026 00:00:00 GMT'),
        ),
      ),
    ).toMatchObject({ updated: 1, kept: 1 });
    expect((await shown('/')).main).toMatch(/News of today[^]*Edited here\./);
  });
});
