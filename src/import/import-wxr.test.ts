import { describe, expect, test } from 'vitest';
import { onBothDatabases } from '../../test/harness/databases.ts';
import { dumpTables } from '../../test/harness/dump-tables.ts';
import { authorXml, inPieces, itemXml, termXml, wxr } from '../../test/fixtures/wxr.ts';
import { findPostMeta } from '../modules/posts/reader.ts';
import { createPost, updatePost } from '../modules/posts/writer.ts';
import { saveSettings } from '../modules/settings/store.ts';
import { createTerm } from '../modules/terms/writer.ts';
import { relearnedKey } from '../modules/search/profile.ts';
import { ensureAdministrator } from '../modules/accounts/install-site.ts';
import { collapse } from './batch-writer.ts';
import type { Database } from '../kernel/db/open-database.ts';
import type { Emission } from '../kernel/db/invalidation.ts';
import { importWxr } from './import-wxr.ts';
import type { ImportOptions } from './import-wxr.ts';
import { describeReport, totals } from './report.ts';
import type { ImportReport } from './report.ts';

async function run(database: Database, text: string, options?: ImportOptions): Promise<ImportReport> {
  const report = await importWxr(database, inPieces(text), options);
  const sum = totals(report);
  expect(sum.imported + sum.unchanged + sum.updated + sum.kept + sum.dropped, 'the report adds up').toBe(
    sum.found,
  );
  return report;
}

/** A new site with its own ids for each test, so that tests don't conflict. */
let site = 0;
const elsewhere = () => ({ url: `https://site-${++site}.example` });

const postOf = (database: Database, slug: string) =>
  database.read.selectFrom('post').selectAll().where('slug', '=', slug).executeTakeFirstOrThrow();
const messages = (report: ImportReport) =>
  [...report.notes, ...report.dropped].map(({ kind, id, message }) => `${kind} ${id}: ${message}`);

