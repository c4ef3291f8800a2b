import { afterAll, beforeAll, expect, test } from 'vitest';
import { saveSettings, readSettings } from '../../src/modules/settings/store.ts';
import { assignMenu, createMenu, replaceMenuItems } from '../../src/modules/menus/store.ts';
import { saveMedia } from '../../src/modules/media/writer.ts';
import { createPost, updatePost } from '../../src/modules/posts/writer.ts';
import { importWxr } from '../../src/import/import-wxr.ts';
import { inPieces, termXml, wxr } from '../fixtures/wxr.ts';
import { onDrawnDatabase } from '../harness/databases.ts';
import { rawRequest, serveSite } from '../harness/served-site.ts';
import type { ServedSite } from '../harness/served-site.ts';

const blog = 'https://old.example/blog';
const idn = 'https://münchen.example';
const puny = 'https://xn--mnchen-3ya.example';
const links = (addresses: readonly string[]) =>
  `<p>${addresses.map((address) => `<a href="${address}">x</a>`).join(' ')}</p>`;
const written = [
  `${blog}/2020/05/name/?a=1#b`,
  `${blog}/category/science/`,
  blog,
  'http://www.old.example/blog?p=31',
  '//old.example/blog/tag/sea/',
  'https://old.example/shop/mug/',
  'https://old.example/',
  'https://old.example/blogger/',
  'https://old.example/blog/../shop/',
  `${puny}/umlaut/`,
  `${idn}/umlaut/`,
  'https://MÜNCHEN.example/umlaut/',
  'https://old.example@evil.example/blog/x/',
];

