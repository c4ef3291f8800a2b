import { connect } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addRedirect } from '../../src/modules/redirects/store.ts';
import { saveSettings } from '../../src/modules/settings/store.ts';
import { isEscapedUtf8 } from '../../src/lib/encodings.ts';
import { onDrawnDatabase } from '../harness/databases.ts';
import { makeComment, makeMedia, makePost, makeTerm, makeUser } from '../harness/factories.ts';
import { randomText, seededRandom } from '../harness/random.ts';
import { rawRequest, serveSite } from '../harness/served-site.ts';
import type { RawReply, ServedSite } from '../harness/served-site.ts';

const form = 'application/x-www-form-urlencoded';
const megabyte = 1024 * 1024;
/** Words that only unpublished or protected texts contain. */
const hidden = ['Zyxdraft', 'Zyxprivate', 'Zyxfuture', 'Zyxtrash', 'Zyxsecret', 'Zyxheld', 'Zyxpassword'];

const paths = [
  '/',
  '/article/',
  '/category/science/',
  '/tag/night/',
  '/author/ada-quill/',
  '/2026/01/',
  '/page/2/',
  '/?s=comet',
  '/?p=1',
  '/about/',
  '/about/team/',
  '/nothing/',
  '/behind/',
  '/draft/',
  '/moved/',
  '/wp-json/',
  '/wp-json/wp/v2/posts',
  '/wp-json/wp/v2/posts/1',
  '/wp-json/wp/v2/users',
  '/wp-json/wp/v2/comments',
  '/wp-json/wp/v2/search?search=comet',
  '/wp-json/wp/v2/media',
  '/wp-json/none',
  '/?rest_route=/wp/v2/posts',
  '/wp-admin/admin-ajax.php',
  '/wp-admin/admin-ajax.php?td_theme_name=x&v=1',
  '/wp-login.php',
  '/wp-login.php?action=postpass',
  '/healthz',
  '/assets/none.js',
  '/wp-content/uploads/2026/01/none.jpg',
  '/feed/',
  '/robots.txt',
  '/wp-sitemap.xml',
  '/xmlrpc.php',
  '/wp-comments-post.php',
  '/index.php',
  '/.env',
  '/.git/config',
];
const methods = [
  'GET',
  'HEAD',
  'POST',
  'PUT',
  'DELETE',
  'OPTIONS',
  'PATCH',
  'TRACE',
  'PROPFIND',
  'REPORT',
  'MKCOL',
  'SEARCH',
  'LOCK',
  'PURGE',
  'QUERY',
];
const pieces = [
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  "' OR 1=1 --",
  '"; DROP TABLE post; --',
  '__proto__',
  'constructor',
  'toString',
  '%00',
  '%0d%0aSet-Cookie:%20x=1',
  '%0D%0ALocation:%20https://evil.example',
  '../',
  '..%2f',
  '..%5c',
  '%c0%ae%c0%ae/',
  '%ed%a0%80',
  '%F4%90%80%80',
  '%',
  '%%',
  '%zz',
  '&',
  '=',
  '?',
  '/',
  '//',
  ';',
  '+',
  '[]',
  '[__proto__]',
  '{',
  '}',
  '$&',
  '${7*7}',
  '{{7*7}}',
  '-1',
  '0',
  '1e309',
  '9007199254740993',
  '99999999999999999999',
  'NaN',
  'null',
  'action',
  'td_ajax_search',
  'tdb_get_footer',
  'td_ajax_dark_mode',
  'td_string',
  'td_block',
  'postID',
  's',
  'p',
  'paged',
  'cat',
  'tag',
  'author',
  'm',
  'page',
  'feed',
  'category',
  'science',
  'article',
  'wp-json',
  'wp/v2',
  '_embed',
  '_fields',
  'per_page',
  'preview=true',
  'rest_route=',
  'search=',
  'orderby=',
  'include=',
  'slug=',
  '%F0%9F%98%80',
  '%E2%80%AE',
  '%EF%BF%BF',
  'a'.repeat(300),
];