onBothDatabases('posts of an import', (get) => {
  test('of an internationalized host are equal in both spellings, including earlier imports of each', async () => {
    const [unicode, puny] = [
      'https://bücher-läden.example/blog',
      'http://www.xn--bcher-lden-w5a5z.example/blog/',
    ];
    expect(new URL(unicode).host).toBe(new URL(puny).host.replace('www.', ''));
    const text = (url: string) =>
      wxr(
        [
          { id: 91_001, slug: 'idn-one' },
          { id: 91_002, slug: 'idn-two' },
        ],
        { url },
      );
    expect((await run(get(), text(unicode))).counts['item post']).toMatchObject({ imported: 2 });
    expect((await run(get(), text(puny))).counts['item post']).toMatchObject({ imported: 0, unchanged: 2 });
    const key = 'xn--bcher-lden-w5a5z.example/blog';
    const spelled = (source: string) =>
      get()
        .read.selectFrom('import_item')
        .select('external_id')
        .where('source', '=', source)
        .where('kind', '=', 'post')
        .execute();
    await get().write((tx) =>
      tx.db
        .updateTable('import_item')
        .set({ source: 'bücher-läden.example/blog' })
        .where('source', '=', key)
        .where('external_id', '<>', '91002')
        .execute(),
    );
    expect((await run(get(), text(puny))).counts['item post']).toMatchObject({ imported: 0, unchanged: 2 });
    expect([(await spelled(key)).length, await spelled('bücher-läden.example/blog')]).toEqual([2, []]);
    expect((await run(get(), text('https://bücher-laden.example/blog'))).counts['item post']).toMatchObject({
      imported: 2,
    });
  });

  test('keep id, slug, dates, status, password, stickiness, format, excerpt, order and meta', async () => {
    await run(
      get(),
      wxr(
        [
          {
            id: 101,
            slug: '%e3%81%82-b',
            title: 'R&D <em>x</em>',
            content: '<!-- wp:paragraph -->\n<p>a ]]> b</p>\n<!-- /wp:paragraph -->',
            excerpt: ' An excerpt ',
            sticky: true,
            password: 'geheim',
            commentStatus: 'closed',
            menuOrder: 4,
            dateGmt: '2019-02-03 04:05:06',
            modifiedGmt: '2019-03-04 05:06:07',
            terms: ['post_format/post-format-gallery'],
            meta: { _wp_page_template: 'wide.php', list: 'a:1:{i:0;s:3:"red";}', _wp_old_slug: 'older-slug' },
          },
        ],
        elsewhere(),
      ),
    );
    const post = await postOf(get(), 'あ-b');
    expect(post).toMatchObject({
      id: 101,
      type: 'post',
      status: 'publish',
      title: 'R&D <em>x</em>',
      content: '<!-- wp:paragraph -->\n<p>a ]]> b</p>\n<!-- /wp:paragraph -->',
      excerpt: ' An excerpt ',
      sticky: 1,
      password: 'geheim',
      comment_status: 'closed',
      menu_order: 4,
      published_at: Date.UTC(2019, 1, 3, 4, 5, 6),
      modified_at: Date.UTC(2019, 2, 4, 5, 6, 7),
      format: 'gallery',
      guid: 'https://old.example/?p=101',
    });
    const meta = await findPostMeta(get().read, [101]);
    expect(Object.fromEntries(meta.get(101) ?? [])).toEqual({
      _wp_page_template: ['wide.php'],
      list: ['a:1:{i:0;s:3:"red";}'],
    });
    expect(
      await get().read.selectFrom('old_slug').select('post_id').where('slug', '=', 'older-slug').execute(),
    ).toEqual([{ post_id: 101 }]);
  });

  test('a modified date in local time only has the same UTC offset as the publication date', async () => {
    const [date, dateGmt, modified] = ['2019-02-03 09:35:06', '2019-02-03 04:05:06', '2019-03-04 10:36:07'];
    await run(
      get(),
      wxr(
        [
          { id: 111, slug: 'both', date, dateGmt, modified },
          {
            id: 112,
            slug: 'of-feed',
            date,
            dateGmt: '',
            pubDate: 'Sun, 03 Feb 2019 04:05:06 +0000',
            modified,
          },
          { id: 113, slug: 'odd', date: '2019-02-05 09:35:06', dateGmt, modified },
          { id: 114, slug: 'neither', date, dateGmt: '', modified },
        ],
        elsewhere(),
      ),
    );
    const found = await Promise.all(
      ['both', 'of-feed', 'odd', 'neither'].map(async (slug) => (await postOf(get(), slug))?.modified_at),
    );
    const [local, utc] = [Date.UTC(2019, 2, 4, 10, 36, 7), Date.UTC(2019, 2, 4, 5, 6, 7)];
    expect(found).toEqual([utc, utc, local, utc]); // the last one in the time zone derived from the first
  });

  test('use the discussion default for new posts if the file lacks it', async () => {
    await get().write((tx) =>
      saveSettings(tx, { default_comment_status: 'closed', default_ping_status: 'open' }),
    );
    await run(
      get(),
      wxr(
        [
          { id: 301, slug: 'silent', title: 'Silent', commentStatus: '' },
          { id: 302, slug: 'open', title: 'Open' },
        ],
        elsewhere(),
      ),
    );
    await get().write((tx) => saveSettings(tx, { default_comment_status: null, default_ping_status: null }));
    expect(
      await get()
        .read.selectFrom('post')
        .select(['slug', 'comment_status', 'ping_status'])
        .where('slug', 'in', ['silent', 'open'])
        .orderBy('slug', 'desc')
        .execute(),
    ).toEqual([
      { slug: 'silent', comment_status: 'closed', ping_status: 'open' },
      { slug: 'open', comment_status: 'open', ping_status: 'closed' },
    ]);
  });

  test('keep every known status; past dates are published, future ones scheduled', async () => {
    const statuses = {
      draft: 'draft',
      pending: 'pending',
      private: 'private',
      trash: 'trash',
      future: 'publish',
      odd: 'draft',
    };
    const items = Object.keys(statuses).map((status, index) => ({
      id: 201 + index,
      status,
      slug: `status-${status}`,
    }));
    const report = await run(
      get(),
      wxr(
        [
          ...items,
          { id: 210, slug: 'ahead', dateGmt: '2999-01-01 00:00:00' },
          { id: 211, status: 'auto-draft' },
        ],
        elsewhere(),
      ),
    );
    for (const [status, expected] of Object.entries(statuses))
      expect((await postOf(get(), `status-${status}`)).status, status).toBe(expected);
    expect((await postOf(get(), 'ahead')).status).toBe('future');
    expect(messages(report)).toEqual([
      'item post 206: unknown status "odd"; it was imported as a draft',
      'item post 211: it was never saved (auto-draft)',
    ]);
  });

  test('an attachment of a skipped private post does not become public, in either order', async () => {
    const media = (id: number, parent: number) => ({
      id,
      parent,
      type: 'attachment',
      status: 'inherit',
      slug: `file-of-${id}`,
      attachmentUrl: `https://old.example/${id}.jpg`,
    });
    const source = elsewhere();
    const items = [
      media(2201, 2202),
      { id: 2202, status: 'auto-draft' },
      media(2203, 2202),
      media(2204, 0),
      media(2205, 2999),
      { id: 2206, type: 'customize_changeset', status: 'trash' },
      media(2207, 2206),
    ];
    const report = await run(get(), wxr(items, source));
    const statuses = async () =>
      Promise.all(
        [2201, 2203, 2204, 2205, 2207].map(async (id) => (await postOf(get(), `file-of-${id}`)).status),
      );
    expect(await statuses()).toEqual(['private', 'private', 'inherit', 'inherit', 'private']);
    expect(messages(report).filter((message) => message.includes('non-public item'))).toHaveLength(3);
    // Once the article is imported, its files are as public as it is.
    await run(
      get(),
      wxr(
        [...items.filter(({ id }) => id !== 2202), { id: 2202, status: 'publish', slug: 'written-now' }],
        source,
      ),
    );
    expect(await statuses()).toEqual(['inherit', 'inherit', 'inherit', 'inherit', 'private']);
  });

  test('find a date when the file lacks one in UTC', async () => {
    const none = '0000-00-00 00:00:00';
    await run(
      get(),
      wxr(
        [
          {
            id: 221,
            slug: 'by-feed',
            dateGmt: none,
            date: '2020-01-01 00:00:00',
            pubDate: 'Wed, 01 Jan 2020 05:00:00 +0000',
          },
          { id: 222, slug: 'by-local', dateGmt: none, date: '2020-01-01 00:00:00' },
          {
            id: 223,
            slug: 'by-nothing',
            status: 'draft',
            dateGmt: none,
            date: none,
            pubDate: 'Mon, 30 Nov -0001 00:00:00 +0000',
          },
        ],
        elsewhere(),
      ),
    );
    expect((await postOf(get(), 'by-feed')).published_at).toBe(Date.UTC(2020, 0, 1, 5));
    // In the time zone that an earlier export revealed.
    expect((await postOf(get(), 'by-local')).published_at).toBe(Date.UTC(2019, 11, 31, 18, 30));
    expect((await postOf(get(), 'by-nothing')).published_at).toBe(0);
  });

  test('drafts get their date on publication, not that of their creation', async () => {
    const begun = {
      dateGmt: '0000-00-00 00:00:00',
      date: '2024-01-01 10:00:00',
      pubDate: '',
      modifiedGmt: '2024-01-02 09:00:00',
    };
    const thrown = (was: string) => ({
      ...begun,
      status: 'trash',
      slug: `thrown-${was}`,
      meta: { _wp_trash_meta_status: was },
    });
    await run(
      get(),
      wxr(
        [
          { id: 2231, slug: 'begun', status: 'draft', ...begun },
          { id: 2232, slug: 'waiting', status: 'pending', ...begun },
          { id: 2233, ...thrown('draft') },
          { id: 2234, ...thrown('publish') },
          {
            id: 2235,
            slug: 'taken-back',
            status: 'draft',
            date: '2024-01-01 10:00:00',
            dateGmt: '2024-01-01 09:00:00',
          },
          { id: 2236, slug: 'told', status: 'private', ...begun },
        ],
        elsewhere(),
      ),
    );
    const dateOf = async (slug: string) => (await postOf(get(), slug)).published_at;
    const begunAt = Date.UTC(2024, 0, 1, 9); // the same UTC offset as the withdrawn one
    expect(
      await Promise.all(
        ['begun', 'waiting', 'thrown-draft', 'thrown-publish', 'taken-back', 'told'].map(dateOf),
      ),
    ).toEqual([0, 0, 0, begunAt, Date.UTC(2024, 0, 1, 9), begunAt]);
    expect((await postOf(get(), 'begun')).modified_at).toBe(Date.UTC(2024, 0, 2, 9));
    const before = Date.now();
    await get().write((tx) => updatePost(tx, 2231, { status: 'publish' }));
    expect(await dateOf('begun')).toBeGreaterThanOrEqual(before);
  });

  test('drop useless types, with a reason, and keep navigation and reusable blocks', async () => {
    const report = await run(
      get(),
      wxr(
        [
          { id: 231, type: 'customize_changeset' },
          { id: 232, type: 'wp_global_styles' },
          { id: 233, type: 'oembed_cache' },
          { id: 234, type: 'wp_block' },
          { id: 235, type: 'wp_navigation' },
          { id: 236, type: 'book', slug: 'own-type' },
          {
            id: 237,
            type: 'revision',
            parent: 236,
            status: 'inherit',
            slug: '236-revision-v1',
            content: 'Before',
          },
          { id: 238, type: 'revision', parent: 999, status: 'inherit' },
        ],
        elsewhere(),
      ),
    );
    expect(totals(report)).toMatchObject({ imported: 4, dropped: 4 });
    expect(report.dropped.map(({ id }) => id)).toEqual(['231', '232', '233', '238']);
    expect(await get().read.selectFrom('revision').select(['post_id', 'content']).execute()).toEqual([
      { post_id: 236, content: 'Before' },
    ]);
  });

  test('get a new id when theirs is taken, and references follow it', async () => {
    const taken = await get().write((tx) =>
      createPost(tx, { title: 'Ours', status: 'publish', type: 'page' }),
    );
    const report = await run(
      get(),
      wxr(
        [
          { id: 5001, type: 'page', slug: 'child', parent: taken },
          {
            id: 5002,
            slug: 'with-picture',
            meta: {
              _thumbnail_id: '5003',
              _product_image_gallery: `${taken},5003`,
              _children: `a:1:{i:0;i:${taken};}`,
            },
          },
          { id: taken, type: 'page', slug: 'mother' },
          { id: 5003, type: 'attachment', status: 'inherit', attachmentUrl: 'https://old.example/a.jpg' },
        ],
        elsewhere(),
      ),
    );
    const mother = await postOf(get(), 'mother');
    expect(mother.id).not.toBe(taken);
    expect(report.changedIds).toEqual([{ kind: 'item page', from: String(taken), to: mother.id }]);
    expect((await postOf(get(), 'child')).parent_id).toBe(mother.id);
    const post = await postOf(get(), 'with-picture');
    expect(post.featured_media_id).toBe(5003);
    const meta = (await findPostMeta(get().read, [post.id])).get(post.id);
    expect(meta?.get('_product_image_gallery')).toEqual([`${mother.id},5003`]);
    expect(meta?.get('_children')).toEqual([`a:1:{i:0;i:${mother.id};}`]);
    expect(
      (await get().read.selectFrom('post').select('title').where('id', '=', taken).executeTakeFirstOrThrow())
        .title,
    ).toBe('Ours');
  });

  test('leave the keys of a list of ids alone, which are numbers like them', async () => {
    const ours = await get().write((tx) =>
      createPost(tx, { title: 'Ours', status: 'publish', type: 'page' }),
    );
    const list = (key: number, id: number) => `a:2:{i:0;i:5102;i:${key};i:${id};}`;
    await run(
      get(),
      wxr(
        [
          { id: 5101, slug: 'bundle', meta: { _children: list(ours, ours) } },
          { id: 5102, slug: 'in-bundle' },
          { id: ours, type: 'page', slug: 'renumbered' },
        ],
        elsewhere(),
      ),
    );
    const [bundle, renumbered] = [await postOf(get(), 'bundle'), await postOf(get(), 'renumbered')];
    expect(renumbered.id).not.toBe(ours);
    expect((await findPostMeta(get().read, [bundle.id])).get(bundle.id)?.get('_children')).toEqual([
      list(ours, renumbered.id),
    ]);
  });

  test('reserve the ids of later items while others write', async () => {
    const report = await importWxr(
      get(),
      (async function* () {
        const text = wxr(
          Array.from({ length: 250 }, (_, index) => ({ id: 7001 + index, slug: `crowded-${index}` })),
          elsewhere(),
        );
        for await (const piece of inPieces(text, 20_000)) {
          yield piece;
          await get().write((tx) => createPost(tx, { title: 'Meanwhile', status: 'publish' }));
        }
      })(),
    );
    expect(report.counts['item post']?.imported).toBe(250);
    expect(report.changedIds).toEqual([]);
  });

  test('say which parents and pictures are missing, and cut circles of parents', async () => {
    const text = wxr(
      [
        { id: 251, type: 'page', parent: 252, slug: 'circle-a' },
        { id: 252, type: 'page', parent: 251, slug: 'circle-b' },
        { id: 253, type: 'page', parent: 253, slug: 'own-mother' },
        { id: 254, type: 'page', parent: 888_888, slug: 'orphan', meta: { _thumbnail_id: '888889' } },
      ],
      elsewhere(),
    );
    const report = await run(get(), text);
    const parents = new Map(
      (await get().read.selectFrom('post').select(['slug', 'parent_id']).execute()).map((row) => [
        row.slug,
        row.parent_id,
      ]),
    );
    expect(['circle-a', 'circle-b', 'own-mother', 'orphan'].map((slug) => parents.get(slug))).toEqual([
      0, 251, 0, 0,
    ]);
    expect(messages(report)).toEqual([
      'item page 251: its parent 252 is one of its own children; the loop was removed',
      'item page 253: its parent 253 is one of its own children; the loop was removed',
      'item page 254: its parent 888888 is not in the file',
      'item page 254: its featured image 888889 is not in the file',
    ]);
    expect((await findPostMeta(get().read, [254])).get(254)?.get('_thumbnail_id')).toEqual(['888889']);
    const before = await dumpTables(get());
    await run(get(), text);
    expect(await dumpTables(get())).toEqual(before);
  });

  test('keep the addresses of attachments and list their files', async () => {
    const url = 'https://old.example/wp-content/uploads/2020/05/a.webp';
    const report = await run(
      get(),
      wxr(
        [
          {
            id: 261,
            type: 'attachment',
            status: 'inherit',
            attachmentUrl: url,
            meta: {
              _wp_attachment_image_alt: 'A cat',
              _wp_attachment_metadata: 'a:2:{s:5:"width";i:1200;s:6:"height";i:800;}',
            },
          },
        ],
        elsewhere(),
      ),
    );
    expect(
      await get()
        .read.selectFrom('media')
        .select(['file', 'source_url', 'width', 'height', 'alt'])
        .where('post_id', '=', 261)
        .execute(),
    ).toEqual([{ file: '', source_url: url, width: 1200, height: 800, alt: 'A cat' }]);
    expect(
      (await get().read.selectFrom('post').select('mime_type').where('id', '=', 261).executeTakeFirst())
        ?.mime_type,
    ).toBe('image/webp');
    expect(report.missingFiles).toEqual([{ id: '261', title: 'Title 261', url }]);
  });

  test('two items with one id and different guids are both imported', async () => {
    const { url } = elsewhere();
    const first = wxr([{ id: 271, slug: 'first-271', guid: 'https://a.example/1' }], { url });
    const second = wxr([{ id: 271, slug: 'second-271', guid: 'https://a.example/2' }], { url });
    await run(get(), first);
    expect(totals(await run(get(), second)).imported).toBe(1);
    for (const text of [first, second])
      expect(totals(await run(get(), text))).toMatchObject({ imported: 0, updated: 0 });
    expect((await postOf(get(), 'first-271')).id).toBe(271);
    expect((await postOf(get(), 'second-271')).title).toBe('Title 271');
  });
});