onDrawnDatabase('a site that was in a folder of its host', (_get, place) => {
  let site: ServedSite;
  const get = (path: string) => rawRequest(site.url, path);
  const leads = async (path: string) => {
    const { status, headers } = await get(path);
    return `${status}${headers.location === undefined ? '' : ` ${String(headers.location)}`}`;
  };
  const uploads = '/wp-content/uploads/2020/05';

  beforeAll(async () => {
    site = await serveSite(place());
    const shown = `${uploads}/ours.jpg`;
    await importWxr(
      site.database,
      inPieces(
        wxr(
          [
            {
              id: 30,
              slug: 'linking',
              link: `${blog}/2020/05/linking/`,
              terms: ['category/science=Science', 'post_tag/sea=Sea'],
              content: links(written),
            },
            {
              id: 31,
              slug: 'name',
              link: `${blog}/2020/05/name/`,
              content: 'One<!--nextpage-->Two',
              terms: ['category/science'],
              meta: { _yoast_wpseo_canonical: `${blog}/2020/05/linking/` },
            },
            { id: 32, type: 'page', slug: 'team', parent: 33, link: `${blog}/about/team/` },
            { id: 33, type: 'page', slug: 'about', link: `${blog}/about/` },
            { id: 34, type: 'page', slug: 'moved', link: `${blog}/long/ago/moved/` },
            { id: 35, type: 'page', slug: 'beside', link: 'https://old.example/shop/beside/' },
            {
              id: 36,
              slug: 'pictures',
              link: `${blog}/pictures/`,
              content: `<p>${[`${blog}${shown}`, `https://old.example/shop${shown}`].map((src) => `<img src="${src}">`).join('')}</p>`,
            },
          ],
          { url: blog, parts: [termXml({ taxonomy: 'category', slug: 'science', name: 'Science' })] },
        ),
      ),
    );
    await importWxr(
      site.database,
      inPieces(
        wxr(
          [
            {
              id: 50,
              slug: 'umlaut',
              link: `${puny}/umlaut/`,
              content: `<p><img src="${puny}${uploads}/far.jpg"><img src="${idn}${uploads}/far-300x200.jpg"></p>`,
            },
            {
              id: 51,
              type: 'attachment',
              slug: 'far',
              status: 'inherit',
              attachmentUrl: `${idn}${uploads}/far.jpg`,
            },
            { id: 52, type: 'page', slug: 'new', link: `${puny}/very/old/` },
          ],
          { url: idn },
        ),
      ),
    );
    await site.database.write(async (tx) => {
      await saveSettings(tx, { posts_per_page: 1 });
      const id = await createPost(tx, {
        type: 'attachment',
        status: 'inherit',
        title: 'Ours',
        mimeType: 'image/jpeg',
      });
      await saveMedia(tx, {
        postId: id,
        file: '2020/05/ours.jpg',
        width: 800,
        height: 600,
        sourceUrl: `${blog}${shown}`,
      });
    });
  });
  afterAll(() => site.close());

  test('is stored with its folder, and only links below it become local', async () => {
    expect((await readSettings(site.database.read)).settings.imported_from).toEqual([blog, puny]);
    const { body } = await get('/linking/');
    const found = [...body.matchAll(/<a href="([^"]*)">x<\/a>/g)].map(([, href = '']) =>
      href.replace(site.url, ''),
    );
    expect(found).toEqual([
      '/2020/05/name/?a=1#b',
      '/category/science/',
      '',
      '/?p=31',
      '/tag/sea/',
      'https://old.example/shop/mug/',
      'https://old.example/',
      'https://old.example/blogger/',
      'https://old.example/blog/../shop/',
      '/umlaut/',
      '/umlaut/',
      '/umlaut/',
      'https://old.example@evil.example/blog/x/',
    ]);
    expect((await get('/name/')).body).toContain(
      `<link rel="canonical" href="${site.url}/2020/05/linking/">`,
    );
  });

  test('pictures below the folder are local, others stay external; both spellings of a host are equal', async () => {
    const sources = async (path: string) =>
      [...(await get(path)).body.matchAll(/<img\b[^>]*?\ssrc="([^"]*)"/g)]
        .map(([, src = '']) => src)
        .filter((src) => src.includes('/2020/05/'));
    expect(await sources('/pictures/')).toEqual([
      `${site.url}${uploads}/ours.jpg`,
      `https://old.example/shop${uploads}/ours.jpg`,
    ]);
    const { body } = await get('/umlaut/');
    expect(
      body.match(/<img\b[^>]*?\ssrc="https:\/\/m(?:ü|%C3%BC)nchen\.example[^"]*far\.jpg"/g),
    ).toHaveLength(2);
  });

  test('menu links to it become local', async () => {
    const items = [`${blog}/name/`, blog, 'https://old.example/shop/', `${blog}/menu.pdf`, '#top', '/here/'];
    await site.database.write(async (tx) => {
      const id = await createMenu(tx, { name: 'Main' });
      await assignMenu(tx, 'primary', id);
      await replaceMenuItems(
        tx,
        id,
        items.map((url, number) => ({ label: `Link ${number}`, url })),
      );
    });
    const shown = async () => {
      const { body } = await get('/linking/');
      return items.map(
        (_url, number) =>
          new RegExp(`<a [^>]*href="([^"]*)"[^>]*>(?:<[^>]*>)*Link ${number}\\b`).exec(body)?.[1],
      );
    };
    await expect
      .poll(shown)
      .toEqual(['/name/', '/', 'https://old.example/shop/', `${blog}/menu.pdf`, '#top', '/here/']);
  });

  test('every address below its folder leads to its place here, by one redirect', async () => {
    const moved: [string, string][] = [
      ['/blog', '/'],
      ['/blog/', '/'],
      ['/blog/?p=31', '/name/'],
      ['/blog?p=31&utm_source=x', '/name/?utm_source=x'],
      ['/blog/index.php?p=31', '/name/'],
      ['/blog/2020/05/name/', '/name/'],
      ['/blog/2020/05/06/name/amp/', '/name/'],
      ['/blog/name.html', '/name/'],
      ['/blog/archives/31', '/name/'],
      ['/blog/name/2/', '/name/2/'],
      ['/blog/page/2/', '/page/2/'],
      ['/blog/?s=words', '/?s=words'],
      ['/blog/search/two+words/', '/?s=two%20words'],
      ['/blog/category/science/', '/category/science/'],
      ['/blog/?cat=1', '/category/science/'],
      ['/blog/category/science/page/2/', '/category/science/page/2/'],
      ['/blog/tag/sea/', '/tag/sea/'],
      ['/blog/2020/05/', '/2020/05/'],
      ['/blog/author/ann/', '/author/ann/'],
      ['/blog/about/team/', '/about/team/'],
      ['/blog/long/ago/moved/', '/moved/'],
      ['/long/ago/moved/', '/moved/'],
      ['/very/old/', '/new/'],
      ['/blog/nam/', '/name/'],
      ['/blog/feed/', '/feed/'],
      ['/blog/feed/atom/', '/feed/atom/'],
      ['/blog/?feed=rss2', '/feed/'],
      ['/blog/category/science/feed/', '/category/science/feed/'],
      ['/blog/2020/05/name/feed/', '/name/feed/'],
      ['/blog/comments/feed/', '/comments/feed/'],
      ['/blog/sitemap_index.xml', '/wp-sitemap.xml'],
      ['/blog/wp-sitemap.xml', '/wp-sitemap.xml'],
      ['/blog/robots.txt', '/robots.txt'],
      [`/blog${uploads}/ours.jpg`, `${uploads}/ours.jpg`],
      [`/blog${uploads}/%C3%BC.pdf?ver=2`, `${uploads}/%C3%BC.pdf?ver=2`],
      [
        '/blog/wp-login.php?action=lostpassword&redirect_to=%2Fx',
        '/wp-login.php?action=lostpassword&redirect_to=%2Fx',
      ],
      ['/blog/wp-admin', '/wp-admin'],
      ['/blog/wp-admin/edit.php?post_type=page', '/wp-admin/edit.php'],
      ['/blog/wp-admin//evil.example', '/wp-admin//evil.example'],
      ['/blog/wp-json/wp/v2/posts', '/wp-json/wp/v2/posts'],
      ['/blog/name/?amp', '/name/'],
      ['/BLOG/Name/', '/name/'],
    ];
    for (const [from, to] of moved) expect([from, await leads(from)]).toEqual([from, `301 ${to}`]);
  });

  test('hostile and unknown addresses below it respond as without it, and never redirect to another site', async () => {
    const hostile = [
      '/blog/nothing/',
      '/blog/shop/mug/',
      '/blogger/',
      '/shop/beside/',
      '/blog/blog/blog/',
      '/blog//evil.example/',
      '/blog/%2f%2fevil.example/',
      '/blog/%5c%5cevil.example/feed/',
      '/blog/../wp-json/',
      '/blog/%00/',
      '/blog/%ff/',
      '/blog//wp-login.php',
      '/blog/wp-login.php/x',
      '/blog/wp-content/themes/x.css',
      `/blog/${'a/'.repeat(1500)}`,
      '/blog/nothing/feed/',
      '/blog/?p=999999',
      '/blog/wp-content/uploads/../../keys.json',
      '/blog/javascript:alert(1)/',
    ];
    for (const path of hostile) {
      const { status, headers } = await get(path);
      expect([path.slice(0, 60), status < 500, String(headers.location ?? '/')]).toEqual([
        path.slice(0, 60),
        true,
        expect.stringMatching(/^\/(?![/\\])/),
      ]);
    }
    for (const path of [
      '/blog/nothing/',
      '/blogger/',
      '/blog/shop/mug/',
      '/blog/nothing/feed/',
      '/blog/wp-content/themes/x.css',
    ])
      expect([path, await leads(path)]).toEqual([path, '404']);
  });

  test('scripts of WordPress below it are those of the site, in any spelling, and cost nothing', async () => {
    const statusOf = async (path: string, method: string) =>
      (await rawRequest(site.url, path, { method })).status;
    const all = ['xmlrpc.php', 'wp-cron.php'].flatMap((script) =>
      [
        `/${script}`,
        `/blog/${script}`,
        `/blog/${script}?doing_wp_cron=1`,
        `/blog//${script}/`,
        `//${script}`,
        `/${script}/`,
        `/${script}//?a=/b`,
      ].flatMap((path) =>
        ['GET', 'POST', 'HEAD'].map((method) => ({
          path,
          method,
          status: script === 'wp-cron.php' ? 204 : method === 'POST' ? 200 : 405,
        })),
      ),
    );
    const cost = async () => {
      const before = [
        site.database.queryCount(),
        site.app.cache.stats().renders,
        site.app.cache.stats().entries,
      ] as const;
      for (const { path, method, status } of all)
        expect([path, method, await statusOf(path, method)]).toEqual([path, method, status]);
      return [site.database.queryCount(), site.app.cache.stats().renders, site.app.cache.stats().entries].map(
        (now, at) => now - (before[at] ?? 0),
      );
    };
    await expect.poll(cost).toEqual([0, 0, 0]); // background work of the imports eventually ends
    for (const path of [
      '/shop/xmlrpc.php',
      '/blog/more/xmlrpc.php',
      '/xmlrpc.php/more',
      '/blog/../xmlrpc.php',
      '/blog/constructor.php',
      '/blogxmlrpc.php',
    ]) {
      expect([path, await statusOf(path, 'GET')]).toEqual([path, 404]);
    }
  });

  test('existing content under the folder’s name keeps its page, feed and calls', async () => {
    const id = await site.database.write((tx) =>
      createPost(tx, {
        type: 'page',
        status: 'publish',
        title: 'Our blog',
        slug: 'blog',
        commentStatus: 'open',
      }),
    );
    await site.database.write((tx) =>
      createPost(tx, { type: 'review', status: 'publish', title: 'A phone', slug: 'phone' }),
    );
    await expect.poll(() => leads('/blog/')).toBe('200');
    expect((await get('/blog/')).body).toMatch(/<h1[^>]*>Our blog/);
    const own: [string, string][] = [
      ['/blog', '/blog/'],
      ['/blog/?p=31', '/name/'],
      ['/blog?p=31&utm_source=x', '/name/?utm_source=x'],
      ['/blog/?cat=1', '/category/science/'],
      ['/blog/?page_id=32', '/about/team/'],
      ['/blog/?s=words', '/?s=words'],
      ['/blog/?m=202005', '/2020/05/'],
      ['/blog/page/2/', '/page/2/'],
      ['/blog/?paged=2', '/page/2/'],
      ['/blog/?cat=1&paged=2', '/category/science/page/2/'],
      ['/blog/?p=999999', '/blog/'],
      ['/blog/page/99/', '/blog/'],
      ['/blog/?page=2', '/blog/'],
      ['/blog/?post_type=review', '/review/'],
    ];
    for (const [from, to] of own) expect([from, await leads(from)]).toEqual([from, `301 ${to}`]);
    const feed = await get('/blog/feed/');
    expect([feed.status, feed.body.includes(`<link>${site.url}/blog/</link>`)]).toEqual([200, true]);
    expect([await leads('/blog/feed/atom/'), await leads('/blog/?feed=rss2')]).toEqual([
      '200',
      '301 /blog/feed/',
    ]);
    // Unknown addresses redirect as before.
    expect([
      await leads('/blog/name/'),
      await leads('/blog/index.php?p=31'),
      await leads('/blog/category/science/'),
      await leads('/blog/comments/feed/'),
    ]).toEqual(['301 /name/', '301 /name/', '301 /category/science/', '301 /comments/feed/']);
    expect((await get('/blog/xmlrpc.php')).status).toBe(405);
    // A password-protected page has no feed, not even another page's.
    await site.database.write((tx) => updatePost(tx, id, { password: 'x' }));
    await expect.poll(() => leads('/blog/feed/')).toBe('404');
    await site.database.write((tx) => updatePost(tx, id, { status: 'draft', password: '' }));
    await expect.poll(() => leads('/blog/?p=31')).toBe('301 /name/');
    expect(await leads('/blog/feed/')).toBe('301 /feed/');
  });
});

