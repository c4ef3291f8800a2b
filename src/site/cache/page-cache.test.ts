import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterEach, describe, expect, test } from 'vitest';
import { page, startCacheServer } from '../../../test/harness/cache-server.ts';
import type { CacheServer } from '../../../test/harness/cache-server.ts';
import type { RenderedReply, SharedReply } from './rendered-reply.ts';

let site: CacheServer;
afterEach(() => site.close());
const title = (body: Buffer | string) => /<title>(.*?)<\/title>/.exec(body.toString())?.[1];

describe('hits', () => {
  test('serves the second reader without a render, with the headers of the first', async () => {
    site = await startCacheServer(
      ({ path }) => page(path, { headers: { 'Content-Security-Policy': "default-src 'self'" } }),
      {
        defaultHeaders: () => ({ 'X-Content-Type-Options': 'nosniff', 'content-security-policy': 'none' }),
      },
    );
    const first = await site.get('/an-article/');
    const second = await site.get('/an-article/');
    expect(site.rendered).toEqual(['/an-article/']);
    expect(site.misses).toBe(1);
    expect(second.text).toBe(first.text);
    const { date: _first, ...headers } = first.headers;
    expect(second.headers).toMatchObject(headers);
    expect(second.headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': "default-src 'self'",
      'x-content-type-options': 'nosniff',
      'cache-control': 'public, max-age=0, must-revalidate',
      vary: 'Accept-Encoding',
      'content-length': String(second.body.length),
    });
  });

  test('each client gets an encoding that it accepts, and better ones follow', async () => {
    site = await startCacheServer(({ path }) => page(path));
    const plain = await site.get('/a/');
    expect(plain.headers['content-encoding']).toBeUndefined();
    const gzip = await site.get('/a/', { 'accept-encoding': 'gzip, deflate, br' });
    expect(gzip.headers['content-encoding']).toBe('gzip');
    expect(gunzipSync(gzip.body).toString()).toBe(plain.text);
    const early = await site.get('/a/', { 'accept-encoding': 'br' });
    expect(brotliDecompressSync(early.body).toString()).toBe(plain.text);
    await site.cache.idle();
    const brotli = await site.get('/a/', { 'accept-encoding': 'gzip, deflate, br' });
    expect(brotli.headers['content-encoding']).toBe('br');
    expect(brotliDecompressSync(brotli.body).toString()).toBe(plain.text);
    expect(
      (await site.get('/a/', { 'accept-encoding': 'br;q=0.5, gzip;q=0.8' })).headers['content-encoding'],
    ).toBe('gzip');
    expect(
      (await site.get('/a/', { 'accept-encoding': 'identity;q=0, *;q=0.1' })).headers['content-encoding'],
    ).toBe('br');
    expect((await site.get('/a/', { 'accept-encoding': 'identity;q=0' })).status).toBe(406);
    const etags = [plain.headers.etag, gzip.headers.etag, brotli.headers.etag];
    expect(new Set(etags).size).toBe(3);
  });

  test('If-None-Match of the same encoding returns 304 without a body, and HEAD the headers of GET', async () => {
    site = await startCacheServer(({ path }) => page(path));
    const first = await site.get('/a/', { 'accept-encoding': 'gzip' });
    const etag = first.headers.etag ?? '';
    const again = await site.get('/a/', { 'accept-encoding': 'gzip', 'if-none-match': `"other", ${etag}` });
    expect([again.status, again.body.length, again.headers.etag]).toEqual([304, 0, etag]);
    expect((await site.get('/a/', { 'if-none-match': etag })).status).toBe(200);
    const head = await site.get('/a/', { 'accept-encoding': 'gzip' }, 'HEAD');
    expect([head.status, head.body.length, head.headers['content-length']]).toEqual([
      200,
      0,
      first.headers['content-length'],
    ]);
  });

  test('a caller that renews a page gets a new copy, also if its content changes during the render', async () => {
    let changes = 0;
    site = await startCacheServer(({ path }) => {
      if (changes-- > 0) site.bus.publish([{ tag: 'post:1', urgency: 'change' }]);
      return page(`${path} ${site.rendered.length}`);
    });
    await site.get('/a/');
    changes = 2;
    await site.cache.renew('/a/', 'desktop');
    expect(site.cache.look('/a/', 'desktop').state).toBe('cached');
    expect([site.rendered.length, title((await site.get('/a/')).text)]).toEqual([4, '/a/ 4']);
    // A page that changes without end is given up after some attempts.
    changes = Number.POSITIVE_INFINITY;
    await site.cache.renew('/a/', 'desktop');
    expect([site.rendered.length, site.cache.look('/a/', 'desktop').state]).toEqual([9, 'none']);
  });

  test('ignores undeclared parameters, and keys declared ones in any order and spelling', async () => {
    site = await startCacheServer(({ key }) => page(key));
    await site.get('/a/?utm_source=x&fbclid=1');
    expect(title((await site.get('/a/')).text)).toBe('/a/');
    await site.get('/%61/?utm_campaign=y');
    await site.get('/?s=b%20c&p=07&zz=1');
    await site.get('/?p=7&s=b+c');
    expect(site.rendered).toEqual(['/a/', '/?p=7&s=b%20c']);
  });

  test('paging parameters create copies only of pages with those lists', async () => {
    site = await startCacheServer(({ path, key, parameters }) => {
      // A list on the second page of another one.
      const turnedBy = new Set(
        path === '/lists/'
          ? ['query-1-page', ...(parameters.has('query-1-page') ? ['query-2-page'] : [])]
          : [],
      );
      return page(key, { turnedBy });
    });
    for (let n = 2; n < 20; n++) {
      expect(title((await site.get(`/none/?query-1-page=${n}&query-${n}-page=3`)).text)).toBe('/none/');
      expect(title((await site.get(`/lists/?query-7-page=${n}&s=a`)).text)).toBe('/lists/?s=a');
    }
    expect(site.rendered).toEqual(['/none/', '/lists/?s=a']);
    expect(title((await site.get('/lists/?query-2-page=4&query-1-page=3&query-8-page=2')).text)).toBe(
      '/lists/?query-1-page=3&query-2-page=4',
    );
    expect(site.rendered.slice(2)).toEqual([
      '/lists/',
      '/lists/?query-1-page=3',
      '/lists/?query-1-page=3&query-2-page=4',
    ]);
    const misses = site.misses;
    expect(title((await site.get('/lists/?query-1-page=3&query-2-page=4')).text)).toBe(
      '/lists/?query-1-page=3&query-2-page=4',
    );
    expect([site.misses, site.rendered.length]).toEqual([misses, 5]);
    expect(site.cache.stats().entries).toBe(5);
  });

  test('desktops and phones get different copies only where the page differs', async () => {
    const phone = { 'sec-ch-ua-mobile': '?1' };
    const iPad = {
      'user-agent': 'Mozilla/5.0 (iPad; CPU OS 12_2 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148',
    };
    const iPhone = {
      'user-agent':
        'Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148',
    };
    site = await startCacheServer(({ path, device }) => page(device, { variesByDevice: path === '/split/' }));
    for (const headers of [phone, {}, iPhone, iPad]) await site.get('/same/', headers);
    expect(site.rendered).toEqual(['/same/ (phone)']);
    const [first, ...others] = [
      await site.get('/split/', phone),
      await site.get('/split/'),
      await site.get('/split/', iPhone),
      await site.get('/split/', iPad),
    ];
    expect([first, ...others].map((reply) => title(reply.text))).toEqual([
      'phone',
      'desktop',
      'phone',
      'desktop',
    ]);
    expect(site.rendered.slice(1)).toEqual(['/split/ (phone)', '/split/']);
    expect(first.headers['cache-control']).toBe('private, max-age=0, must-revalidate');
  });

  test('once the server shuts down, hits ask clients to close their connections', async () => {
    site = await startCacheServer(({ path }) => page(path));
    const keepAlive = { connection: 'keep-alive' };
    expect((await site.get('/a/', keepAlive)).headers.connection).toBe('keep-alive');
    site.cache.drain();
    expect((await site.get('/a/', keepAlive)).headers.connection).toBe('close');
  });

  test('renders expired replies, errors and uncacheable replies each time', async () => {
    let now = 1000;
    site = await startCacheServer(
      ({ path }) =>
        page(
          path,
          path === '/soon/'
            ? { expiresAt: 2000 }
            : path === '/broken/'
              ? { status: 503 }
              : path === '/cookie/'
                ? { headers: { 'Set-Cookie': 'a=b' } }
                : { store: false },
        ),
      { now: () => now },
    );
    for (const path of [
      '/soon/',
      '/soon/',
      '/broken/',
      '/broken/',
      '/cookie/',
      '/cookie/',
      '/never/',
      '/never/',
    ])
      await site.get(path);
    now = 2000;
    await site.get('/soon/');
    expect(site.rendered).toEqual([
      '/soon/',
      '/broken/',
      '/broken/',
      '/cookie/',
      '/cookie/',
      '/never/',
      '/never/',
      '/soon/',
    ]);
    expect((await site.get('/never/')).headers['cache-control']).toBe('no-store');
  });
});

