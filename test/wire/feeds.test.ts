import { createReadStream, existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { updatePost } from '../../src/modules/posts/writer.ts';
import { saveSettings } from '../../src/modules/settings/store.ts';
import { importWxr } from '../../src/import/import-wxr.ts';
import { onDrawnDatabase } from '../harness/databases.ts';
import { makeComment, makeMedia, makePost, makeTerm, makeUser } from '../harness/factories.ts';
import { readFeed } from '../harness/read-feed.ts';
import { rawRequest, serveSite } from '../harness/served-site.ts';
import type { ServedSite } from '../harness/served-site.ts';

const unitTest = fileURLToPath(new URL('../../../shared/data/theme-unit-test.xml', import.meta.url));

onDrawnDatabase('feeds', (_get, place) => {
  let site: ServedSite;
  const get = (path: string, headers?: Record<string, string>) => rawRequest(site.url, path, { headers });
  const write = <Result>(work: Parameters<typeof site.database.write<Result>>[0]) =>
    site.database.write(work);
  const ids = { story: 0, hostile: 0, secret: 0, imported: 0, science: 0, ada: 0 };

  beforeAll(async () => {
    site = await serveSite(place());
    await write(async (tx) => {
      await saveSettings(tx, {
        blogname: 'The Daily & Co.',
        blogdescription: 'News <soon>',
        site_language: 'en-GB',
      });
      ids.ada = await makeUser(tx, { login: 'ada', slug: 'ada', displayName: 'Ada Quill' });
      const ben = await makeUser(tx, { login: 'ben', slug: 'ben', displayName: 'Ben “B” Ink' });
      ids.science = await makeTerm(tx, { name: 'Science & more', slug: 'science' });
      const space = await makeTerm(tx, { name: 'Space', slug: 'space', parentId: ids.science });
      const tag = await makeTerm(tx, { taxonomy: 'post_tag', name: 'comets', slug: 'comets' });
      const genre = await makeTerm(tx, { taxonomy: 'genre', name: 'Noir', slug: 'noir' });
      const picture = await makeMedia(tx, { file: { alt: 'The "tail", by R$& co' } });
      ids.story = await makePost(tx, {
        title: 'A comet &amp; its <em>tail</em>',
        slug: 'a-comet',
        authorIds: [ids.ada, ben],
        termIds: [space, tag, genre],
        featuredMediaId: picture,
        content:
          '<!-- wp:paragraph --><p>Opening words, <a href="/about/">about</a> it ]]> and <a href="#note">a note</a>.</p><!-- /wp:paragraph -->\n<!-- wp:image ' +
          '--><figure class="wp-block-image"><img src="/wp-content/uploads/2026/01/tail.jpg" alt="Its tail"/></figure><!-- /wp:image -->\n<!-- ' +
          'wp:broadsheet/copy-code {"code":"npm start"} /-->',
      });
      ids.hostile = await makePost(tx, {
        title: 'Half \ud800 a pair \u0007 & ]]> <script>',
        slug: 'hostile',
        authorId: ben,
        content: '<p>Bell \u0007, half \udc00, ]]>, <b>unclosed <script>alert("]]>")</script></p>',
        termIds: [ids.science],
      });
      ids.secret = await makePost(tx, {
        title: 'Behind a word',
        slug: 'behind-a-word',
        password: 'open sesame',
        content: 'The hidden treasure map.',
        termIds: [ids.science],
      });
      await makePost(tx, {
        title: 'Unfinished thoughts',
        slug: 'unfinished',
        status: 'draft',
        content: 'Nobody may read this.',
        termIds: [ids.science],
      });
      ids.imported = await makePost(tx, {
        title: 'From elsewhere',
        slug: 'from-elsewhere',
        guid: 'http://old.example/?p=77 of <old>',
        publishedAt: Date.UTC(2025, 5, 1),
        content: 'Old words.',
        meta: { enclosure: ['https://cdn.example/show.mp3\n123456\naudio/mpeg\n'] },
        termIds: [ids.science],
      });
      await makeComment(tx, {
        postId: ids.story,
        authorName: 'Zed <b>',
        content: 'I saw it ]]> <script>alert(1)</script> too.',
      });
      await makeComment(tx, { postId: ids.secret, content: 'About the treasure.' });
      await makeComment(tx, { postId: ids.story, status: 'hold', content: 'Held back.' });
    });
  });
  afterAll(() => site.close());

  const feeds = [
    '/feed/',
    '/feed/atom/',
    '/category/science/feed/',
    '/category/science/space/feed/atom/',
    '/tag/comets/feed/',
    '/genre/noir/feed/',
    '/author/ada/feed/',
    '/author/ben/feed/atom/',
    '/2026/01/feed/',
    '/?s=comet&feed=rss2',
    '/comments/feed/',
    '/comments/feed/atom/',
    '/a-comet/feed/',
    '/a-comet/feed/atom/',
    '/hostile/feed/',
  ];

  test('the feed of a custom type, of its terms and of a search among it lists that type', async () => {
    await write(async (tx) => {
      const shelf = await makeTerm(tx, { taxonomy: 'shelf', name: 'Top', slug: 'top' });
      await makePost(tx, {
        type: 'book',
        title: 'A bound volume',
        slug: 'a-bound-volume',
        content: 'Vellum.',
        termIds: [shelf],
      });
    });
    for (const path of ['/book/feed/', '/shelf/top/feed/', '/?s=vellum&post_type=book&feed=rss2']) {
      const reply = await get(path);
      expect([path, reply.status]).toEqual([path, 200]);
      expect([path, (await readFeed(reply.body, site.url + path)).items.map(({ title }) => title)]).toEqual([
        path,
        ['A bound volume'],
      ]);
    }
  });

  test('[IMP-08] two feed readers read the feeds of site, sections, tags, authors, searches and comments without a complaint', async () => {
    for (const path of feeds) {
      const reply = await get(path);
      expect([path, reply.status, reply.headers['content-type']]).toEqual([
        path,
        200,
        `application/${path.includes('atom') ? 'atom' : 'rss'}+xml; charset=UTF-8`,
      ]);
      const { meta, items } = await readFeed(reply.body, site.url + path);
      expect([path, meta.xmlurl]).toEqual([path, site.url + path]);
      expect(meta.title).toContain('The Daily & Co.');
      if (path !== '/hostile/feed/') expect([path, items.length > 0]).toEqual([path, true]);
      for (const item of items) {
        expect(item.guid).toMatch(/^https?:\/\//);
        expect([path, item.title, (item.pubdate?.getTime() ?? 0) > 0]).toEqual([path, item.title, true]);
        expect(item.link.startsWith(site.url)).toBe(true);
        expect((await get(item.link.slice(site.url.length).replace(/#.*/, ''))).status).toBe(200);
      }
      expect(reply.body).not.toMatch(
        /treasure|Nobody may read|Held back|Unfinished|data-behaviour|data-config|@secret\.example/,
      );
    }
  });

  test('an entry has all its authors, its sections, its full text and its picture', async () => {
    const { body } = await get('/feed/');
    const { items } = await readFeed(body, `${site.url}/feed/`);
    const story = items.find(({ link }) => link.endsWith('/a-comet/'));
    expect(story).toMatchObject({
      title: 'A comet & its tail',
      guid: `${site.url}/?p=${ids.story}`,
      categories: ['Space', 'comets'],
      comments: `${site.url}/a-comet/#comments`,
    });
    expect(body).toContain('<dc:creator>Ada Quill</dc:creator>\n<dc:creator>Ben “B” Ink</dc:creator>');
    expect(body).toContain('<guid isPermaLink="false">');
    expect(story?.description).toContain(
      `<a href="${site.url}/about/">about</a> it ]]&gt; and <a href="${site.url}/a-comet/#note">`,
    );
    expect(story?.description).toMatch(
      new RegExp(`<img[^>]* src="${site.url}/wp-content/uploads/2026/01/tail.jpg"`),
    );
    expect(story?.description).toContain('npm start');
    expect(story?.enclosures).toMatchObject([
      {
        url: expect.stringContaining(`${site.url}/wp-content/uploads/2026/01/picture-`),
        length: '200000',
        type: 'image/jpeg',
      },
    ]);
    expect(body).toMatch(
      /<media:content url="[^"]+" medium="image" type="image\/jpeg" width="1600" height="900" fileSize="200000"><media:description type="plain">The &quot;tail&quot;, by R\$&amp; co<\/media:description>/,
    );
    const hostile = items.find(({ link }) => link.endsWith('/hostile/'));
    expect(hostile?.title).toMatch(/^Half . a pair {1,2}& \]\]>/u);
    expect(hostile?.description).not.toContain('<script');
    const old = items.find(({ title }) => title === 'From elsewhere');
    expect(old).toMatchObject({
      guid: 'http://old.example/?p=77%20of%20%3Cold%3E',
      enclosures: [{ url: 'https://cdn.example/show.mp3', length: '123456', type: 'audio/mpeg' }],
    });
    expect(body).toContain('<language>en-GB</language>');
  });

  test('comments have author names, and run nothing', async () => {
    const { items } = await readFeed((await get('/comments/feed/')).body, `${site.url}/comments/feed/`);
    expect(items.map(({ title }) => title)).toEqual(['Comment on A comet & its tail by Zed']);
    expect(items[0]?.description).not.toContain('<script');
    expect(items[0]?.guid).toMatch(new RegExp(`^${site.url}/\\?p=${ids.story}#comment-\\d+$`));
    expect((await readFeed((await get('/a-comet/feed/')).body, '')).items.map(({ title }) => title)).toEqual([
      'By: Zed',
    ]);
  });

  test('other addresses of a feed redirect to its canonical one, and unknown ones return 404', async () => {
    const moved: [string, string][] = [
      ['/feed', '/feed/'],
      ['/rss/', '/feed/'],
      ['/rss2', '/feed/'],
      ['/atom/', '/feed/atom/'],
      ['/rdf/', '/feed/'],
      ['/feed/rss2/', '/feed/'],
      ['/feed/rdf/', '/feed/'],
      ['/?feed=rss2', '/feed/'],
      ['/?feed=atom', '/feed/atom/'],
      ['/?feed=comments-rss2', '/comments/feed/'],
      ['/wp-rss2.php', '/feed/'],
      ['/wp-atom.php', '/feed/atom/'],
      ['/wp-commentsrss2.php', '/comments/feed/'],
      ['/category/space/feed/', '/category/science/space/feed/'],
      [`/?cat=${ids.science}&feed=rss2`, '/category/science/feed/'],
      ['/search/comet/feed/', '/?s=comet&feed=rss2'],
      ['/search/comet/feed/atom/', '/?s=comet&feed=atom'],
      [`/?p=${ids.story}&feed=rss2`, '/a-comet/feed/'],
    ];
    for (const [path, to] of moved) {
      const reply = await get(path);
      expect([path, reply.status, reply.headers.location]).toEqual([path, 301, to]);
      expect([to, (await get(to)).status]).toEqual([to, 200]);
    }
    for (const path of [
      '/no-such/feed/',
      '/behind-a-word/feed/',
      '/unfinished/feed/',
      '/feed/?paged=2',
      '/category/none/feed/',
      '/feed/feed/feed/',
    ]) {
      expect([path, (await get(path)).status]).toEqual([path, 404]);
    }
  });

  test('with plain permalinks every feed has one address, without a loop', async () => {
    await write((tx) => saveSettings(tx, { permalink_structure: 'plain' }));
    const cat = `/?cat=${ids.science}`;
    for (const [path, to] of [
      ['/feed/', '/?feed=rss2'],
      ['/category/science/feed/', `${cat}&feed=rss2`],
      ['/a-comet/feed/atom/', `/?p=${ids.story}&feed=atom`],
      ['/comments/feed/', '/?feed=comments-rss2'],
    ] as const) {
      expect([path, (await get(path)).headers.location]).toEqual([path, to]);
      const reply = await get(to);
      expect([to, reply.status]).toEqual([to, 200]);
      expect((await readFeed(reply.body, site.url + to)).meta.xmlurl).toBe(site.url + to);
    }
    await write((tx) => saveSettings(tx, { permalink_structure: 'rewritten' }));
  });

  test('a change is in the feed at once, and an unchanged feed costs a reader 304', async () => {
    const first = await get('/feed/');
    expect(first.headers['last-modified']).toBe(
      new Date(first.headers['last-modified'] as string).toUTCString(),
    );
    expect((await get('/feed/', { 'if-none-match': String(first.headers.etag) })).status).toBe(304);
    expect(
      (await get('/feed/', { 'if-modified-since': String(first.headers['last-modified']) })).status,
    ).toBe(304);
    await write((tx) =>
      makePost(tx, { title: 'Just in', slug: 'just-in', publishedAt: Date.UTC(2026, 1, 1) }),
    );
    const second = await get('/feed/', { 'if-none-match': String(first.headers.etag) });
    expect([second.status, second.body.includes('Just in')]).toEqual([200, true]);
    await write((tx) => updatePost(tx, ids.story, { status: 'draft' }));
    expect((await get('/feed/')).body).not.toContain('A comet');
    expect((await get('/a-comet/feed/')).status).toBe(404);
    await write((tx) => updatePost(tx, ids.story, { status: 'publish' }));
  });

  test('settings say how many posts a feed holds, and whether it holds whole texts', async () => {
    await write((tx) => saveSettings(tx, { posts_per_rss: 2, rss_use_excerpt: true }));
    const { body } = await get('/feed/');
    expect((await readFeed(body, '')).items).toHaveLength(2);
    expect(body).not.toContain('content:encoded>');
    expect((await readFeed((await get('/feed/?paged=2')).body, '')).items).toHaveLength(2);
    expect((await get('/feed/?paged=9')).status).toBe(404);
    await write((tx) => saveSettings(tx, { posts_per_rss: null, rss_use_excerpt: null }));
  });

  test('an episode has its file even with incomplete meta, using the local copy if imported', async () => {
    const episode = (slug: string, enclosure: string) =>
      write((tx) => makePost(tx, { title: slug, slug, meta: { enclosure: [enclosure] } }));
    await write((tx) =>
      makeMedia(tx, { mimeType: 'audio/mpeg', file: { file: '2026/02/here.mp3', bytes: 4321 } }),
    );
    await episode('no-length', 'https://cdn.example/my show.mp3\n\naudio/mpeg\n');
    await episode('address-alone', 'https://cdn.example/show.m4a?from=feed');
    await episode('below-here', '/wp-content/uploads/2026/02/here.mp3\n0\naudio/mpeg; charset=x');
    await episode('was-elsewhere', 'http://old.example/wp-content/uploads/2026/02/here.mp3\n12\naudio/mpeg');
    for (const [slug, enclosure] of [
      ['no-file', 'javascript:alert(1).mp3\n1\naudio/mpeg'],
      ['of-no-type', 'https://cdn.example/show'],
    ] as const) {
      await episode(slug, enclosure);
    }
    await write((tx) => saveSettings(tx, { imported_from: ['http://old.example'] }));
    const here = {
      url: `${site.url}/wp-content/uploads/2026/02/here.mp3`,
      length: '4321',
      type: 'audio/mpeg',
    };
    const { items } = await readFeed((await get('/feed/')).body, site.url);
    const found = items.map(
      ({ title, enclosures }) =>
        [title, enclosures.map(({ url, length, type }) => ({ url, length, type }))] as const,
    );
    expect(Object.fromEntries(found)).toMatchObject({
      'no-length': [{ url: 'https://cdn.example/my%20show.mp3', length: '0', type: 'audio/mpeg' }],
      'address-alone': [{ url: 'https://cdn.example/show.m4a?from=feed', length: '0', type: 'audio/mp4' }],
      'below-here': [here],
      'was-elsewhere': [here],
      'no-file': [],
      'of-no-type': [],
    });
    await write((tx) => saveSettings(tx, { imported_from: null }));
  });

  test('a comment shows its links’ targets everywhere, and an untitled site is named by its host', async () => {
    const postId = await write((tx) => makePost(tx, { title: 'Discussed', slug: 'discussed' }));
    await write((tx) =>
      makeComment(tx, { postId, content: 'See <a href="/about/">this</a> and <a href="#more">that</a>.' }),
    );
    for (const path of ['/comments/feed/', '/discussed/feed/atom/']) {
      const { body } = await get(path);
      expect(body).toContain(`<a href="${site.url}/about/" rel="nofollow ugc">this</a>`);
      expect(body).not.toMatch(/href="[/#]/);
    }
    await write((tx) => saveSettings(tx, { blogname: ' ' }));
    const host = new URL(site.url).host;
    expect((await get('/feed/')).body).toContain(`<title>${host}</title>`);
    expect((await get('/feed/atom/')).body).toContain(`<title>${host}</title>`);
    expect((await get('/feed/atom/')).body).toContain(`<author><name>${host}</name>`);
    await write((tx) => makePost(tx, { title: 'Now', slug: 'now', publishedAt: Date.now() }));
    expect((await get('/news-sitemap.xml')).body).toContain(`<news:name>${host}</news:name>`);
    expect(JSON.parse((await get('/site.webmanifest')).body)).toMatchObject({ name: host, short_name: host });
    await write((tx) => saveSettings(tx, { blogname: 'The Daily & Co.' }));
  });

  test('terms and users named feed have their archives and feeds', async () => {
    await write(async (tx) => {
      const section = await makeTerm(tx, { name: 'Feed', slug: 'feed' });
      const tag = await makeTerm(tx, { taxonomy: 'post_tag', name: 'Feed', slug: 'feed' });
      const author = await makeUser(tx, { login: 'feed', slug: 'feed', displayName: 'Feed' });
      await makePost(tx, {
        title: 'On feeding',
        slug: 'on-feeding',
        authorId: author,
        termIds: [section, tag],
      });
    });
    for (const base of ['/category/', '/tag/', '/author/']) {
      const page = await get(`${base}feed/`);
      expect([page.status, page.headers['content-type'], page.body.includes('On feeding')]).toEqual([
        200,
        'text/html; charset=utf-8',
        true,
      ]);
      expect(await get(`${base}feed`)).toMatchObject({ status: 301, headers: { location: `${base}feed/` } });
      expect((await get(`${base}feed/feed/`)).headers['content-type']).toBe(
        'application/rss+xml; charset=UTF-8',
      );
    }
    for (const path of ['/genre/feed/', '/genre/feed', '/category/feed/atom/'])
      expect([path, (await get(path)).status]).toEqual([path, 404]);
  });
});

describe.skipIf(!existsSync(unitTest))('the theme unit test', () => {
  onDrawnDatabase('its feeds', (_get, place) => {
    test('[IMP-08] two feed readers read the whole import', async () => {
      const site = await serveSite(place());
      try {
        await importWxr(site.database, createReadStream(unitTest));
        await site.database.write((tx) => saveSettings(tx, { posts_per_rss: 100 }));
        const categories = await site.database.read
          .selectFrom('term')
          .select('id')
          .where('taxonomy', '=', 'category')
          .where('count', '>', 0)
          .execute();
        for (const start of [
          '/feed/',
          '/feed/atom/',
          '/comments/feed/',
          '/comments/feed/atom/',
          ...categories.map(({ id }) => `/?cat=${id}&feed=rss2`),
        ]) {
          const first = await rawRequest(site.url, start);
          const path = first.headers.location === undefined ? start : String(first.headers.location);
          const reply = path === start ? first : await rawRequest(site.url, path);
          expect([path, reply.status]).toEqual([path, 200]);
          expect((await readFeed(reply.body, site.url + path)).items.length).toBeGreaterThan(0);
        }
      } finally {
        await site.close();
      }
    });
  });
});
