import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { saveSettings } from '../../src/modules/settings/store.ts';
import { endApplicationPasswordsOf } from '../../src/modules/users/application-password.ts';
import { updateUser } from '../../src/modules/users/writer.ts';
import { hashPassword } from '../../src/lib/credentials.ts';
import { onDrawnDatabase } from '../harness/databases.ts';
import { makePost, makeUser } from '../harness/factories.ts';
import { rawRequest, serveSite } from '../harness/served-site.ts';
import type { ServedSite } from '../harness/served-site.ts';
import { asCaller, makeCaller } from '../harness/xmlrpc-client.ts';
import type { XmlRpcUser } from '../harness/xmlrpc-client.ts';

type Struct = Readonly<Record<string, unknown>>;
const wrong = { fault: [403, 'Incorrect username or password.'] };
const people = ['administrator', 'editor', 'author', 'contributor', 'subscriber'] as const;

onDrawnDatabase('XML-RPC under attack', (_get, place) => {
  let site: ServedSite;
  const callers = new Map<string, XmlRpcUser>();
  const ids = new Map<string, number>();
  const at = ['{login}', '{password}'] as const;
  const as = (role: (typeof people)[number]) => callers.get(role) as XmlRpcUser;
  const id = (name: string) => ids.get(name) ?? 0;
  const post = (body: string | Buffer, headers: Record<string, string> = {}) =>
    rawRequest(site.url, '/xmlrpc.php', {
      method: 'POST',
      body: body as string,
      headers: { 'content-type': 'text/xml', 'x-forwarded-for': '203.0.113.9', ...headers },
    });
  const faultOf = async (body: string | Buffer, headers?: Record<string, string>) => {
    const { status, body: xml } = await post(body, headers);
    return [status, Number(/<name>faultCode<\/name><value><int>(-?\d+)</.exec(xml)?.[1])];
  };
  const call = (method: string, values: string) =>
    `<?xml version="1.0"?><methodCall><methodName>${method}</methodName><params>${values}</params></methodCall>`;
  const param = (value: string) => `<param><value>${value}</value></param>`;
  const signed = (role: (typeof people)[number]) =>
    param('1') + param(as(role).login) + param(as(role).password);

  beforeAll(async () => {
    site = await serveSite(place(), { trustProxy: ['127.0.0.1'] });
    const hash = await hashPassword('own-password-of-editor');
    await site.database.write(async (tx) => {
      for (const role of people) ids.set(role, await makeUser(tx, { login: role, roles: [role] }));
      await updateUser(tx, id('editor'), { password: hash });
      ids.set(
        'other',
        await makePost(tx, {
          title: 'Of the editor',
          status: 'private',
          authorId: id('editor'),
          content: 'Secret text',
        }),
      );
    });
    for (const role of people) callers.set(role, await makeCaller(site, id(role), role));
  });
  afterAll(() => site.close());

  test('document types, entities, nesting, and other encodings are refused with faults, and nothing is fetched', async () => {
    const inside = call('wp.getProfile', signed('author'));
    for (const [name, body, code] of [
      [
        'XXE',
        inside
          .replace('<methodCall>', '<!DOCTYPE m [<!ENTITY x SYSTEM "file:///etc/passwd">]><methodCall>')
          .replace('>1<', '>&x;<'),
        -32_700,
      ],
      [
        'laughs',
        inside
          .replace('<methodCall>', '<!DOCTYPE m [<!ENTITY a "ha"><!ENTITY b "&a;&a;">]><methodCall>')
          .replace('>1<', '>&b;<'),
        -32_700,
      ],
      [
        'deep',
        call('wp.getProfile', `${signed('author')}<param><value>${'<array><data><value>'.repeat(5000)}`),
        -32_600,
      ],
      ['bytes', Buffer.from(call('wp.getProfile', param('1')).replace('>1<', '>\u00ff<'), 'latin1'), -32_702],
      ['encoding', inside.replace('version="1.0"', 'version="1.0" encoding="utf-7"'), -32_701],
      ['JSON', '{"method":"wp.getProfile"}', -32_700],
      ['form', 'log=editor&pwd=x', -32_700],
      ['empty', '', -32_700],
      ['half', inside.slice(0, -20), -32_700],
      ['null byte', call('wp.getProfile', param('1') + param('a&#0;') + param('b')), -32_700],
      ['no method', '<methodCall/>', -32_600],
      ['pingback', call('pingback.ping', param('http://127.0.0.1/') + param(`${site.url}/`)), -32_601],
    ] as const)
      expect([name, ...(await faultOf(body))]).toEqual([name, 200, code]);
    const latin = call('wp.getUsersBlogs', param(as('author').login) + param(as('author').password)).replace(
      '"1.0"',
      '"1.0" encoding="ISO-8859-1"',
    );
    expect((await post(Buffer.from(latin, 'latin1'))).body).toContain('<name>blogName</name>');
  });

  test('of a stranger’s request 64 KB are read, and no file is written; nor for a subscriber', async () => {
    const parts = async () =>
      (await readdir(join(place().dataDir, 'media', '.parts')).catch(() => [])).length;
    const huge = `<base64>${'QUJD'.repeat(1_500_000)}</base64>`;
    const struct = `<struct><member><name>name</name><value>a.png</value></member><member><name>bits</name><value>${huge}</value></member></struct>`;
    expect(
      await faultOf(call('wp.uploadFile', param('1') + param('nobody') + param('x') + param(struct))),
    ).toEqual([200, 403]);
    expect(await faultOf(call('wp.uploadFile', signed('subscriber') + param(struct)))).toEqual([200, 401]);
    expect(await faultOf(call('wp.getProfile', param(struct)))).toEqual([200, 413]);
    expect(await faultOf(call('system.listMethods', param('x').repeat(10_000)))).toEqual([200, 413]);
    expect(await faultOf(`${' '.repeat(100_000)}<methodCall>`)).toEqual([200, 413]);
    expect(
      await faultOf(
        call('wp.newPost', `${signed('author')}<param><value><array><data>${'<value/>'.repeat(500_000)}`),
      ),
    ).toEqual([200, -32_600]);
    const long = `<struct><member><name>post_content</name><value>${'x'.repeat(11 * 2 ** 20)}</value></member></struct>`;
    expect(await faultOf(call('wp.newPost', signed('author') + param(long)))).toEqual([200, 413]);
    const page = `<struct><member><name>name</name><value>a.png</value></member><member><name>bits</name><value><base64>${Buffer.from(
      '<script>alert(1)</script>',
    ).toString('base64')}</base64></value></member></struct>`;
    expect((await faultOf(call('wp.uploadFile', signed('author') + param(page))))[1]).toBeLessThan(500);
    expect(await parts()).toBe(0);
  });

  test('an account’s own password is wrong as any other, cookies count for nothing, and guesses are slowed', async () => {
    const from = (login: string, password: string, ip: string) =>
      asCaller(site, login, password, ip).outcome('wp.getUsersBlogs', ...at);
    expect(await from('editor', 'own-password-of-editor', '203.0.113.20')).toEqual(wrong);
    expect(await from('editor', 'not-the-password', '203.0.113.21')).toEqual(wrong);
    expect(await from('no-such-account', 'x', '203.0.113.22')).toEqual(wrong);
    expect(await from('author', as('editor').password, '203.0.113.23')).toEqual(wrong);
    const { cookie, nonce } = await site.signIn(id('administrator'));
    const forged = call('wp.getUsersBlogs', param('administrator') + param(''));
    expect(
      await faultOf(forged, {
        cookie,
        'x-wp-nonce': nonce,
        origin: 'https://evil.example',
        'content-type': 'text/plain',
      }),
    ).toEqual([200, 403]);
    const { login, password } = as('author');
    const basic = `Basic ${Buffer.from(`${login}:${password}`).toString('base64')}`;
    expect(await faultOf(call('wp.getUsersBlogs', param('') + param('')), { authorization: basic })).toEqual([
      200, 403,
    ]);
    const guess = call('wp.getUsersBlogs', param('contributor') + param('guess'));
    const guesses = async (count: number) => {
      const codes: unknown[] = [];
      for (let n = 0; n < count; n++)
        codes.push((await faultOf(guess, { 'x-forwarded-for': `203.0.113.${100 + n}` }))[1]);
      return codes;
    };
    expect(new Set(await guesses(30))).toEqual(new Set([403, 429]));
    const slowed = await post(guess, { 'x-forwarded-for': '203.0.113.99' });
    expect([slowed.status, Number(slowed.headers['retry-after']) > 0]).toEqual([200, true]);
    // A correct password is still accepted.
    expect(await as('contributor').outcome('wp.getUsersBlogs', ...at)).toMatchObject({
      value: [{ blogid: '1' }],
    });
    const one =
      '<value><struct><member><name>methodName</name><value>wp.getUsersBlogs</value></member><member><name>params</name><value><array><data>' +
      '<value>editor</value><value>x</value></data></array></value></member></struct></value>';
    const many = call('system.multicall', param(`<array><data>${one.repeat(100)}</data></array>`));
    expect(await faultOf(many)).toEqual([200, -32_601]);
    expect(await as('author').call<string[]>('system.listMethods')).not.toEqual(
      expect.arrayContaining(['system.multicall']),
    );
    const listed = await as('author').call<string[]>('mt.supportedMethods');
    expect(listed.filter((name) => /^(?:pingback|demo)\.|multicall/.test(name))).toEqual([]);
  });

  test('roles have the same rights as in REST', async () => {
    const refused = (outcome: unknown, code = 401) =>
      expect(outcome).toMatchObject({ fault: [code, expect.any(String)] });
    for (const role of ['author', 'contributor', 'subscriber'] as const) {
      refused(await as(role).outcome('wp.getPost', 1, ...at, id('other')));
      refused(await as(role).outcome('metaWeblog.getPost', id('other'), ...at));
      refused(await as(role).outcome('wp.editPost', 1, ...at, id('other'), { post_title: 'Mine' }));
      refused(await as(role).outcome('wp.deletePost', 1, ...at, id('other')));
      refused(await as(role).outcome('wp.getRevisions', 1, ...at, id('other')));
      refused(await as(role).outcome('wp.getCommentCount', 1, ...at, id('other')));
      refused(await as(role).outcome('wp.newPage', 1, ...at, { title: 'Page' }, true));
      refused(await as(role).outcome('wp.getUsers', 1, ...at, {}));
      refused(await as(role).outcome('wp.getUser', 1, ...at, id('administrator')));
      refused(await as(role).outcome('wp.newTerm', 1, ...at, { name: 'Term', taxonomy: 'category' }));
      refused(await as(role).outcome('wp.getComments', 1, ...at, {}));
    }
    refused(await as('subscriber').outcome('wp.newPost', 1, ...at, { post_title: 'Post' }));
    refused(await as('subscriber').outcome('wp.getPosts', 1, ...at, {}));
    refused(await as('subscriber').outcome('wp.getTerms', 1, ...at, 'category'));
    refused(await as('subscriber').outcome('wp.getAuthors', 1, ...at));
    refused(
      await as('contributor').outcome('wp.newPost', 1, ...at, { post_title: 'Post', post_status: 'publish' }),
    );
    refused(
      await as('author').outcome('wp.newPost', 1, ...at, { post_title: 'Post', post_author: id('editor') }),
    );
    refused(
      await as('author').outcome('wp.newPost', 1, ...at, {
        post_title: 'Post',
        terms: { media_folder: [1] },
      }),
    );
    refused(await as('editor').outcome('wp.setOptions', 1, ...at, { blog_title: 'Mine' }));
    expect(
      (await as('author').call<Struct[]>('wp.getPosts', 1, ...at, { post_status: 'any', number: 100 })).map(
        (one) => one['post_id'],
      ),
    ).not.toContain(String(id('other')));
    refused(await as('editor').outcome('wp.getPost', 1, ...at, 999_999), 404);
    refused(
      await as('editor').outcome('wp.newPost', 1, ...at, { post_title: 'Post', post_type: 'no_type' }),
      403,
    );
  });

  test('an author’s forbidden content is cleaned, and hostile values are refused or written as text', async () => {
    const hostile =
      '<p onclick="steal()">Text</p><script>steal()</script><iframe src="javascript:steal()"></iframe>';
    const made = await as('author').call<string>('wp.newPost', 1, ...at, {
      post_title: '<script>t</script>Title',
      post_content: hostile,
      post_status: 'publish',
    });
    const stored = await as('author').call<Struct>('wp.getPost', 1, ...at, made);
    expect([stored['post_content'], stored['post_title']].join(' ')).not.toMatch(
      /onclick|<script|javascript:/,
    );
    expect(String(stored['post_content'])).toContain('<p>Text</p>');
    const other = await as('author').call<string>(
      'metaWeblog.newPost',
      1,
      ...at,
      { title: 'T', description: 'a', mt_text_more: hostile },
      false,
    );
    expect(
      String((await as('author').call<Struct>('metaWeblog.getPost', other, ...at))['mt_text_more']),
    ).not.toMatch(/onclick|<script|javascript:/);
    const editor = as('editor');
    for (const fields of [
      { post_date: '20261345T99:00:00' },
      { post_date: 'yesterday' },
      { post_date: '00000000T00:00:00' },
      { post_status: 'no-status' },
      { post_format: 'no-format' },
      { post_type: 'page', post_parent: -1 },
      { post_thumbnail: 999_999 },
      { terms: { category: [999_999] } },
      { terms: { category: ['1; drop table post'] } },
      { terms: 'x' },
      { post_author: 999_999 },
      { post_title: 'x'.repeat(100_000) },
      { custom_fields: [{ key: 'k'.repeat(300), value: '1' }] },
      { comment_status: 'maybe' },
      { terms: { __proto__: [1], constructor: [1] } },
      { post_name: 'x'.repeat(5000) },
      { custom_fields: Array.from({ length: 1001 }, () => ({ key: 'a' })) },
    ]) {
      const outcome = await editor.outcome('wp.newPost', 1, ...at, {
        post_title: 'Hostile',
        post_status: 'draft',
        ...fields,
      });
      if (!('fault' in outcome)) throw new Error(`accepted: ${JSON.stringify(fields).slice(0, 200)}`);
      expect([fields, outcome.fault[0] >= 400 && outcome.fault[0] < 500]).toEqual([fields, true]);
    }
    expect(await editor.outcome('wp.getPosts', 1, ...at, { number: -1 })).toMatchObject({
      fault: [400, expect.any(String)],
    });
    expect(await editor.outcome('wp.getPost', 1, ...at, '1 or 1=1')).toMatchObject({
      fault: [400, expect.any(String)],
    });
    for (const method of ['system.methodHelp', 'system.methodSignature']) {
      for (const name of [{}, [], 1, true, '__proto__', 'constructor']) {
        const outcome = await editor.outcome(method, name);
        expect([method, name, 'fault' in outcome && outcome.fault[0] < 0]).toEqual([method, name, true]);
      }
    }
    // Odd but harmless.
    const odd = await editor.call<string>('wp.newPost', 1, ...at, {
      post_title: ']]> <x> & "quotes" \u2028 🎈',
      post_content: 'a\r\nb',
      post_date: '',
      post_thumbnail: '',
      unknown_field: { a: [1] },
      post_name: '',
      terms: [],
      custom_fields: [
        { key: '_edit_lock', value: '1' },
        { key: '__proto__', value: '1' },
      ],
    });
    expect(await editor.call('wp.getPost', 1, ...at, odd, ['post_title', 'post_status'])).toEqual({
      post_id: odd,
      post_title: ']]> <x> & "quotes" \u2028 🎈',
      post_status: 'draft',
    });
  });

  test('GET lists the accepted methods, RSD is linked from pages, and one setting disables all of it', async () => {
    const get = (path: string, method = 'GET') => rawRequest(site.url, path, { method });
    const refused = await get('/xmlrpc.php');
    expect([refused.status, refused.body, refused.headers.allow]).toEqual([
      405,
      'XML-RPC server accepts POST requests only.',
      'POST',
    ]);
    for (const method of ['PUT', 'DELETE', 'PATCH'])
      expect((await get('/xmlrpc.php', method)).status).toBe(405);
    const page = await get('/');
    expect(page.headers['x-pingback']).toBeUndefined();
    const link = /<link rel="EditURI" type="application\/rsd\+xml" href="([^"]*)">/.exec(page.body)?.[1];
    expect(link).toBe(`${site.url}/xmlrpc.php?rsd`);
    const rsd = await get('/xmlrpc.php?rsd');
    expect([rsd.status, rsd.headers['content-type']]).toEqual([200, 'text/xml; charset=utf-8']);
    expect(rsd.body).toContain(
      `<api name="WordPress" blogID="1" preferred="true" apiLink="${site.url}/xmlrpc.php"/>`,
    );
    const reply = await post(call('system.listMethods', ''));
    expect([
      reply.status,
      reply.headers['cache-control'],
      reply.headers['x-content-type-options'],
      reply.headers['content-type'],
    ]).toEqual([200, 'no-store', 'nosniff', 'text/xml; charset=utf-8']);
    await site.database.write((tx) => saveSettings(tx, { xmlrpc_enabled: false }));
    const off = { fault: [405, 'XML-RPC services are disabled on this site.'] };
    await expect.poll(() => as('editor').outcome('wp.getUsersBlogs', ...at)).toEqual(off);
    expect(await as('editor').outcome('system.listMethods')).toEqual(off);
    expect([(await get('/xmlrpc.php?rsd')).status, (await get('/xmlrpc.php')).status]).toEqual([405, 405]);
    await expect.poll(async () => (await get('/')).body.includes('EditURI')).toBe(false);
    await site.database.write((tx) => saveSettings(tx, { xmlrpc_enabled: true }));
    await expect
      .poll(() => as('editor').outcome('wp.getUsersBlogs', ...at))
      .toMatchObject({ value: [{ blogid: '1' }] });
  });

  test('a password that was revoked opens nothing', async () => {
    expect(await as('editor').outcome('wp.getProfile', 1, ...at)).toMatchObject({
      value: { username: 'editor' },
    });
    await site.database.write((tx) => endApplicationPasswordsOf(tx, id('editor')));
    expect(await as('editor').outcome('wp.getProfile', 1, ...at)).toEqual(wrong);
  });
});
