import { afterAll, beforeAll, expect, test } from 'vitest';
import { addRedirect } from '../../src/modules/redirects/store.ts';
import { saveSettings } from '../../src/modules/settings/store.ts';
import { updatePost } from '../../src/modules/posts/writer.ts';
import { onDrawnDatabase } from '../harness/databases.ts';
import { makeMedia, makePost, makeUser } from '../harness/factories.ts';
import { rawRequest, serveSite } from '../harness/served-site.ts';
import type { ServedSite } from '../harness/served-site.ts';

onDrawnDatabase('machine-readable addresses', (_get, place) => {
  let site: ServedSite;
  const ids = { story: 0 };
  const get = (path: string) => rawRequest(site.url, path);
  const write = <Result>(work: Parameters<typeof site.database.write<Result>>[0]) =>
    site.database.write(work);
  const set = (changes: Record<string, unknown>) => write((tx) => saveSettings(tx, changes));

  beforeAll(async () => {
    site = await serveSite(place());
    await write(async (tx) => {
      await saveSettings(tx, { blogname: 'The Daily & Co.' });
      const author = await makeUser(tx, { login: 'ada', slug: 'ada', displayName: 'Ada Quill' });
      const picture = await makeMedia(tx, {});
      ids.story = await makePost(tx, {
        title: 'A “comet” </title><script>alert(1)</script> & tail',
        slug: 'a-comet',
        authorId: author,
        featuredMediaId: picture,
        content: '<p>Opening words & <b>more</b>.</p>',
      });
      await makePost(tx, { title: 'Locked', slug: 'locked', password: 'x', content: '<p>Treasure.</p>' });
      await makePost(tx, { type: 'page', title: 'About', slug: 'about' });
    });
  });
  afterAll(() => site.close());

  test('[IMP-08] robots.txt names the sitemaps, accepts further lines, and disallows all of a hidden site', async () => {
    const open = await get('/robots.txt');
    expect([open.status, open.headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8']);
    expect(open.body).toBe(
      `User-agent: *\nDisallow: /wp-admin/\nAllow: /wp-admin/admin-ajax.php\n\nSitemap: ${site.url}/wp-sitemap.xml\nSitemap: ${site.url}/news-sitemap.xml\n`,
    );
    await set({ robots_txt_extra: 'User-agent: GreedyBot\r\nDisallow: /', blog_public: false });
    expect((await get('/robots.txt')).body).toBe(
      'User-agent: *\nDisallow: /\n\nUser-agent: GreedyBot\nDisallow: /\n',
    );
    await set({ robots_txt_extra: null, blog_public: null });
  });

  test('ads.txt is the setting’s value; without one, an editor’s redirect or 404', async () => {
    for (const path of ['/ads.txt', '/app-ads.txt'])
      expect([path, (await get(path)).status]).toEqual([path, 404]);
    await set({ ads_txt: 'ads.example, 12, DIRECT', app_ads_txt: 'apps.example, 34, RESELLER\n' });
    expect((await get('/ads.txt')).body).toBe('ads.example, 12, DIRECT\n');
    expect((await get('/app-ads.txt')).body).toBe('apps.example, 34, RESELLER\n');
    await set({ ads_txt: null, app_ads_txt: null });
    await write((tx) =>
      addRedirect(tx, { source: '/ads.txt', target: 'https://ads.example/ads.txt', status: 301 }),
    );
    expect((await get('/ads.txt')).headers.location).toBe('https://ads.example/ads.txt');
  });

  test('wp-cron.php does nothing, and an invalid xmlrpc.php call costs neither a page nor a query', async () => {
    const before = [
      site.database.queryCount(),
      site.app.cache.stats().renders,
      site.app.cache.stats().entries,
    ];
    const xml = `<?xml version="1.0"?><methodCall><methodName>system.multicall</methodName>${'<param/>'.repeat(200_000)}</methodCall>`;
    const requests: [string, Parameters<typeof rawRequest>[2]][] = [
      ['', {}],
      ['?rsd', { method: 'HEAD' }],
      ['?doing_wp_cron=1.2', { method: 'POST', body: '' }],
      ['', { method: 'OPTIONS' }],
      ['', { method: 'DELETE' }],
      ['', { method: 'POST', body: xml, headers: { 'content-type': 'text/xml' } }],
      ['', { method: 'POST', body: '{"a":', headers: { 'content-type': 'application/json' } }],
      [
        '',
        {
          method: 'PUT',
          body: 'x',
          headers: { 'content-type': 'x/\u0079', cookie: 'wordpress_logged_in_x=1' },
        },
      ],
    ];
    for (const [query, options] of requests) {
      const reply = await rawRequest(site.url, `/wp-cron.php${query}`, options);
      expect([options, reply.status, reply.headers['cache-control'], reply.body]).toEqual([
        options,
        204,
        'no-store',
        '',
      ]);
      const other = await rawRequest(site.url, `/xmlrpc.php${query}`, options);
      expect([options, other.status < 500, other.headers['cache-control']]).toEqual([
        options,
        true,
        'no-store',
      ]);
    }
    expect([
      site.database.queryCount(),
      site.app.cache.stats().renders,
      site.app.cache.stats().entries,
    ]).toEqual(before);
  });

  test('icons are drawn until the site has its own', async () => {
    const drawn = await get('/favicon.ico');
    expect([drawn.status, drawn.headers['content-type']]).toEqual([200, 'image/x-icon']);
    for (const path of ['/apple-touch-icon.png', '/icon-192.png', '/icon-512.png']) {
      expect([path, (await get(path)).headers['content-type']]).toEqual([path, 'image/png']);
    }
    const manifest = JSON.parse((await get('/site.webmanifest')).body) as {
      name: string;
      icons: { src: string }[];
    };
    expect(manifest.name).toBe('The Daily & Co.');
    const icon = await write((tx) =>
      makeMedia(tx, {
        file: {
          width: 512,
          height: 512,
          sizes: { thumbnail: { file: 'icon-150x150.png', width: 150, height: 150, mime: 'image/png' } },
        },
      }),
    );
    await set({ site_icon: icon });
    expect((await get('/favicon.ico')).headers.location).toMatch(/icon-150x150\.png$/);
    expect((await get('/icon-512.png')).headers.location).toMatch(/picture-\d+\.jpg$/);
    expect((await get('/')).body).toMatch(
      /<link rel="icon" href="[^"]*icon-150x150\.png">\n<link rel="apple-touch-icon" href="[^"]*picture-\d+\.jpg">/,
    );
    await set({ site_icon: null });
  });

  test('an SVG is the icon in tabs, and a roughly square logo is used without one', async () => {
    const make = (width: number, type: 'png' | 'svg+xml') =>
      write((tx) =>
        makeMedia(tx, {
          mimeType: `image/${type}`,
          file: { file: `2026/01/mark-${width}.${type.slice(0, 3)}`, width, height: 100, sizes: {} },
        }),
      );
    const [drawing, square, drawnSquare, wide] = [
      await make(90, 'svg+xml'),
      await make(110, 'png'),
      await make(120, 'svg+xml'),
      await make(400, 'png'),
    ];
    const linked = /<link rel="(?:apple-touch-)?icon"[^>]* href="([^"]*)">/g;
    const icon = async () =>
      [...(await get('/')).body.matchAll(linked)].map(([, url]) => url?.split('/').at(-1));
    for (const [settings, names, favicon] of [
      [{ site_icon: drawing, site_logo: square }, ['mark-90.svg'], 200],
      [{ site_icon: null, site_logo: square }, ['mark-110.png', 'mark-110.png'], 302],
      [{ site_logo: drawnSquare }, ['mark-120.svg'], 200],
    ] as const) {
      await set(settings);
      expect([await icon(), (await get('/favicon.ico')).status]).toEqual([names, favicon]);
    }
    await set({ site_logo: wide });
    expect((await get('/')).body).toContain('<link rel="icon" href="data:image/svg+xml,');
    await set({ site_logo: null });
  });

  test('[IMP-08] oEmbed describes how to embed an article, as JSON and XML', async () => {
    const url = encodeURIComponent(`${site.url}/a-comet/`);
    const reply = await get(`/wp-json/oembed/1.0/embed?url=${url}&maxwidth=480`);
    const answer = JSON.parse(reply.body) as Record<string, string>;
    expect(answer).toMatchObject({
      version: '1.0',
      type: 'rich',
      provider_name: 'The Daily & Co.',
      provider_url: `${site.url}/`,
      author_name: 'Ada Quill',
      author_url: `${site.url}/author/ada/`,
      width: 480,
      height: 270,
      thumbnail_width: 1600,
      thumbnail_height: 900,
    });
    expect(answer.html).toContain(
      '<iframe class="wp-embedded-content" sandbox="allow-scripts allow-popups allow-popups-to-escape-sandbox" ' +
        `src="${site.url}/a-comet/embed/" width="480" height="270"`,
    );
    expect(answer.html).not.toContain('<script');
    const xml = await get(`/wp-json/oembed/1.0/embed?url=${url}&format=xml`);
    expect([xml.status, xml.headers['content-type']]).toEqual([200, 'text/xml; charset=UTF-8']);
    expect(xml.body).toMatch(
      /^<\?xml [^>]*>\n<oembed>\n<version>1\.0<\/version>[\s\S]*<html>&lt;blockquote[\s\S]*<\/oembed>\n$/,
    );
    expect(
      (await get(`/wp-json/oembed/1.0/embed?url=${encodeURIComponent(`${site.url}/?p=${ids.story}`)}`))
        .status,
    ).toBe(200);
    for (const wrong of [
      `${site.url}/locked/`,
      `${site.url}/none/`,
      `${site.url}/`,
      'https://elsewhere.example/a-comet/',
      'x',
      'javascript:alert(1)',
    ]) {
      const refused = await get(`/wp-json/oembed/1.0/embed?url=${encodeURIComponent(wrong)}`);
      expect([wrong, refused.status, (JSON.parse(refused.body) as { code: string }).code]).toEqual([
        wrong,
        404,
        'oembed_invalid_url',
      ]);
    }
    expect(JSON.parse((await get('/wp-json/oembed/1.0/embed')).body)).toMatchObject({
      code: 'rest_invalid_param',
      data: { status: 400 },
    });
  });

  test('the embed page may be framed, shows one article, and disappears with it', async () => {
    const page = await get('/a-comet/embed/');
    expect(page.status).toBe(200);
    expect(page.headers['x-frame-options']).toBeUndefined();
    expect(page.headers['content-security-policy']).toContain('frame-ancestors *');
    expect(page.body).toContain('Opening words &amp; more.');
    expect(page.body.match(/<script/g)).toHaveLength(1);
    expect(page.body).toContain(`<link rel="canonical" href="${site.url}/a-comet/">`);
    expect((await get('/a-comet/embed')).headers.location).toBe('/a-comet/embed/');
    expect((await get(`/?p=${ids.story}&embed=true`)).headers.location).toBe('/a-comet/embed/');
    for (const path of ['/locked/embed/', '/none/embed/', '/embed/', '/?embed=1']) {
      expect([path, (await get(path)).body.includes('class="by"')]).toEqual([path, false]);
    }
    await write((tx) => updatePost(tx, ids.story, { status: 'draft' }));
    expect((await get('/a-comet/embed/')).status).toBe(404);
    await write((tx) => updatePost(tx, ids.story, { status: 'publish' }));
    await set({ permalink_structure: 'plain' });
    expect((await get('/a-comet/embed/')).headers.location).toBe(`/?p=${ids.story}&embed=1`);
    expect((await get(`/?p=${ids.story}&embed=1`)).status).toBe(200);
    await set({ permalink_structure: null });
  });

  test('pages say where REST has them', async () => {
    const { link } = (await get('/a-comet/')).headers;
    expect(link).toBe(
      `<${site.url}/wp-json/>; rel="https://api.w.org/", <${site.url}/wp-json/wp/v2/posts/${ids.story}>; rel="alternate"; title="JSON"; ` +
        `type="application/json", <${site.url}/?p=${ids.story}>; rel=shortlink`,
    );
  });

  test('hostile addresses get an answer, never a 500 and never a way out', async () => {
    const embed = (url: string) => `/wp-json/oembed/1.0/embed?url=${encodeURIComponent(url)}`;
    const paths = [
      '/%00/feed/',
      '/%ff/feed/',
      '/feed/%ff/',
      '/?feed[]=rss2',
      '/?feed=%00',
      '/?s=%00&feed=rss2',
      '/?s=%ED%A0%80&feed=atom',
      '/feed/?paged=-1',
      '/feed/?paged=99999999999',
      '/search/%2e%2e/feed/',
      '/__proto__/feed/',
      '//evil.example/feed/',
      '/feed//evil.example/',
      '/a//feed/',
      `/${'feed/'.repeat(300)}`,
      '/constructor',
      '/wp-sitemap-posts-__proto__-1.xml',
      '/wp-sitemap-posts-post-999999999.xml',
      '/wp-sitemap-posts-post-9999999999999.xml',
      '/wp-sitemap-taxonomies-%00-1.xml',
      '/wp-sitemap-users-00001.xml',
      '/%2e%2e/embed/',
      '/?p=1&embed[]=1',
      '/a-comet/embed/?embed=1',
      '/a-comet/feed/?embed=1',
      '/?embed=1&feed=rss2',
      embed('http://['),
      embed(`${site.url}/%00/`),
      embed(`${site.url}/%ff/`),
      embed(`http://user:pass@${new URL(site.url).host}/a-comet/`),
      embed(`${site.url}//evil.example/`),
      embed('file:///etc/passwd'),
      embed(`${site.url}/${'a'.repeat(400)}`),
      `/wp-json/oembed/1.0/embed?url=x&url[]=y`,
      `${embed(`${site.url}/a-comet/`)}&maxwidth=99999999999999999999`,
      `${embed(`${site.url}/a-comet/`)}&format=exe`,
    ];
    for (const path of paths) {
      const reply = await get(path);
      expect([path.slice(0, 80), reply.status < 500]).toEqual([path.slice(0, 80), true]);
      expect(String(reply.headers.location ?? '')).not.toMatch(/^(https?:)?\/\/evil/);
    }
  });
});
