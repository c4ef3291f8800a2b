import { afterAll, beforeAll, expect, test } from 'vitest';
import { inPieces, itemXml, menuItem, termXml, wxr } from '../../test/fixtures/wxr.ts';
import { onDrawnDatabase } from '../../test/harness/databases.ts';
import { dumpTables } from '../../test/harness/dump-tables.ts';
import { rawRequest, serveSite } from '../../test/harness/served-site.ts';
import type { ServedSite } from '../../test/harness/served-site.ts';
import { runAddresses } from '../cli/addresses.ts';
import { createPost, deletePost, updatePost } from '../modules/posts/writer.ts';
import { describeHidden, findHidden } from '../modules/posts/addresses.ts';
import { findPost } from '../modules/posts/reader.ts';
import { findUserByLogin } from '../modules/users/reader.ts';
import { importWxr } from './import-wxr.ts';
import { describeReport, totals } from './report.ts';
import type { ImportReport } from './report.ts';

/** A new source for each test, so that tests don't conflict. */
let site = 0;
const elsewhere = () => ({ url: `https://site-${++site}.example` });
const messages = (report: ImportReport) =>
  [...report.notes, ...report.dropped].map(({ kind, id, message }) => `${kind} ${id}: ${message}`);

onDrawnDatabase('an export with faults', (get, place) => {
  const run = async (text: string) => {
    const report = await importWxr(get(), inPieces(text));
    const sum = totals(report);
    expect(sum.imported + sum.unchanged + sum.updated + sum.kept + sum.dropped, 'the report adds up').toBe(
      sum.found,
    );
    expect(report.dropped).toHaveLength(sum.dropped);
    return report;
  };
  /** All tables except rendered texts, which the serving site caches at any time. */
  const stored = async () => ({ ...(await dumpTables(get())), post_render: [] });
  /** Imports it again: nothing changes. */
  const again = async (text: string) => {
    const before = await stored();
    const report = await run(text);
    expect(totals(report)).toMatchObject({ imported: 0, updated: 0 });
    expect(await stored()).toEqual(before);
    return report;
  };
  const postsNamed = (pattern: string) =>
    get().read.selectFrom('post').selectAll().where('slug', 'like', pattern).orderBy('id').execute();
  let served: ServedSite;
  beforeAll(async () => (served = await serveSite(place())));
  afterAll(() => served.close());

  test('is imported completely despite surrounding server warnings, which the report quotes', async () => {
    const text = wxr(
      [
        { id: 101, slug: 'before-it' },
        { id: 102, slug: 'behind-it' },
      ],
      { ...elsewhere(), exported: 'Thu, 01 Jan 2026 00:00:00 GMT' },
    );
    const report = await run(
      `<br />\n<b>Notice</b>: x\n${text}<br />\n<b>Warning</b>: <script>y</script></rss><rss><channel><item/>`,
    );
    expect(report.counts['item post']).toMatchObject({ imported: 2 });
    expect(report.files[0]?.end).toMatchObject({ complete: true, precededBy: '<br /> <b>Notice</b>: x' });
    expect(describeReport(report).slice(-2)).toEqual([
      'Ignored content before the export: "<br /> <b>Notice</b>: x".',
      expect.stringMatching(
        /^Ignored content after the end of the export in line \d+: "<br \/> <b>Warning<\/b>: <script>y.*\. The whole export was read\.$/,
      ),
    ]);
    await again(`${text}Warning`);
  });

  test('publishes nothing that has no status', async () => {
    const report = await run(
      wxr(
        [
          { id: 141, slug: 'no-status', status: '' },
          {
            id: 142,
            slug: 'no-status-file',
            type: 'attachment',
            status: '',
            attachmentUrl: 'https://x.example/a.png',
          },
        ],
        elsewhere(),
      ),
    );
    expect((await postsNamed('no-status%')).map(({ type, status }) => [type, status])).toEqual([
      ['post', 'draft'],
      ['attachment', 'inherit'],
    ]);
    expect(messages(report)).toContain('item post 141: it has no status; it was imported as a draft');
  });

  test('reports what happened to versions and their comments', async () => {
    const comments = (id: number) => [{ id, content: `On ${id}` }];
    const text = wxr(
      [
        { id: 151, slug: 'with-versions' },
        { id: 152, type: 'revision', parent: 151, status: 'inherit', comments: comments(1521) },
        { id: 153, type: 'revision', parent: 999, status: 'inherit', comments: comments(1531) },
        { id: 154, type: 'revision', status: 'inherit', comments: comments(1541) },
      ],
      elsewhere(),
    );
    const report = await run(text);
    expect(report.counts.comment).toMatchObject({ found: 3, dropped: 3 });
    expect(report.counts['item revision']).toMatchObject({ found: 3, imported: 1, dropped: 2 });
    expect(messages(report).filter((message) => message.startsWith('item'))).toEqual([
      'item revision 153: its post 999 does not appear before it in the file',
      'item revision 154: it does not specify the post of which it is a revision',
    ]);
    expect((await again(text)).counts.comment).toMatchObject({ found: 3, dropped: 3 });
  });

  test('imports both of two items with one id, the second with another, and no third on repeat', async () => {
    const source = elsewhere();
    const comments = (id: number) => [{ id, content: `On ${id}` }];
    const twins = (second: string) =>
      wxr(
        [
          { id: 201, slug: 'twin-a', content: 'One', comments: comments(2011) },
          { id: 202, type: 'page', slug: 'twin-child', parent: 201 },
          {
            id: 201,
            slug: 'twin-b',
            content: second,
            guid: 'https://old.example/?p=201',
            comments: comments(2012),
          },
          { id: 201, slug: 'twin-c', guid: 'https://c.example/' },
          itemXml({ id: 201, slug: 'twin-c', guid: 'https://c.example/' }),
        ],
        source,
      );
    const report = await run(twins('Two'));
    const [first, second, third] = await postsNamed('twin-_');
    expect([first, second, third].map((post) => post?.content)).toEqual(['One', 'Two', 'Content 201']);
    expect(first?.id).toBe(201);
    expect(report.counts['item post']).toEqual({
      found: 4,
      imported: 3,
      updated: 0,
      unchanged: 1,
      kept: 0,
      dropped: 0,
    });
    expect(messages(report).filter((message) => message.includes('has the same ID'))).toEqual(
      [second, third].map(
        (post) =>
          `item post 201: another item in the file has the same ID; this one now has the ID ${post?.id}`,
      ),
    );
    expect(report.changedIds.map(({ from, to }) => [from, to])).toEqual([
      ['201', second?.id],
      ['201', third?.id],
    ]);
    // Each has its own comments, and references by id mean the first.
    expect(
      await get()
        .read.selectFrom('comment')
        .select(['id', 'post_id'])
        .where('id', 'in', [2011, 2012])
        .orderBy('id')
        .execute(),
    ).toEqual([
      { id: 2011, post_id: 201 },
      { id: 2012, post_id: second?.id },
    ]);
    expect((await postsNamed('twin-child'))[0]?.parent_id).toBe(201);
    await again(twins('Two'));
    // A later version of the second changes the second.
    expect((await run(twins('Two, mended'))).counts['item post']).toMatchObject({ imported: 0, updated: 1 });
    expect((await postsNamed('twin-_')).map(({ content }) => content)).toEqual([
      'One',
      'Two, mended',
      'Content 201',
    ]);
    await again(twins('Two, mended'));
  });

  test('references by id mean the item of the required type, in either order', async () => {
    const source = elsewhere();
    const text = wxr(
      [
        { id: 221, slug: 'typed-early', meta: { _thumbnail_id: '222' } },
        { id: 223, type: 'page', slug: 'typed-child', parent: 224 },
        { id: 222, slug: 'typed-post' },
        { id: 224, slug: 'typed-other' },
        { id: 225, slug: 'typed-between', meta: { _thumbnail_id: '222' } },
        { id: 226, type: 'page', slug: 'typed-child-2', parent: 224 },
        {
          id: 222,
          type: 'attachment',
          slug: 'typed-picture',
          status: 'inherit',
          parent: 224,
          attachmentUrl: 'https://old.example/x.jpg',
        },
        { id: 224, type: 'page', slug: 'typed-page' },
        {
          id: 227,
          slug: 'typed-late',
          meta: { _thumbnail_id: '222' },
          content:
            '<!-- wp:navigation-link {"id":224,"kind":"post-type","type":"page"} /-->' +
            '<!-- wp:navigation {"ref":224} /--><!-- wp:navigation-link {"id":224,"kind":"post-type","type":"post"} /-->',
        },
        menuItem(228, 'typed=Typed', { type: 'post_type', object: 'page', objectId: 224 }),
        menuItem(229, 'typed=Typed', { type: 'post_type', object: 'post', objectId: 224 }),
      ],
      source,
    );
    await run(text);
    const rows = await postsNamed('typed-%');
    const of = (slug: string) => rows.find((row) => row.slug === slug);
    const [picture, page, other] = [of('typed-picture')?.id, of('typed-page')?.id, of('typed-other')?.id];
    expect(['early', 'between', 'late'].map((name) => of(`typed-${name}`)?.featured_media_id)).toEqual([
      picture,
      picture,
      picture,
    ]);
    expect(['typed-child', 'typed-child-2', 'typed-picture'].map((name) => of(name)?.parent_id)).toEqual([
      page,
      page,
      other,
    ]);
    expect(
      [...(of('typed-late')?.content ?? '').matchAll(/"(?:id|ref)":(\d+)/g)].map(([, id]) => Number(id)),
    ).toEqual([page, other, other]);
    const items = await get()
      .read.selectFrom('menu_item')
      .innerJoin('menu', 'menu.id', 'menu_item.menu_id')
      .select('menu_item.object_id')
      .where('menu.slug', '=', 'typed')
      .orderBy('menu_item.id')
      .execute();
    expect(items.map(({ object_id: id }) => id)).toEqual([page, other]);
    await again(text);
  });

  test('does not restore a twin that was deleted here', async () => {
    const source = elsewhere();
    const text = (last: string) =>
      wxr(
        [
          { id: 211, slug: 'gone-a' },
          { id: 211, slug: 'gone-b', content: last },
        ],
        source,
      );
    await run(text('x'));
    const [, second] = await postsNamed('gone-_');
    await get().write(async (tx) => updatePost(tx, second?.id ?? 0, { status: 'trash' }));
    const report = await run(text('y'));
    expect(messages(report)).toEqual(['item post 211: it was moved to the trash here']);
    expect(await postsNamed('gone-_')).toHaveLength(2);
  });

  test('a blank password counts as no password; any other protects the post', async () => {
    const text = wxr(
      [
        { id: 301, slug: 'blank', password: '  ' },
        { id: 302, slug: 'locked', password: ' x ' },
      ],
      elsewhere(),
    );
    await run(text);
    expect(
      [...(await postsNamed('blank')), ...(await postsNamed('locked'))].map(({ password }) => password),
    ).toEqual(['', ' x ']);
    expect((await rawRequest(served.url, '/blank/')).body).toContain('Content 301');
    expect((await rawRequest(served.url, '/locked/')).body).not.toContain('Content 302');
    await again(text);
  });

  test('terms of Co-Authors Plus without its prefix are bylines; a taxonomy of that name on books is one', async () => {
    const text = wxr(
      [
        {
          id: 401,
          creator: 'ann',
          terms: ['author/bea-capless=Bea Capless', 'author/ann=Ann', 'category/news'],
        },
        { id: 402, type: 'page', terms: ['author/cy=Cy'] },
        { id: 403, type: 'book', terms: ['author/melville=Melville'] },
        itemXml({ id: 404, terms: ['author/=Dee Dum'] }),
      ],
      {
        ...elsewhere(),
        parts: [termXml({ taxonomy: 'author', slug: 'ann', name: 'ann', description: 'Ann ann 7' })],
      },
    );
    await run(text);
    const id = async (login: string) => (await findUserByLogin(get().read, login))?.id ?? 0;
    const authors = async (post: number) => (await findPost(get().read, post))?.authorIds;
    expect([await authors(401), await authors(402), await authors(404)]).toEqual([
      [await id('ann'), await id('bea-capless')],
      [await id('cy')],
      [await id('dee-dum')],
    ]);
    expect(
      await get().read.selectFrom('term').select('slug').where('taxonomy', '=', 'author').execute(),
    ).toEqual([{ slug: 'melville' }]);
    await again(text);
  });

  test('slugs that are addresses of the site’s own get a number, old addresses and the site’s stay', async () => {
    const slugs = [
      'feed',
      'rss2',
      'atom',
      'embed',
      'wp-json',
      'wp-admin',
      'wp-content',
      'assets',
      'healthz',
      'Feed',
      '2026',
      'xmlrpc.php',
    ];
    const text = wxr(
      slugs.flatMap((slug, index) => [
        { id: 500 + index, slug, title: `Post ${slug}` },
        { id: 550 + index, slug, type: 'page', title: `Page ${slug}` },
      ]),
      elsewhere(),
    );
    const feed = await rawRequest(served.url, '/feed/');
    const report = await run(text);
    for (const [index, slug] of slugs.entries()) {
      expect(messages(report)).toContain(
        `item post ${500 + index}: its slug "${slug}" was already in use; it is now "${slug}-2"`,
      );
      for (const id of [500 + index, 550 + index]) {
        const path = (await rawRequest(served.url, `/?p=${id}`)).headers.location;
        const page = await rawRequest(served.url, new URL(String(path), served.url).pathname);
        expect([id, page.status]).toEqual([id, 200]);
      }
    }
    expect((await rawRequest(served.url, '/feed/')).headers['content-type']).toBe(
      feed.headers['content-type'],
    );
    expect((await rawRequest(served.url, '/wp-json/')).headers['content-type']).toMatch(/json/);
    await again(text);
    // The same applies to posts created here.
    const own = await get().write((tx) => createPost(tx, { title: 'Embed', status: 'publish' }));
    expect((await findPost(get().read, own))?.slug).toBe('embed-4');
  });

  test('items of one address: pages precede articles, these files, and existing items win; the report lists both addresses', async () => {
    const { url } = elsewhere();
    const at = (path: string) => ({ link: `${url}${path}` });
    await get().write(async (tx) => {
      await createPost(tx, { title: 'Ours', slug: 'both-ours', content: 'Words of ours', status: 'publish' });
      await createPost(tx, { type: 'attachment', title: 'File G', slug: 'both-g', status: 'inherit' });
    });
    const text = wxr(
      [
        { id: 7001, slug: 'both-a', title: 'Post A', ...at('/2026/03/both-a/') },
        { id: 7002, type: 'page', slug: 'both-a', title: 'Page A', ...at('/both-a/') },
        { id: 7003, type: 'page', slug: 'both-b', title: 'Page B', ...at('/both-b/') },
        { id: 7004, slug: 'both-b', title: 'Post B', ...at('/both-b/') },
        {
          id: 7005,
          type: 'attachment',
          slug: 'both-c',
          title: 'File C',
          status: 'inherit',
          attachmentUrl: `${url}/c.png`,
          ...at('/both-c/'),
        },
        { id: 7006, slug: 'both-c', title: 'Post C', ...at('/2026/03/both-c/') },
        { id: 7007, type: 'page', slug: 'both-ours', title: 'Page O', ...at('/both-ours/') },
        { id: 7008, slug: 'both-d', title: 'Post D', ...at('/archives/7008') },
        { id: 7009, type: 'page', slug: 'both-d', title: 'Draft D', status: 'draft' },
        // Its page comes later: unlike the article, it is not at the root.
        { id: 7010, slug: 'both-e', title: 'Post E', ...at('/2026/03/both-e/') },
        { id: 7011, type: 'page', slug: 'both-e', parent: 7012, ...at('/both-f/both-e/') },
        { id: 7012, type: 'page', slug: 'both-f', title: 'Page F', ...at('/both-f/') },
        { id: 7013, slug: 'both-g', title: 'Post G', ...at('/both-g/') },
      ],
      { url },
    );
    const report = await run(text);
    const slugMessages = messages(report).filter((message) => message.includes('was already in use'));
    const ours = (await postsNamed('both-ours'))[0]?.id;
    expect(slugMessages.toSorted()).toEqual([
      'item attachment 7005: its slug "both-c" was already in use; it is now "both-c-2": /both-c/ is Post 7006 "Post C", so it is at /both-c-2/',
      'item attachment : its slug "both-g" was already in use; it is now "both-g-2": /both-g/ is Post 7013 "Post G", so it is at /both-g-2/',
      `item page 7007: its slug "both-ours" was already in use; it is now "both-ours-2": /both-ours/ is Post ${ours} "Ours", so it is at /both-ours-2/`,
      'item post 7001: its slug "both-a" was already in use; it is now "both-a-2": /both-a/ is Page 7002 "Page A", so it is at /both-a-2/, and its old address ' +
        '/2026/03/both-a/ redirects there',
      'item post 7004: its slug "both-b" was already in use; it is now "both-b-2": /both-b/ is Page 7003 "Page B", so it is at /both-b-2/',
    ]);
    const body = async (path: string) => String((await rawRequest(served.url, path)).body);
    const leads = async (path: string) => (await rawRequest(served.url, path)).headers.location;
    for (const [path, words] of [
      ['/both-a/', 'Content 7002'],
      ['/both-a-2/', 'Content 7001'],
      ['/both-b/', 'Content 7003'],
      ['/both-b-2/', 'Content 7004'],
      ['/both-c/', 'Content 7006'],
      ['/both-c-2/', 'File C'],
      ['/both-g/', 'Content 7013'],
      ['/both-g-2/', 'File G'],
      ['/both-ours/', 'Words of ours'],
      ['/both-ours-2/', 'Content 7007'],
      ['/both-d/', 'Content 7008'],
      ['/both-e/', 'Content 7010'],
      ['/both-f/both-e/', 'Content 7011'],
    ] as const)
      expect([path, (await body(path)).includes(words)]).toEqual([path, true]);
    expect(
      await Promise.all(['/2026/03/both-a/', '/2026/03/both-c/', '/archives/7008', '/?p=7004'].map(leads)),
    ).toEqual(['/both-a-2/', '/both-c/', '/both-d/', '/both-b-2/']);
    expect(
      await get().read.selectFrom('redirect').select('source').where('source', 'like', '/both-%').execute(),
    ).toEqual([]);
    await again(text);
    // A later export: existing content keeps its address.
    await run(wxr([{ id: 7020, type: 'page', slug: 'both-e', title: 'Page E', ...at('/both-e/') }], { url }));
    expect([await body('/both-e/'), await body('/both-e-2/')]).toEqual([
      expect.stringContaining('Content 7010'),
      expect.stringContaining('Content 7020'),
    ]);
  });

  test('files that get a new slug are listed, and a slug taken for a moment is returned, in order of types', async () => {
    const { url } = elsewhere();
    const file = (slug: string) =>
      get().write((tx) => createPost(tx, { type: 'attachment', title: slug, slug, status: 'inherit' }));
    const [sunset, moment, taken] = [
      await file('way-sunset'),
      await file('way-moment'),
      await file('way-taken'),
    ];
    const slugOf = async (id: number) => (await findPost(get().read, id))?.slug;
    const version = (status: string) =>
      wxr([{ id: 7101, slug: 'way-sunset', title: 'Sunset', status }], { url });
    await run(version('draft'));
    expect(await slugOf(sunset)).toBe('way-sunset');
    expect(messages(await run(version('publish')))).toEqual([
      'item attachment : its slug "way-sunset" was already in use; it is now "way-sunset-2": /way-sunset/ is Post 7101 "Sunset", so it is at /way-sunset-2/',
    ]);
    // Its parent's id is taken by another item: until the parent is imported it is at the top level.
    const child = (id: number, slug: string) => ({ id, type: 'page', slug, parent: taken });
    const text = wxr(
      [
        child(7111, 'way-moment'),
        child(7112, 'way-order'),
        { id: 7113, slug: 'way-order' },
        { id: 7114, type: 'page', slug: 'way-order' },
        { id: 7115, slug: 'way-order' },
        { id: taken, type: 'page', slug: 'way-parent' },
      ],
      { url },
    );
    const report = await run(text);
    expect([await slugOf(moment), await slugOf(7111)]).toEqual(['way-moment', 'way-moment']);
    expect(await Promise.all([7112, 7113, 7114, 7115].map(slugOf))).toEqual([
      'way-order',
      'way-order-2',
      'way-order',
      'way-order-3',
    ]);
    expect(
      messages(report)
        .filter((message) => message.includes('was already in use'))
        .map((message) => message.slice(0, 16))
        .toSorted(),
    ).toEqual(['item post 7113: ', 'item post 7115: ']);
    await again(text);
  });

  test('a comment without status is held; comments of skipped posts are counted', async () => {
    const text = wxr(
      [
        {
          id: 601,
          slug: 'discussed',
          comments: [
            { id: 6011, approved: '', content: 'No status' },
            { id: 6012, content: 'Said' },
            { id: 6013, approved: 'odd' },
          ],
        },
        { id: 602, type: 'oembed_cache', comments: [{ id: 6021 }, { id: 6022 }] },
        { id: 603, status: 'auto-draft', comments: [{ id: 6031 }] },
      ],
      elsewhere(),
    );
    const report = await run(text);
    expect(
      await get()
        .read.selectFrom('comment')
        .select(['id', 'status'])
        .where('id', 'in', [6011, 6012, 6013])
        .orderBy('id')
        .execute(),
    ).toEqual([
      { id: 6011, status: 'hold' },
      { id: 6012, status: 'approved' },
      { id: 6013, status: 'hold' },
    ]);
    expect(report.counts.comment).toEqual({
      found: 6,
      imported: 3,
      updated: 0,
      unchanged: 0,
      kept: 0,
      dropped: 3,
    });
    expect(messages(report).filter((message) => message.startsWith('comment'))).toEqual([
      'comment 6013: unknown status "odd"; the comment is held for moderation',
      'comment 6021: its post was not imported',
      'comment 6022: its post was not imported',
      'comment 6031: its post was not imported',
    ]);
    const page = String((await rawRequest(served.url, '/discussed/')).body);
    expect([page.includes('Said'), page.includes('No status')]).toEqual([true, false]);
    await again(text);
  });

  test('slugs that equal reserved words: each item has its own address, and hides nothing of the site', async () => {
    const slugs = [
      'page',
      'category',
      'tag',
      'author',
      'search',
      'type',
      'wp-admin',
      'wp-content',
      'embed',
      'feed',
      'sitemap',
      'healthz',
      'script-frame',
      '2024',
      '7',
    ];
    const closed = ['wp-admin', 'wp-content', 'embed', 'feed', 'healthz', '2024'];
    const fetchPage = async (path: string) => {
      const { status, headers, body } = await rawRequest(served.url, path);
      return { status, to: headers.location, title: /<title>([^<]*)/.exec(String(body))?.[1] ?? '' };
    };
    const ours = async () => {
      const paths = [
        '/page/2/',
        '/category/mine/',
        '/tag/mine/',
        '/author/ann/',
        '/search/mine/',
        '/type/gallery/',
        '/2020/',
        '/wp-admin/',
        '/mine/embed/',
        '/mine/feed/',
        '/feed/',
        '/healthz',
        '/wp-sitemap.xml',
        '/sitemap.xml',
        '/wp-json/',
        `/script-frame/1/${'x'.repeat(43)}`,
        '/wp-content/uploads/none.png',
        '/wp-login.php',
      ];
      return Promise.all(paths.map(async (path) => ({ path, ...(await fetchPage(path)) })));
    };
    const many = Array.from({ length: 20 }, (_, n) => ({ id: 8100 + n, slug: `mine-${n}` }));
    await run(
      wxr(
        [
          ...many,
          {
            id: 8199,
            slug: 'mine',
            title: 'Mine',
            terms: ['category/mine', 'post_tag/mine', 'post_format/post-format-gallery=Gallery'],
          },
        ],
        elsewhere(),
      ),
    );
    const before = await ours();
    for (const type of ['post', 'page']) {
      const source = elsewhere();
      const items = slugs.map((slug, n) => ({
        id: 8200 + n,
        type,
        slug,
        title: `${type} ${slug}`,
        content: `Text ${slug}`,
        link: `${source.url}/${slug}/`,
      }));
      const terms = ['category', 'post_tag'].flatMap((taxonomy) =>
        slugs.map((slug) => termXml({ taxonomy, slug, name: `${taxonomy} ${slug}` })),
      );
      await run(wxr(items, { ...source, parts: terms }));
      const made = await get()
        .read.selectFrom('post')
        .select(['id', 'slug', 'title'])
        .where(
          'title',
          'in',
          items.map(({ title }) => title),
        )
        .execute();
      expect(made.map(({ slug }) => slug.replace(/-\d+$/, '-n')).toSorted()).toEqual(
        slugs.map((slug) => (closed.includes(slug) ? `${slug}-n` : slug)).toSorted(),
      );
      const shows = (title: string) => ({ status: 200, to: undefined, title: `${title} – Old site` });
      for (const { slug, title } of made)
        expect([slug, await fetchPage(`/${slug}/`)]).toEqual([slug, shows(title)]);
      // Pages named like the prefix of term addresses, which articles can't hide.
      for (const slug of type === 'page' ? slugs : []) {
        const [base, name] = ['page', 'feed', 'type'].includes(slug)
          ? ['tag', 'post_tag']
          : ['category', 'category'];
        expect([base, slug, await fetchPage(`/${base}/${slug}/`)]).toEqual([
          base,
          slug,
          shows(`${name} ${slug}`),
        ]);
      }
      expect(await ours()).toEqual(before);
      await get().write(async (tx) => {
        for (const { id } of made) await deletePost(tx, id);
      });
    }
  });

  test('reports items hidden by an older one at their address, imported or not', async () => {
    const ids = await get().write(async (tx) => {
      const make = (type: string, slug: string, more = {}) =>
        createPost(tx, { type, title: `The ${slug}`, slug, status: 'publish', content: '', ...more });
      const parent = await make('page', 'over');
      return {
        article: await make('post', 'met'),
        page: await make('page', 'met-2'),
        below: await make('page', 'met-3', { parentId: parent }),
        draft: await make('post', 'met-4', { status: 'draft' }),
      };
    });
    expect(await runAddresses(get())).toEqual(['No two items share an address.']);
    await get().write((tx) =>
      tx.db.updateTable('post').set({ slug: 'met' }).where('id', 'in', Object.values(ids)).execute(),
    );
    const line =
      `/met/ is Page ${ids.page} "The met-2" (/wp-admin/post.php?post=${ids.page}&action=edit); it hides Post ${ids.article} "The met" ` +
      `(/wp-admin/post.php?post=${ids.article}&action=edit)`;
    expect(await runAddresses(get())).toEqual([line]);
    // However many slugs exist, each query reads a bounded number of them.
    const queriesFor = async (atATime?: number) => {
      const before = get().queryCount();
      expect((await findHidden(get().read, atATime)).map(describeHidden)).toEqual([line]);
      return get().queryCount() - before;
    };
    const atOnce = await queriesFor();
    expect(await queriesFor(1)).toBeGreaterThan(atOnce);
    await queriesFor(2);
    expect(String((await rawRequest(served.url, '/met/')).body)).toContain('<title>The met-2');
    const report = await run(wxr([{ id: 8301, slug: 'with-hidden' }], elsewhere()));
    expect(report.hidden).toEqual([line]);
    expect(describeReport(report)).toContain(`  ${line}`);
    expect(describeReport({ ...report, hidden: ['a title\u001b[2J\u009b31m'] })).toContain('  a title[2J31m');
    await get().write((tx) => updatePost(tx, ids.article, { slug: 'met-2' }));
    expect(await runAddresses(get())).toEqual(['No two items share an address.']);
  });
});