/** Invariants of every response. */
function expectSound(label: string, reply: RawReply): void {
  const type =
    reply.headers['content-encoding'] === undefined ? String(reply.headers['content-type'] ?? '') : 'packed';
  const faults = [
    reply.status >= 500 && `status ${reply.status}`,
    reply.status < 200 && `status ${reply.status}`,
    /\n\s+at .+:\d+:\d+|node_modules|\/src\/|SQLITE_|syntax error at|Kysely|\.ts:\d+/.test(reply.body) &&
      'a stack or an inner message',
    hidden.some((word) => reply.body.includes(word)) && 'an unpublished text',
    Object.entries(reply.headers).some(
      ([name, value]) =>
        /[\r\n]/.test(String(value)) ||
        (name === 'set-cookie' && !/^(wp-postpass_broadsheet|broadsheet_dark)=/.test(String(value))),
    ) && 'an injected header',
    /^(?:https?:)?\/\/(?!other\.example)/.test(String(reply.headers['location'] ?? '')) &&
      `a redirect to ${String(reply.headers['location'])}`,
    reply.headers['x-content-type-options'] !== 'nosniff' &&
      ![304, 400].includes(reply.status) &&
      'no security headers',
    type.startsWith('application/json') && reply.body !== '' && !isJson(reply.body) && 'broken JSON',
    type.startsWith('text/html') &&
      reply.body !== '' &&
      reply.body !== '0' &&
      !/^<!doctype html>[\s\S]*<\/(?:html|body)>\s*$/i.test(reply.body) &&
      'broken HTML',
    type.startsWith('text/html') &&
      /<script>alert|<img src=x onerror/.test(reply.body) &&
      'a script of the client',
    type !== 'packed' &&
      [...'\0\b\v\uFFFE'].some((character) => reply.body.includes(character)) &&
      'control characters',
  ].filter(Boolean);
  if (faults.length > 0) {
    throw new Error(
      `${label.slice(0, 300)} → ${faults.join(', ')}\n${reply.status} ${JSON.stringify(reply.headers)}\n${reply.body.slice(0, 500)}`,
    );
  }
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** Sends these exact bytes, ends the stream, and returns all data received until the server closes. */
function sendBytes(base: string, bytes: string | Buffer): Promise<string> {
  const { hostname, port } = new URL(base);
  return new Promise((resolve, reject) => {
    let answer = '';
    const socket = connect(Number(port), hostname, () => socket.end(bytes));
    socket.on('data', (chunk: Buffer) => (answer += chunk.toString('latin1')));
    socket.on('close', () => resolve(answer));
    socket.on('error', (error: NodeJS.ErrnoException) =>
      error.code === 'ECONNRESET' || error.code === 'EPIPE' ? resolve(answer) : reject(error),
    );
  });
}

onDrawnDatabase('hostile input', (_get, place) => {
  let site: ServedSite;
  let ids: number[] = [];
  const send = async (path: string, options: Parameters<typeof rawRequest>[2] = {}) => {
    const label = `${options.method ?? 'GET'} ${path} ${JSON.stringify(options.headers ?? {})} ${(options.body ?? '').slice(0, 120)}`;
    const reply = await rawRequest(site.url, path, options).catch((error: unknown) => {
      throw new Error(`${label.slice(0, 300)}: ${String(error)}`);
    });
    expectSound(label, reply);
    return reply;
  };
  const post = (path: string, body: string, headers: Record<string, string> = { 'content-type': form }) =>
    send(path, { method: 'POST', headers, body });
  const ajax = (body: string, headers?: Record<string, string>) =>
    post('/wp-admin/admin-ajax.php?td_theme_name=x&v=1', body, headers);

  beforeAll(async () => {
    site = await serveSite(place(), { trustProxy: ['127.0.0.1'] }); // so that a test can act as many readers
    await site.database.write(async (tx) => {
      const author = await makeUser(tx, { login: 'ada', displayName: 'Ada Quill' });
      const science = await makeTerm(tx, { name: 'Science', slug: 'science' });
      const night = await makeTerm(tx, { taxonomy: 'post_tag', name: 'Night', slug: 'night' });
      const common = { authorId: author, termIds: [science, night] };
      const article = await makePost(tx, { ...common, slug: 'article', title: 'A comet returns' });
      for (let n = 0; n < 12; n++) await makePost(tx, { ...common, title: `Comet ${n}` });
      const about = await makePost(tx, { type: 'page', slug: 'about' });
      ids = [article, about, await makePost(tx, { type: 'page', slug: 'team', parentId: about })];
      for (const [status, word] of [
        ['draft', 'Zyxdraft'],
        ['private', 'Zyxprivate'],
        ['future', 'Zyxfuture'],
        ['trash', 'Zyxtrash'],
      ] as const) {
        const id = await makePost(tx, {
          ...common,
          status,
          slug: status,
          title: `${word} comet`,
          content: `<p>${word} comet</p>`,
          excerpt: word,
        });
        ids.push(
          id,
          await makeMedia(tx, { parentId: id, title: `${word} picture`, slug: `${status}-picture` }),
        );
        await makeComment(tx, { postId: id, content: word });
      }
      ids.push(
        await makePost(tx, {
          ...common,
          slug: 'behind',
          title: 'Behind a word',
          password: 'Zyxpassword',
          content: '<p>Zyxsecret comet</p>',
          excerpt: 'Zyxsecret',
        }),
      );
      await makeComment(tx, { postId: article, status: 'hold', content: 'Zyxheld' });
      await addRedirect(tx, {
        source: '/moved/',
        target: 'https://other.example/é?u=https%3A%2F%2Fx%2F%26%0d%0a',
      });
      await saveSettings(tx, { blogname: '</title><script>alert(1)</script>' });
    });
  });
  afterAll(() => site.close());

  test('every route answers every method, with and without a body', async () => {
    for (const path of paths) {
      for (const method of methods) {
        const reply = await send(path, { method });
        if (method === 'HEAD') expect([path, reply.body]).toEqual([path, '']);
        if (!['GET', 'HEAD', 'OPTIONS'].includes(method) && reply.status < 400) {
          // XML-RPC sends its faults with status 200.
          expect([method, path]).toEqual([
            'POST',
            expect.stringMatching(/^\/(?:wp-login\.php\?action=postpass|xmlrpc\.php)$/),
          ]);
          if (path === '/xmlrpc.php') expect(reply.body).toContain('<fault>');
        }
        if (method === 'TRACE') expect(reply.status).toBeGreaterThanOrEqual(400);
      }
      for (const [type, body] of [
        [form, 'a=%zz&%=%&=&__proto__[x]=1&constructor.prototype=1'],
        [form, '%00%ff%c0%af'],
        ['application/json', '{"action":'],
        ['application/json', '{"__proto__":{"x":1},"action":"td_ajax_search"}'],
        ['application/json', 'null'],
        ['application/json', '[1]'],
        ['application/json', '"text"'],
        ['application/json', '{"action":["td_ajax_search",{}],"td_string":{"a":1}}'],
        [
          'multipart/form-data; boundary=x',
          '--x\r\nContent-Disposition: form-data; name="action"\r\n\r\ntd_ajax_search\r\n--x--\r\n',
        ],
        ['multipart/form-data', 'no boundary'],
        ['text/plain', 'action=nope'],
        ['', 'action=nope'],
        ['application/xml', '<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>'],
        ['a/b; charset=\u00ff', 'x'],
        [`${form}; charset=utf-7`, 'action=td_ajax_search&td_string=+ADw-'],
      ] as const) {
        for (const method of ['POST', 'PUT', 'DELETE'])
          await send(path, { method, headers: type === '' ? {} : { 'content-type': type }, body });
      }
    }
  });

  test('a megabyte is refused or answered, in any place', async () => {
    const long = 'x'.repeat(megabyte + 100);
    for (const path of [
      '/',
      '/wp-admin/admin-ajax.php',
      '/wp-login.php?action=postpass',
      '/wp-json/wp/v2/posts',
      '/nothing/',
    ]) {
      for (const type of [form, 'application/json', 'text/plain', 'multipart/form-data; boundary=x']) {
        const reply = await send(path, {
          method: 'POST',
          headers: { 'content-type': type },
          body:
            type === 'application/json'
              ? JSON.stringify({ long })
              : `action=td_ajax_search&td_string=${long}`,
        });
        expect([path, type, reply.status]).toEqual([
          path,
          type,
          expect.toSatisfy((status: number) => status >= 400 && status < 500),
        ]);
      }
    }
    for (const length of [4000, 8000, 14_000]) await send(`/?s=${'y'.repeat(length)}`);
    expect(await sendBytes(site.url, `GET /${'z'.repeat(40_000)}/ HTTP/1.1\r\nHost: x\r\n\r\n`)).toMatch(
      /^HTTP\/1\.1 4\d\d /,
    );
    expect(
      await sendBytes(site.url, `GET / HTTP/1.1\r\nHost: x\r\nCookie: ${'c'.repeat(40_000)}\r\n\r\n`),
    ).toMatch(/^HTTP\/1\.1 431 /);
  });

  test('deeply nested JSON in a field of a public call does not crash the process', async () => {
    for (const depth of [40, 5000, 30_000]) {
      for (const [open, close] of [
        ['[', ']'],
        ['{"a":', '}'],
      ] as const) {
        const text = open.repeat(depth) + (open === '[' ? '' : '1') + close.repeat(depth);
        const reply = await ajax(
          `action=tdb_get_footer&td_res_context_registered_atts=${encodeURIComponent(text)}`.slice(0, 65_000),
        );
        expect([depth, [200, 413].includes(reply.status)]).toEqual([depth, true]);
        await ajax(JSON.stringify({ action: 'tdb_get_footer', td_res_context_registered_atts: text }), {
          'content-type': 'application/json',
        });
      }
    }
    await ajax(
      'action=tdb_get_footer&td_res_context_registered_atts=' + '['.repeat(32_000) + ']'.repeat(32_000),
    );
    expect((await send('/healthz')).status).toBe(200);
  });

  test('the AJAX endpoint takes its action from the form alone, whatever form it has', async () => {
    for (const [body, headers] of [
      ['', { 'content-type': form }],
      ['action', { 'content-type': form }],
      ['action=', { 'content-type': form }],
      ['action[]=td_ajax_search', { 'content-type': form }],
      ['ACTION=td_ajax_search', { 'content-type': form }],
      ['action=nope', { 'content-type': form }],
      ['action=td_ajax_search&action=nope', { 'content-type': form }],
      ['action=__proto__', { 'content-type': form }],
      ['action=constructor', { 'content-type': form }],
      ['{}', { 'content-type': 'application/json' }],
      ['[]', { 'content-type': 'application/json' }],
    ] as const) {
      const reply = await ajax(body, headers);
      expect([body, reply.status, reply.body]).toEqual([body, 400, '0']);
    }
    const inQuery = await post('/wp-admin/admin-ajax.php?action=td_ajax_search&td_string=comet', '');
    expect([inQuery.status, inQuery.body]).toEqual([400, '0']);
    expect((await send('/wp-admin/admin-ajax.php?action=td_ajax_search&td_string=comet')).status).toBe(400);
    const last = await ajax('action=nope&td_string=x&action=td_ajax_search&td_string=comet');
    expect([last.status, (JSON.parse(last.body) as { td_search_query: string }).td_search_query]).toEqual([
      200,
      'comet',
    ]);
    const boundary = '----WebKitFormBoundaryABCDEF0123456789';
    const part = (name: string, value: string, more = '') =>
      `--${boundary}\r\nContent-Disposition: form-data; name="${name}"${more}\r\n\r\n${value}\r\n`;
    const multipart = (body: string, named = boundary) =>
      ajax(`${body}--${boundary}--\r\n`, { 'content-type': `multipart/form-data; boundary=${named}` });
    const sent = await multipart(
      part('action', 'nope') + part('action', 'td_ajax_search') + part('td_string', 'comet'),
    );
    expect([sent.status, (JSON.parse(sent.body) as { td_search_query: string }).td_search_query]).toEqual([
      200,
      'comet',
    ]);
    for (const body of [
      '',
      'x',
      part('action', 'nope'),
      part('action', 'td_ajax_search', '; filename="a.txt"'),
      part('__proto__', 'td_ajax_search'),
      part('action', 'td_ajax_search').slice(0, -6),
    ]) {
      const reply = await multipart(body);
      expect([body, reply.status, reply.body]).toEqual([body, 400, '0']);
    }
    expect((await multipart(part('action', 'td_ajax_search'), `${boundary}0`)).body).toBe('0');
    expect(
      (await multipart(part('td_string', 'y'.repeat(500_000)) + part('action', 'td_ajax_search'))).status,
    ).toBe(200);
    for (const piece of pieces) {
      for (const action of [
        'td_ajax_search',
        'tdb_get_footer',
        'tdb_get_mm_page',
        'tdb_get_mm_cat',
        'td_ajax_dark_mode',
      ]) {
        const reply = await ajax(
          `action=${action}&td_string=${piece}&limit=${piece}&postID=${piece}&pageId=${piece}&cat_mm_id=${piece}&td_block_atts=${piece}&td_res_context_registered_atts=${piece}&${piece}=${piece}`,
          { 'content-type': form, cookie: `broadsheet_dark=${piece}; a=${piece}` },
        );
        const isFine =
          reply.status === 200 || reply.body === '0' || (reply.status === 400 && !isEscapedUtf8(piece));
        expect([action, piece, isFine]).toEqual([action, piece, true]);
        expect(isJson(reply.body)).toBe(true);
      }
    }
  });

  test('hidden posts stay hidden from every call that names them', async () => {
    for (const id of ids) {
      for (const path of [
        `/?p=${id}`,
        `/?page_id=${id}`,
        `/?attachment_id=${id}`,
        `/?p=${id}&preview=true`,
        `/wp-json/wp/v2/posts/${id}`,
        `/wp-json/wp/v2/pages/${id}`,
        `/wp-json/wp/v2/media/${id}`,
        `/wp-json/wp/v2/comments?post=${id}`,
        `/wp-json/wp/v2/media?parent=${id}`,
        `/wp-json/wp/v2/posts?include=${id}&status=any&_embed=1`,
      ]) {
        await send(path);
      }
      for (const call of [
        `tdb_get_footer&postID=${id}`,
        `tdb_get_mm_page&pageId=${id}`,
        `tdb_get_mm_cat&cat_mm_id=${id}`,
      ])
        await ajax(`action=${call}`);
    }
    for (const word of [...hidden, 'comet']) {
      await ajax(`action=td_ajax_search&td_string=${word.slice(0, 5)}`);
      for (const path of [
        `/?s=${word.slice(0, 4)}`,
        `/wp-json/wp/v2/search?search=${word.slice(0, 4)}`,
        `/wp-json/wp/v2/posts?search=${word.slice(0, 4)}&status=draft`,
      ]) {
        expect((await send(path)).status).toBeLessThan(500);
      }
    }
  });

  test('the password form: any body is a wrong password, and never redirects off the site', async () => {
    const none = await post('/wp-login.php?action=postpass', 'post_password=%ff%fe', {
      'content-type': form,
      'x-forwarded-for': '198.51.100.250',
    });
    expect([none.status, none.headers['set-cookie']]).toEqual([400, undefined]);
    const proofs = new Set<string>();
    let readers = 0; // one try each: too many tries are refused
    for (const body of [
      '',
      'post_password=',
      'post_password[]=Zyxpassword',
      'post_password=a&post_password=b',
      `post_password=${'p'.repeat(500_000)}`,
      'post_password=%00',
      'post_password=__proto__',
      'other=1',
      '%',
      'post_password=%0d%0aX:1',
    ]) {
      for (const referer of [
        undefined,
        '',
        'https://evil.example/',
        '//evil.example/',
        `${site.url}//evil.example/`,
        `${site.url}/\\evil.example/`,
        'javascript:alert(1)',
        `${site.url}/behind/?a=%0d%0aSet-Cookie:x=1`,
        `${site.url}.evil.example/`,
        `http://x@${site.url.slice(7)}@evil.example/`,
        'data:text/html,x',
      ]) {
        const reply = await post('/wp-login.php?action=postpass', body, {
          'content-type': form,
          'x-forwarded-for': `198.51.100.${++readers}`,
          ...(referer === undefined ? {} : { referer }),
        });
        expect([body.slice(0, 40), referer, reply.status, String(reply.headers['location'])]).toEqual([
          body.slice(0, 40),
          referer,
          303,
          expect.stringMatching(/^\/(?![/\\])/),
        ]);
        const cookie = String(reply.headers['set-cookie']).split(';')[0] ?? '';
        expect(cookie).not.toContain('Zyxpassword');
        proofs.add(cookie);
      }
    }
    for (const cookie of [
      ...proofs,
      'wp-postpass_broadsheet=',
      'wp-postpass_broadsheet=Zyxpassword',
      'wp-postpass_x=1; wp-postpass_broadsheet=%00',
      'wp-postpass_broadsheet=%',
      `wp-postpass_broadsheet=${'a'.repeat(8000)}`,
    ]) {
      const page = await send('/behind/', { headers: { cookie } });
      expect([cookie.slice(0, 60), page.status, page.body.includes('post_password')]).toEqual([
        cookie.slice(0, 60),
        200,
        true,
      ]);
    }
    for (const query of [
      '',
      '?action=',
      '?action=login',
      '?action[]=postpass',
      '?action=POSTPASS',
      '?action=lostpassword',
    ]) {
      const reply = await post(`/wp-login.php${query}`, 'post_password=x');
      expect([query, reply.status, reply.headers['set-cookie']]).toEqual([query, 400, undefined]);
    }
    expect(
      (
        await post('/wp-login.php?action=postpass', '{"post_password":["Zyxpassword"]}', {
          'content-type': 'application/json',
        })
      ).status,
    ).toBe(303);
    expect(
      (await post('/wp-login.php?action=postpass', 'x', { 'content-type': 'text/xml' })).status,
    ).toBeLessThan(500);
  });

  test('paths that look for inherited names, other folders or other hosts find nothing', async () => {
    for (const path of [
      '/constructor/x/',
      '/toString/x/',
      '/__proto__/x/',
      '/valueOf/a/b/',
      '/hasOwnProperty/',
      '/category/__proto__/',
      '/author/constructor/',
      '/nav_menu/main/',
      '/?taxonomy=constructor&term=x',
      '/?taxonomy=__proto__&term=x',
      '/?taxonomy=category&term[]=x',
      '/?post_type=__proto__',
      '/..',
      '/../',
      '/./',
      '/a/../article/',
      '/%2e%2e/',
      '/%2e%2e%2fkeys.json',
      '/wp-content/uploads/..%2f..%2fkeys.json',
      '/wp-content/uploads/%2e%2e/%2e%2e/keys.json',
      '/wp-content/uploads/..\\keys.json',
      '/wp-content/uploads/.hidden',
      '/wp-content/uploads/%00',
      '/wp-content/uploads//etc/passwd',
      '/assets/../server/main.js',
      '/assets/%2e%2e/server/main.js',
      '/assets/..%2f..%2fpackage.json',
      '/%c0%ae%c0%ae/',
      '/%ed%a0%80/',
      '/%f4%90%80%80/',
      '/%e0%80%af/',
      '/%fe%ff/',
      '/article%00/',
      '/article%0d%0aX:1/',
      '/article/%0d%0a/',
      '/article;jsessionid=1/',
      '/article?x',
      '/article/?',
      '/?',
      '/?&',
      '/?=',
      '/?&&==&',
      '//evil.example/',
      '///evil.example/',
      '/\\evil.example/',
      '//evil.example/%2f..',
      '/http://evil.example/',
      '/?s=%0d%0aSet-Cookie:x',
      '/page/2/?s=%0d%0aSet-Cookie:x&paged=3',
      '/article?ref=%0d%0aX:1',
      '/Article?ref=%0d%0aX:1',
      '/?p=1&x=%0d%0a',
      '/wp-json/%00',
      '/wp-json/wp/v2/posts?slug[]=%00&include[a][b]=1',
      '/?rest_route=%00',
      '/?rest_route=//evil',
      '/?rest_route=/wp/v2/posts&_fields=__proto__,constructor',
    ]) {
      const reply = await send(path);
      expect(reply.body).not.toContain('"secret"');
      if (
        /constructor|toString|__proto__|valueOf/.test(path) &&
        !path.includes('_fields') &&
        !path.includes('post_type')
      ) {
        expect([path, reply.status]).toEqual([path, 404]);
      }
    }
  });

  test('a redirect preserves percent-encoding', async () => {
    expect((await send('/moved/')).headers['location']).toBe(
      'https://other.example/%C3%A9?u=https%3A%2F%2Fx%2F%26%0d%0a',
    );
    expect((await send('/page/1/?s=a%26b%3Dc')).headers['location']).toBe('/?s=a%26b%3Dc');
  });

  test('malformed requests are refused by the protocol, and the next one is answered', async () => {
    for (const bytes of [
      'GET / HTTP/9.9\r\n\r\n',
      'FOO / HTTP/1.1\r\nHost: x\r\n\r\n',
      'GET\r\n\r\n',
      '\0\0\0\0\r\n\r\n',
      'GET /\u00ff\u00fe/ HTTP/1.1\r\nHost: x\r\n\r\n',
      'GET / HTTP/1.1\r\n\r\n',
      'GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n',
      'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
      'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: -1\r\n\r\n',
      'POST /wp-admin/admin-ajax.php HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n',
      'GET http://evil.example/ HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n',
      'OPTIONS * HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n',
      'CONNECT evil.example:443 HTTP/1.1\r\nHost: evil.example\r\n\r\n',
      'GET / HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n',
      'GET / HTTP/1.1\r\nHost: x\r\nExpect: everything\r\nConnection: close\r\n\r\n',
      'POST /wp-admin/admin-ajax.php HTTP/1.1\r\nHost: x\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: 100\r\n\r\naction=td',
      'GET / HTTP/1.1\r\nHost: x\r\nX: \0\r\n\r\n',
      `GET / HTTP/1.1\r\nHost: x\r\nAccept-Encoding: ${'gzip;q=0.'.repeat(500)}\r\nConnection: close\r\n\r\n`,
      'GET / HTTP/1.1\r\nHost: x\r\nIf-None-Match: """W/,,,\r\nRange: bytes=0-0,1-1\r\nConnection: close\r\n\r\n',
      'HEAD /article/ HTTP/1.0\r\n\r\n',
    ]) {
      const answer = await sendBytes(site.url, bytes);
      expect([bytes.slice(0, 60), answer === '' || /^HTTP\/1\.1 [1-4]\d\d /.test(answer)]).toEqual([
        bytes.slice(0, 60),
        true,
      ]);
      expect(answer).not.toMatch(/\n\s+at |node_modules/);
      expect((await send('/healthz')).status).toBe(200);
    }
  });

  test('headers of every kind change nothing that others see', async () => {
    const clean = (await send('/article/')).body;
    for (const value of [
      '<script>alert(1)</script>',
      "' OR 1=1",
      '__proto__',
      'evil.example',
      '127.0.0.1, ::1',
      '*',
      '%0d%0a',
      'x'.repeat(6000),
    ]) {
      for (const name of [
        'host',
        'x-forwarded-host',
        'x-forwarded-for',
        'x-forwarded-proto',
        'x-original-url',
        'x-rewrite-url',
        'referer',
        'user-agent',
        'accept',
        'accept-language',
        'accept-encoding',
        'if-none-match',
        'if-modified-since',
        'range',
        'cookie',
        'authorization',
        'origin',
        'x-http-method-override',
        'x-wp-nonce',
      ]) {
        const reply = await send('/article/', { headers: { [name]: value } });
        if (reply.status === 200 && reply.headers['content-encoding'] === undefined) {
          expect([name, value.slice(0, 30), reply.body === clean]).toEqual([name, value.slice(0, 30), true]);
        }
      }
    }
    expect((await send('/article/')).body).toBe(clean);
  });

  test('1,500 requests drawn from a seed, over all of them', async () => {
    const random = seededRandom(20_261_120);
    const pick = <Item>(items: readonly Item[]) => items[Math.floor(random() * items.length)] as Item;
    for (let round = 0; round < 150; round++) {
      await Promise.all(
        Array.from({ length: 10 }, () => {
          const shape = random();
          const query =
            `${randomText(random, pieces, 1 + Math.floor(random() * 4))}=${randomText(random, pieces, Math.floor(random() * 4))}`.replaceAll(
              ' ',
              '%20',
            );
          const at =
            shape < 0.4
              ? pick(paths)
              : `/${randomText(random, pieces, 1 + Math.floor(random() * 5))}`.replaceAll(' ', '%20');
          const path = (shape < 0.7 ? `${at}${at.includes('?') ? '&' : '?'}${query}` : at).replace(
            /[^\x21-\x7e]/g,
            '',
          );
          const method = random() < 0.5 ? 'GET' : pick(methods);
          const hasBody = method !== 'GET' && method !== 'HEAD' && random() < 0.8;
          const headers: Record<string, string> =
            random() < 0.2
              ? { cookie: `wp-postpass_x=${pick(pieces)}; broadsheet_dark=${pick(pieces)}` }
              : {};
          if (hasBody)
            headers['content-type'] = pick([
              form,
              form,
              'application/json',
              'multipart/form-data; boundary=x',
              'text/plain',
            ]);
          const body = hasBody ? `action=${pick(pieces)}&${query}` : undefined;
          return send(path, { method, headers, ...(body === undefined ? {} : { body }) });
        }),
      );
    }
    expect((await send('/article/')).status).toBe(200);
  });
});