onBothDatabases('a second import', (get) => {
  test('follows the exporter’s changes, and never reverts to an older export', async () => {
    const { url } = elsewhere();
    const older = wxr([{ id: 301, content: 'Old' }, { id: 302 }], { url });
    const newer = wxr([{ id: 301, content: 'New', title: 'Renamed' }, { id: 302 }], { url });
    const relearned = async () =>
      (
        await get()
          .read.selectFrom('counter')
          .select('value')
          .where('key', '=', relearnedKey)
          .executeTakeFirst()
      )?.value ?? 0;
    await run(get(), older);
    expect(await relearned()).toBe(1); // users belong to the site's facts, so text comparison restarts
    expect((await run(get(), newer)).counts['item post']).toEqual({
      found: 2,
      imported: 0,
      updated: 1,
      unchanged: 1,
      kept: 0,
      dropped: 0,
    });
    expect((await run(get(), older)).counts['item post']).toEqual({
      found: 2,
      imported: 0,
      updated: 0,
      unchanged: 2,
      kept: 0,
      dropped: 0,
    });
    expect(await postOf(get(), 'post-301')).toMatchObject({ content: 'New', title: 'Renamed' });
    expect(await relearned()).toBe(1);
  });

  test('continues a stopped import, and resolves its open references', async () => {
    const items = Array.from({ length: 300 }, (_, index) => ({
      id: 4000 + index,
      type: 'page',
      parent: 4400,
      slug: `stopped-${index}`,
    }));
    const text = wxr([...items, { id: 4400, type: 'page', slug: 'late-mother' }], elsewhere());
    const stop = new AbortController();
    const first = await importWxr(
      get(),
      (async function* () {
        let read = 0;
        for await (const piece of inPieces(text)) {
          if ((read += piece.length) > text.length / 2) stop.abort();
          yield piece;
        }
      })(),
      { signal: stop.signal },
    );
    expect(first.stopped).toBe(true);
    expect(totals(first).imported).toBeLessThan(301);
    expect(describeReport(first).at(-1)).toMatch(/run the same import again to continue/);
    const second = await run(get(), text);
    expect(second.counts['item page']).toMatchObject({ found: 301, dropped: 0, updated: 0 });
    expect((second.counts['item page']?.imported ?? 0) + (first.counts['item page']?.imported ?? 0)).toBe(
      301,
    );
    const parents = await get()
      .read.selectFrom('post')
      .select('parent_id')
      .where('slug', 'like', 'stopped-%')
      .distinct()
      .execute();
    expect(parents).toEqual([{ parent_id: 4400 }]);
  });

  test('a complete file after a truncated one imports the rest', async () => {
    const text = wxr(
      [
        { id: 321, meta: { _thumbnail_id: '323' } },
        { id: 322 },
        { id: 323, type: 'attachment', status: 'inherit', attachmentUrl: 'https://old.example/c.png' },
      ],
      elsewhere(),
    );
    const cut = await run(get(), text.slice(0, text.indexOf('Content 322')));
    expect(cut.files[0]?.end).toMatchObject({ complete: false, line: 8 });
    expect(describeReport(cut).at(-1)).toMatch(
      /^The file is incomplete: line 8: the file ends in the middle of the item/,
    );
    expect((await run(get(), text)).counts['item post']).toEqual({
      found: 2,
      imported: 1,
      updated: 0,
      unchanged: 1,
      kept: 0,
      dropped: 0,
    });
    expect((await postOf(get(), 'post-321')).featured_media_id).toBe(323);
  });
});

