import { afterAll, beforeAll, expect, test } from 'vitest';
import { createRedirect } from '../../src/modules/redirects/commands.ts';
import { listMissingPages } from '../../src/modules/redirects/missing-pages.ts';
import { findRedirect } from '../../src/modules/redirects/store.ts';
import { onBothDatabases } from '../harness/databases.ts';
import { makePost, makeUser } from '../harness/factories.ts';
import { rawRequest, serveSite } from '../harness/served-site.ts';
import type { ServedSite } from '../harness/served-site.ts';
import { hostileAddresses } from '../fixtures/hostile-addresses.ts';
import { chief } from '../harness/writer.ts';

const userAgent = 'Mozilla/5.0 (X11; Linux x86_64) Gecko/20100101 Firefox/140.0';

onBothDatabases('redirects and pages not found', (_get, place) => {
  let site: ServedSite;
  let admin: { readonly cookie: string; readonly nonce: string };
  beforeAll(async () => {
    site = await serveSite(place(), { trustProxy: ['127.0.0.1'] });
    let id = 0;
    await site.database.write(async (tx) => {
      id = await makeUser(tx, { roles: ['administrator'] });
      await makePost(tx, { slug: 'harbour', title: 'The harbour' });
      await makePost(tx, { type: 'page', slug: 'blog', title: 'The blog' });
    });
    admin = await site.signIn(id);
  });
  afterAll(() => site.close());

  const open = async (path: string) => {
    const { status, headers } = await rawRequest(site.url, path, { headers: { 'user-agent': userAgent } });
    return `${status} ${String(headers['location'] ?? '')}`.trim();
  };
  const rest = async (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) => {
    const reply = await fetch(`${site.url}/wp-json/broadsheet/v1${path}`, {
      method,
      headers: {
        cookie: admin.cookie,
        'x-wp-nonce': admin.nonce,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await reply.text();
    const isJson = reply.headers.get('content-type')?.includes('json') ?? false;
    return { status: reply.status, headers: reply.headers, body: isJson ? JSON.parse(text) : text };
  };
  const create = async (source: string, target: string, status = 301) =>
    rest('POST', '/redirects', { source, target, status });

  test('[IMP-12] a pattern applies where the site has no page, and its changes at once', async () => {
    expect([await open('/blog/'), await open('/blog/harbour/old')]).toEqual(['200', '404']);
    const made = await create('/blog/*', '/news/*');
    expect(made.status).toBe(201);
    expect(await open('/blog/')).toBe('200');
    expect(await open('/blog/nothing/old?utm_source=x')).toBe('301 /news/nothing/old?utm_source=x');
    const { id, revision } = made.body;
    expect(
      (await rest('POST', `/redirects/${id}`, { target: '/archive/*', status: 302, revision })).status,
    ).toBe(200);
    expect(await open('/blog/nothing/old')).toBe('302 /archive/nothing/old');
    await create('/blog/nothing/old', '/harbour/');
    expect(await open('/blog/nothing/old')).toBe('301 /harbour/');
    expect((await rest('DELETE', `/redirects/${id}?revision=${revision + 1}`)).status).toBe(200);
    expect(await open('/blog/other/')).toBe('404');
  });

  test('[IMP-12] no request leads off this site by a pattern', async () => {
    const made = await create('/out/*', '/*');
    expect(made.status).toBe(201);
    for (const path of [
      '/out//evil.example',
      '/out/%2Fevil.example',
      '/out/%2F%2Fevil.example/',
      '/out/%5Cevil.example',
      '/out/%5C%5Cevil.example',
      '/out/..//evil.example',
      '/out/%2e%2e//evil.example',
      '/out/%09/evil.example',
      '/out/%0d%0aLocation:%20https://evil.example',
      '/out/https://evil.example/',
      '/out/?//evil.example',
    ]) {
      const { headers } = await rawRequest(site.url, path, {});
      const location = String(headers['location'] ?? '/');
      expect(new URL(location, site.url).origin, path).toBe(site.url);
      expect(location, path).not.toMatch(/^\/(?:[/\\]|%2f|%5c)/i);
    }
    expect(await open('/out/no-such/')).toBe('301 /no-such/');
    await rest('DELETE', `/redirects/${made.body.id}`);
  });

  test('[IMP-12] a literal asterisk stays literal when its redirect is edited, restored and imported', async () => {
    const made = await create('/2%2A4/', '/eight/');
    expect(made.body).toMatchObject({ source: '/2%2A4/', is_pattern: false });
    const opened = async () => [await open('/2*4/'), await open('/2x4/')];
    expect(await opened()).toEqual(['301 /eight/', '404']);
    const edited = await rest('POST', `/redirects/${made.body.id}`, { target: '/8/' });
    expect(edited.body).toMatchObject({ source: '/2%2A4/', is_pattern: false });
    expect(await opened()).toEqual(['301 /8/', '404']);
    const { body: csv } = await rest('GET', '/redirects/export');
    await rest('DELETE', `/redirects/${made.body.id}`);
    expect(await opened()).toEqual(['404', '404']);
    expect((await create(edited.body.source, edited.body.target)).body.is_pattern).toBe(false);
    const again = await rest('POST', '/redirects/import', { csv });
    expect(again.body.counts).toMatchObject({ added: 0, changed: 0, refused: 0 });
    expect(await opened()).toEqual(['301 /8/', '404']);
  });

  test('[IMP-12] a stale change or deletion is refused with both versions', async () => {
    const { body } = await create('/stale/', '/one/');
    await rest('POST', `/redirects/${body.id}`, { target: '/two/', revision: 1 });
    for (const [method, path, sent] of [
      ['POST', `/redirects/${body.id}`, { target: '/three/', revision: 1 }],
      ['DELETE', `/redirects/${body.id}?revision=1`, undefined],
    ] as const) {
      const refused = await rest(method, path, sent);
      expect([refused.status, refused.body.code]).toEqual([409, 'stale']);
      expect(refused.body.data.theirs).toMatchObject({ target: '/two/', revision: 2 });
    }
    expect(
      (await rest('POST', `/redirects/${body.id}`, { target: '/x/' }, { 'if-match': '"1"' })).status,
    ).toBe(409);
    expect((await create('/stale/', '/four/')).body.code).toBe('redirect_exists');
  });

  test('[IMP-12] the list is searched, sorted and paged', async () => {
    for (const name of ['a', 'b', 'c']) await create(`/listed-${name}/`, `/to-${name}/`);
    const list = await rest('GET', '/redirects?search=LISTED&per_page=2&orderby=target&order=desc');
    expect([
      list.headers.get('x-wp-total'),
      list.body.map(({ source }: { source: string }) => source),
    ]).toEqual(['3', ['/listed-c/', '/listed-b/']]);
    expect((await rest('GET', '/redirects?search=%25_')).body).toEqual([]);
  });

  test.each([
    ['from no path', 'nopath', '/x/'],
    ['from the front page', '/', '/x/'],
    ['from another host', '//evil.example/', '/x/'],
    ['by a pattern to another site', '/a/*', 'https://evil.example/*'],
    ['by a pattern with two stars', '/a/*/*', '/x/*'],
    ['to a script', '/a/', 'javascript:alert(1)'],
    ['to itself', '/a/', '/a/'],
    ['with a space', '/a b/', '/x/'],
    ['with a null byte', '/a\0/', '/x/'],
    ['from a long path', `/${'a'.repeat(2001)}`, '/x/'],
  ])('[IMP-12] a redirect %s is refused', async (_name, source, target) => {
    expect((await create(source, target)).status).toBe(400);
  });

  test('[IMP-12] a test says which redirect applies and where readers end', async () => {
    await create('/first/', '/second/');
    await create('/second/*', '/harbour/');
    await create('/away/', 'https://elsewhere.example/');
    await create('/gone/', '', 410);
    await site.database.write((tx) =>
      createRedirect(tx, chief, { source: '/old.php?id=5', target: '/harbour/' }),
    );
    const trace = async (path: string) => {
      const { body } = await rest('GET', `/redirects/test?path=${encodeURIComponent(path)}`);
      return [
        ...body.steps.map(
          (step: { from: string; to: string; status: number; redirect: { source: string } | null }) =>
            `${step.from} ${step.status} ${step.to} by ${step.redirect?.source ?? 'itself'}`,
        ),
        `${body.end.kind} ${body.end.address} ${body.end.title}`.trim(),
      ];
    };
    expect(await trace('/harbour/')).toEqual(['page /harbour/ The harbour']);
    expect(await trace(`${site.url}/harbour`)).toEqual([
      '/harbour 301 /harbour/ by itself',
      'page /harbour/ The harbour',
    ]);
    expect(await trace('/first/')).toEqual([
      '/first/ 301 /second/ by /first/',
      '/second/ 301 /harbour/ by /second/*',
      'page /harbour/ The harbour',
    ]);
    expect(await trace('/away')).toEqual([
      '/away 301 https://elsewhere.example/ by /away/',
      'elsewhere https://elsewhere.example/',
    ]);
    expect(await trace('/gone/')).toEqual(['/gone/ 410  by /gone/', 'gone /gone/']);
    expect(await trace('/old.php?id=5')).toEqual([
      '/old.php?id=5 301 /harbour/ by /old.php?id=5',
      'page /harbour/ The harbour',
    ]);
    expect(await trace('/nothing/')).toEqual(['missing /nothing/']);
    expect(await trace('/feed/')).toEqual(['page /feed/']);
    expect(await trace('/wp-login.php')).toEqual(['reserved /wp-login.php']);
    for (const path of ['', 'https://evil.example/', '//evil.example/', 'javascript:1', '/\\evil.example'])
      expect((await rest('GET', `/redirects/test?path=${encodeURIComponent(path)}`)).status, path).toBe(400);
  });

  test('[IMP-12] a test of a hostile address, and a search for one, gets an answer', async () => {
    await create('/nul/*', '/harbour/*');
    // A busy machine may refuse one of their searches for now.
    for (const address of hostileAddresses)
      await expect
        .poll(async () => (await rest('GET', `/redirects/test?path=${encodeURIComponent(address)}`)).status, {
          message: address,
        })
        .toBeLessThan(500);
    for (const list of ['redirects', 'missing-pages'])
      for (const search of ['%00', '/a%00?q=%E9', '%E9', '%'])
        expect([
          list,
          search,
          (await rest('GET', `/${list}?search=${encodeURIComponent(search)}`)).status,
        ]).toEqual([list, search, 200]);
  });

  test('[IMP-12] an import is previewed, refused if something changed since, and exported again', async () => {
    const csv = 'source,target,status\n/csv-one/,/harbour/,301\n/csv-two/*,/blog/*,302\n';
    const preview = await rest('POST', '/redirects/import', { csv, preview: true });
    expect(preview.body).toMatchObject({ is_done: false, counts: { added: 2, changed: 0, refused: 0 } });
    expect(await findRedirect(site.database.read, '/csv-one/')).toBeUndefined();
    await create('/csv-one/', '/blog/');
    const { revision } = preview.body;
    const stale = await rest('POST', '/redirects/import', { csv, revision });
    expect([stale.status, stale.body.code]).toEqual([409, 'stale']);
    expect(stale.body.data.theirs).toMatchObject({ counts: { added: 1, changed: 1 } });
    const done = await rest('POST', '/redirects/import', { csv, revision: stale.body.data.theirs.revision });
    expect(done.body).toMatchObject({ is_done: true, counts: { added: 1, changed: 1, refused: 0 } });
    expect(await open('/csv-two/a')).toBe('302 /blog/a');
    const refused = await rest('POST', '/redirects/import', { csv: '/new/,/x/\nno,/x/' });
    expect([refused.status, refused.body.code]).toEqual([400, 'redirects_refused']);
    expect(refused.body.message).toContain('Line 2: ');
    const exported = await rest('GET', '/redirects/export');
    expect(exported.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(exported.body).toContain('/csv-two/*,/blog/*,302\r\n');
    const again = await rest('POST', '/redirects/import', { csv: exported.body, preview: true });
    expect(again.body.counts).toMatchObject({ added: 0, changed: 0, refused: 0 });
  });

  test('[IMP-12] requests of readers without a page are counted; others are not; one is dismissed', async () => {
    const request = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
      rawRequest(site.url, path, {
        method,
        headers: { 'user-agent': userAgent, 'x-forwarded-for': '203.0.113.1', ...headers },
      });
    const counts = async () => {
      await site.app.content.missingPages.flush();
      const { pages } = await listMissingPages(site.database.read, {
        now: Date.now(),
        limit: 50,
        search: 'lost',
      });
      return Object.fromEntries(pages.map(({ path, count }) => [path, count]));
    };
    await request('/lost/?secret=1');
    await request('/lost/', { 'x-forwarded-for': '203.0.113.2' });
    await request('/lost-too/', { accept: 'text/html,*/*' });
    for (const [path, headers, method] of [
      ['/lost-bot/', { 'user-agent': 'Googlebot/2.1' }],
      ['/lost-image/', { 'sec-fetch-dest': 'image' }],
      ['/lost-data/', { accept: 'application/json' }],
      ['/lost-guess/', { 'sec-purpose': 'prefetch' }],
      ['/lost-head/', {}, 'HEAD'],
      ['/lost-editor/', { cookie: admin.cookie }],
      ['/lost.php', {}],
      ['/.lost', {}],
      ['/harbour/', {}],
    ] as const)
      await request(path, headers, method);
    expect(await counts()).toEqual({ '/lost/': 2, '/lost-too/': 1 });
    const { body } = await rest('GET', '/missing-pages?search=lost&orderby=path&order=asc');
    expect(body).toMatchObject({ total: 2, pages: [{ path: '/lost-too/' }, { path: '/lost/', count: 2 }] });
    expect((await rest('DELETE', `/missing-pages/${body.pages[0].id}`)).body).toEqual({ deleted: true });
    expect((await rest('DELETE', `/missing-pages/${body.pages[0].id}`)).status).toBe(404);
    await create('/lost/', '/harbour/');
    expect(await counts()).toEqual({});
  });
});