describe('bypass', () => {
  test('logged-in users, readers with a post password and authors of held comments never get or leave a copy, and others do', async () => {
    site = await startCacheServer(({ path }) =>
      page(path, path === '/locked/' ? { differsFor: (cookies) => cookies.includes('key=right') } : {}),
    );
    for (const path of ['/a/', '/locked/']) await site.get(path);
    expect((await site.get('/a/', { cookie: 'session=signed' })).text).toBe('personal');
    expect((await site.get('/locked/', { cookie: 'key=right' })).text).toBe('personal');
    for (const [path, cookie] of [
      ['/locked/', 'key=wrong'],
      ['/a/', 'key=right'],
      ['/a/', 'x=y; wp-postpass_abc=1'],
    ] as const) {
      expect(title((await site.get(path, { cookie })).text)).toBe(path);
    }
    for (const query of ['unapproved=3&moderation-hash=ab', 'preview=true', 'p=3&preview=true'])
      expect((await site.get(`/a/?${query}`)).text).toBe('personal');
    for (const query of ['unapproved=3', 'moderation-hash=ab'])
      expect(title((await site.get(`/a/?${query}`)).text)).toBe('/a/');
    expect(title((await site.get('/a/', { cookie: 'session=forged' })).text)).toBe('/a/');
    expect(site.rendered).toEqual(['/a/', '/locked/']);
  });

  test('ignores other methods, ranges and bodies', async () => {
    site = await startCacheServer(({ path }) => page(path));
    await site.get('/a/');
    await site.get('/a/', { range: 'bytes=0-3' });
    await site.get('/a/', { 'content-length': '0' }, 'DELETE');
    await site.get('/a//');
    expect(site.misses).toBe(4);
    expect(site.rendered).toEqual(['/a/']);
  });
});