onBothDatabases('terms and authors of an import', (get) => {
  test('keep their hierarchy in any order; missing parents and circles are cut and reported', async () => {
    await get().write((tx) =>
      createTerm(tx, { taxonomy: 'category', name: 'Ours', slug: 'ours', description: 'Stays' }),
    );
    const text = wxr(
      [
        {
          id: 401,
          slug: 'in-terms',
          terms: ['category/child', 'genre/undeclared=Not &amp; declared', 'tag/old-tag=Old'],
        },
        itemXml({ id: 402, terms: ['/=Plain', 'category/plain=Plain'] }),
      ],
      {
        ...elsewhere(),
        parts: [
          termXml({ taxonomy: 'category', slug: 'child', parent: 'mother', id: 61, name: 'A &amp; B' }),
          termXml({ taxonomy: 'category', slug: 'mother', id: 62 }),
          termXml({ taxonomy: 'category', slug: 'x', parent: 'y' }),
          termXml({ taxonomy: 'category', slug: 'y', parent: 'x' }),
          termXml({ taxonomy: 'category', slug: 'lost', parent: 'nowhere' }),
          termXml({ taxonomy: 'category', slug: 'ours', description: 'Theirs' }),
          termXml({ taxonomy: 'post_tag', slug: '%e3%81%82', name: 'あ', id: 62, meta: { colour: 'red' } }),
          termXml({ taxonomy: 'category', slug: 'child', id: 61 }),
          termXml({ taxonomy: 'category', slug: '', name: '' }),
        ],
      },
    );
    const report = await run(get(), text);
    const terms = new Map(
      (await get().read.selectFrom('term').selectAll().execute()).map((term) => [
        `${term.taxonomy}/${term.slug}`,
        term,
      ]),
    );
    expect(terms.get('category/child')).toMatchObject({ id: 61, name: 'A & B', parent_id: 62 });
    expect([terms.get('category/x')?.parent_id, terms.get('category/y')?.parent_id]).toEqual([
      0,
      terms.get('category/x')?.id,
    ]);
    expect(terms.get('category/ours')?.description).toBe('Stays');
    expect(terms.get('genre/undeclared')?.name).toBe('Not & declared');
    const tag = terms.get('post_tag/あ');
    expect(tag?.id).not.toBe(62);
    expect(
      await get()
        .read.selectFrom('term_meta')
        .select(['key', 'value'])
        .where('term_id', '=', tag?.id ?? 0)
        .execute(),
    ).toEqual([{ key: 'colour', value: 'red' }]);
    const stored = await get()
      .read.selectFrom('term_relationship')
      .innerJoin('term', 'term.id', 'term_id')
      .select(['slug', 'taxonomy'])
      .where('post_id', 'in', [401, 402])
      .orderBy('post_id')
      .orderBy('position')
      .execute();
    expect(stored.map(({ taxonomy, slug }) => `${taxonomy}/${slug}`)).toEqual([
      'category/child',
      'genre/undeclared',
      'post_tag/old-tag',
      'category/plain',
    ]);
    expect(messages(report)).toEqual([
      'term category:x: its parent "y" is one of its own children; the loop was removed',
      'term category:lost: its parent "nowhere" is neither in the file nor on the site',
      'term 61: duplicate in the file',
      'term category:: it has neither a slug nor a name',
    ]);
    const before = await dumpTables(get());
    await run(get(), text);
    expect(await dumpTables(get())).toEqual(before);
  });

  test('authors are matched by log-in name or created without a password; the administrator stays unchanged', async () => {
    await ensureAdministrator(get(), { user: 'admin', email: 'admin@example.org', password: 'long enough' });
    const admin = () =>
      get().read.selectFrom('user').selectAll().where('login', '=', 'admin').executeTakeFirstOrThrow();
    const before = await admin();
    const report = await run(
      get(),
      wxr(
        [
          { id: 411, slug: 'by-admin', creator: 'admin' },
          { id: 412, slug: 'by-bob', creator: 'bob+x' },
          { id: 413, slug: 'by-nobody', creator: '' },
          { id: 414, slug: 'by-stranger', creator: 'stranger' },
        ],
        {
          ...elsewhere(),
          authors: [authorXml('admin', 1, 'Their admin'), authorXml('bob+x', 44, 'Bob &amp; Co')],
        },
      ),
    );
    expect(await admin()).toEqual(before);
    const bob = await get()
      .read.selectFrom('user')
      .selectAll()
      .where('slug', '=', 'bob-x')
      .executeTakeFirstOrThrow();
    expect(bob).toMatchObject({
      id: 44,
      login: 'bob-x',
      display_name: 'Bob & Co',
      password_hash: '',
      roles: '["author"]',
    });
    const authors = await Promise.all(
      ['by-admin', 'by-bob', 'by-nobody', 'by-stranger'].map(
        async (slug) => (await postOf(get(), slug)).author_id,
      ),
    );
    expect(authors).toEqual([before.id, 44, before.id, before.id]);
    expect(messages(report)).toEqual([
      `author (empty): is not declared in the file; its items were assigned to user ${before.id}`,
      `author stranger: is not declared in the file; its items were assigned to user ${before.id}`,
    ]);
  });

  test('an invalid or taken email address of an author is left out, and the report says so', async () => {
    const author = (login: string, email: string) =>
      authorXml(login, 0).replace(`${login}@example.org`, email);
    const report = await run(
      get(),
      wxr([], {
        ...elsewhere(),
        authors: [
          author('lost-one', 'Admin@example.org'),
          author('lost-two', 'no mailbox'),
          author('lost-none', ''),
          authorXml('lost-not'),
        ],
      }),
    );
    const rows = await get()
      .read.selectFrom('user')
      .select(['login', 'email'])
      .where('login', 'like', 'lost-%')
      .orderBy('login')
      .execute();
    expect(rows.map(({ login, email }) => `${login} ${email}`)).toEqual([
      'lost-none ',
      'lost-not lost-not@example.org',
      'lost-one ',
      'lost-two ',
    ]);
    expect(messages(report)).toEqual(
      ['Admin@example.org', 'no mailbox'].map(
        (email, at) =>
          `author lost-${['one', 'two'][at]}: its email address ${email} is invalid or already in use; the user has no email address`,
      ),
    );
  });

  test('files of version 1.0 declare no authors; their items name them', async () => {
    await run(
      get(),
      wxr([{ id: 421, creator: 'old hand' }], { ...elsewhere(), version: '1.0', authors: [] }),
    );
    expect(
      await get().read.selectFrom('user').select('slug').where('login', '=', 'old hand').execute(),
    ).toEqual([{ slug: 'old-hand' }]);
  });

  test('the site is named after the export once, if it is unnamed', async () => {
    const setting = async () =>
      (
        await get()
          .read.selectFrom('setting')
          .select('value')
          .where('key', '=', 'blogname')
          .executeTakeFirst()
      )?.value;
    expect(await setting()).toBe('"Old site"');
    await run(get(), wxr([], { ...elsewhere(), title: 'Another' }));
    expect(await setting()).toBe('"Old site"');
  });
});

describe('collapse', () => {
  test('emits few tags, which cover many, and never misses content that must not be served', () => {
    const tags = (count: number, urgency: Emission['urgency']) =>
      Array.from({ length: count }, (_, index) => ({ tag: `post:${index}` as const, urgency }));
    expect(collapse(tags(1000, 'change'))).toHaveLength(1000);
    expect(collapse(tags(1001, 'change'))).toEqual([{ tag: '*', urgency: 'change' }]);
    expect(collapse([...tags(1001, 'change'), { tag: 'post:2000', urgency: 'remove' }])).toEqual([
      { tag: 'post:2000', urgency: 'remove' },
      { tag: '*', urgency: 'change' },
    ]);
    expect(collapse(tags(1001, 'remove'))).toEqual([{ tag: '*', urgency: 'remove' }]);
  });
});