onDrawnDatabase('a site whose WordPress was in a folder below it', (_get, place) => {
  const home = 'https://own.example';
  const uploads = '/wp-content/uploads/2020/05';
  let site: ServedSite;
  const get = (path: string) => rawRequest(site.url, path);
  beforeAll(async () => {
    site = await serveSite(place());
    await importWxr(
      site.database,
      inPieces(
        wxr(
          [
            {
              id: 30,
              slug: 'name',
              link: `${home}/name/`,
              content: links([
                `${home}/name/`,
                `${home}/wp/?p=30`,
                'https://other.example/wp/?p=30',
                `${home}/wpx/`,
              ]),
            },
            {
              id: 31,
              slug: 'picture',
              link: `${home}/picture/`,
              content: `<p><img src="${home}/wp${uploads}/ours.jpg"></p>`,
            },
          ],
          { url: home, installedAt: `${home}/wp` },
        ),
      ),
    );
    // A site of a network names the network's address: not a folder of its own.
    await importWxr(
      site.database,
      inPieces(
        wxr([{ id: 40, slug: 'of-network' }], {
          url: 'https://net.example/one',
          installedAt: 'https://net.example',
        }),
      ),
    );
    await importWxr(
      site.database,
      inPieces(
        wxr([{ id: 41, slug: 'alone' }], {
          url: 'https://alone.example',
          installedAt: 'https://elsewhere.example/wp',
        }),
      ),
    );
    await site.database.write(async (tx) => {
      const id = await createPost(tx, {
        type: 'attachment',
        status: 'inherit',
        title: 'Ours',
        mimeType: 'image/jpeg',
      });
      await saveMedia(tx, {
        postId: id,
        file: '2020/05/ours.jpg',
        width: 800,
        height: 600,
        sourceUrl: `${home}/wp${uploads}/ours.jpg`,
      });
    });
  });
  afterAll(() => site.close());

  test('both addresses are recognized, and paths below the folder redirect here', async () => {
    expect((await readSettings(site.database.read)).settings.imported_from).toEqual([
      home,
      `${home}/wp`,
      'https://net.example/one',
      'https://alone.example',
    ]);
    const { body } = await get('/name/');
    expect(
      [...body.matchAll(/<a href="([^"]*)">x<\/a>/g)].map(([, href = '']) => href.replace(site.url, '')),
    ).toEqual(['/name/', '/?p=30', 'https://other.example/wp/?p=30', '/wpx/']);
    expect((await get('/picture/')).body).toContain(`src="${site.url}${uploads}/ours.jpg"`);
    const moved: [string, string][] = [
      ['/wp/?p=30', '/name/'],
      ['/wp/', '/'],
      [`/wp${uploads}/ours.jpg`, `${uploads}/ours.jpg`],
      ['/wp/feed/', '/feed/'],
      ['/wp/name/', '/name/'],
      ['/wp/wp-login.php', '/wp-login.php'],
    ];
    for (const [from, to] of moved) {
      const { status, headers } = await get(from);
      expect([from, status, headers.location]).toEqual([from, 301, to]);
    }
    expect([
      (await get('/wp/xmlrpc.php')).status,
      (await get('/wpx/')).status,
      (await get('/wp/nothing/')).status,
    ]).toEqual([405, 404, 404]);
  });
});