describe('bounds', () => {
  test('stays below its byte limit, and keeps requested pages when URLs that are requested once pass through', async () => {
    const maxBytes = 60_000;
    site = await startCacheServer(({ path }) => page(path), { maxBytes });
    for (let n = 0; n < 200; n++) {
      await site.get(`/once-${n}/`);
      await site.get('/popular/');
      expect(site.cache.stats().bytes).toBeLessThanOrEqual(maxBytes);
    }
    expect(site.rendered.filter((key) => key === '/popular/')).toHaveLength(1);
    const { entries } = site.cache.stats();
    expect(entries).toBeGreaterThan(5);
    expect(entries * Buffer.byteLength(String(page('').body))).toBeLessThan(maxBytes); // uncompressed bodies, created on demand, count too
  });

  test('unknown URLs share one stored reply and one render', async () => {
    let renders = 0;
    const missing: SharedReply = {
      shareKey: '404',
      render: async () => (
        renders++, page('missing', { status: 404, tags: new Map([['template:404', 'primary']]) })
      ),
    };
    site = await startCacheServer(() => missing);
    for (let n = 0; n < 50; n++) {
      const reply = await site.get(`/wp-login-${n}.php`);
      expect([reply.status, title(reply.text)]).toEqual([404, 'missing']);
    }
    expect([renders, site.cache.stats().entries]).toEqual([1, 1]);
    expect((await site.get('/x/', { 'if-none-match': '*' })).status).toBe(404);
    site.bus.publish([{ tag: 'template:404', urgency: 'change' }]);
    await site.get('/x/');
    expect(renders).toBe(2);
  });

  test('an alias of a shared reply is a hit until its own tags or those of the reply are emitted', async () => {
    let renders = 0;
    const shared = (post: string): SharedReply => ({
      shareKey: 'footer:7',
      aliasTags: new Map([[post, 'primary']]),
      render: async () => (renders++, page('footer', { tags: new Map([['template:7', 'primary']]) })),
    });
    site = await startCacheServer(({ path }) => shared(path));
    for (const path of ['/a/', '/b/', '/a/', '/b/'])
      expect(title((await site.get(path)).text)).toBe('footer');
    expect([renders, site.misses]).toEqual([1, 2]);
    site.bus.publish([{ tag: '/a/', urgency: 'change' }]);
    for (const path of ['/a/', '/b/']) await site.get(path);
    expect([renders, site.misses]).toEqual([1, 3]);
    site.bus.publish([{ tag: 'template:7', urgency: 'change' }]);
    for (const path of ['/a/', '/b/']) await site.get(path);
    expect([renders, site.misses]).toEqual([2, 4]);
  });

  test('a reply without a list replaces no stale copy with it, nor one that is now about another item', async () => {
    let made = { title: 'whole 1', isLacking: false };
    let now = 1000;
    const tags = new Map([
      ['post:1', 'primary'],
      ['list:1', 'secondary'],
    ] as const);
    site = await startCacheServer(() => page(made.title, { tags, isLacking: made.isLacking }), {
      now: () => now,
    });
    const shown = async () => {
      await site.get('/a/');
      await site.cache.idle();
      return title((await site.get('/a/')).text);
    };
    expect(await shown()).toBe('whole 1');
    made = { title: 'lacking 2', isLacking: true };
    site.bus.publish([{ tag: 'list:1', urgency: 'change' }]);
    expect([await shown(), site.warnings.length]).toEqual(['whole 1', 1]);
    made = { title: 'whole 3', isLacking: false };
    now += 1001;
    expect(await shown()).toBe('whole 3');
    made = { title: 'lacking 4', isLacking: true };
    site.bus.publish([{ tag: 'post:1', urgency: 'change' }]);
    expect(await shown()).toBe('lacking 4');
    site.bus.publish([{ tag: 'list:1', urgency: 'change' }]);
    made = { title: 'lacking 5', isLacking: true };
    expect(await shown()).toBe('lacking 5');
  });

  test('replaces a stale shared reply even when the URL that created it has become its own page', async () => {
    let found = false;
    let version = 1;
    site = await startCacheServer(({ path }): RenderedReply | SharedReply =>
      found && path === '/a/'
        ? page('found')
        : {
            shareKey: '404',
            render: async () =>
              page(`missing ${version}`, { status: 404, tags: new Map([['list:1', 'secondary']]) }),
            aliasTags: new Map(),
          },
    );
    for (const path of ['/a/', '/b/', '/b/']) await site.get(path);
    found = true;
    version = 2;
    site.bus.publish([{ tag: 'list:1', urgency: 'change' }]);
    expect(title((await site.get('/b/')).text)).toBe('missing 1');
    await site.cache.idle();
    expect(title((await site.get('/b/')).text)).toBe('missing 2');
  });
});
