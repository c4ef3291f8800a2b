import type { RequestListener } from 'node:http';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { saveSettings } from '../../src/modules/settings/store.ts';
import { bundledLibrary } from '../../src/modules/templates/library/library.ts';
import { findAssignments, findTemplate, listTemplates } from '../../src/modules/templates/reader.ts';
import { createFetchOutside } from '../../src/lib/fetch-outside.ts';
import type { FetchOutside } from '../../src/lib/fetch-outside.ts';
import { onDrawnDatabase } from '../harness/databases.ts';
import { makePost, makeTerm, makeUser } from '../harness/factories.ts';
import { rawRequest, serveSite } from '../harness/served-site.ts';
import type { ServedSite } from '../harness/served-site.ts';
import { inside, listenOnBoth, outside } from '../harness/two-networks.ts';

const library = '/wp-json/broadsheet/v1/template-library';
const bundled = [...bundledLibrary().values()];
const words = (text: string) => `<!-- wp:paragraph --><p>${text}</p><!-- /wp:paragraph -->`;
const entry = (name: string, more: object = {}) => ({
  name,
  title: `Title of ${name}`,
  type: 'single',
  style: 'quiet',
  description: 'From afar.',
  file: `files/${name}.json`,
  ...more,
});
const indexOf = (...templates: readonly object[]) => ({
  format: 'broadsheet-library',
  version: 1,
  templates,
});
const template = (content: string, more: object = {}) => ({
  id: 1,
  type: 'single',
  title: 'Brought',
  content,
  ...more,
});
const fileOf = (...templates: readonly object[]) => ({
  format: 'broadsheet-template',
  version: 1,
  main: 1,
  templates,
});

interface Listed {
  readonly templates: readonly {
    readonly name: string;
    readonly type: string;
    readonly title: string;
    readonly mobile: string;
  }[];
  readonly outside: { readonly address: string; readonly error: string } | null;
}
interface Person {
  readonly cookie: string;
  readonly nonce: string;
}

onDrawnDatabase('another library of templates', (_get, place) => {
  let site: ServedSite;
  let [editor, author, chief]: (Person | undefined)[] = [];
  let ids: { post: number; category: number };
  let stop = () => {};
  let port = 0;
  const hits: string[] = [];
  const bounds: (number | undefined)[] = [];
  const answers = new Map<string, RequestListener>();

  const guarded = createFetchOutside({
    resolve: async (host) => [host.startsWith('inside') ? inside : outside],
    mayReach: (address) => address === outside,
  });
  /** Requests by https, as the setting requires, go to the stand-in by http; the timeout is shorter. */
  const fetchLibrary: FetchOutside = async (url, request) => {
    bounds.push(request?.timeoutMs, request?.maxBytes);
    const plain = Object.assign(new URL(url), { protocol: 'http:', port: String(port) });
    const reply = await guarded(plain.href, { ...request, ...(url.includes('slow') && { timeoutMs: 200 }) });
    return { ...reply, url: Object.assign(new URL(reply.url), { protocol: 'https:', port: '' }).href };
  };
  /** A new host in each run: the cache's key is the address. */
  const at = (path: string) => `https://library${port}.example${path}`;
  const says = (path: string, said: unknown, status = 200) =>
    void answers.set(
      path,
      (_request, response) =>
        void response.writeHead(status).end(typeof said === 'string' ? said : JSON.stringify(said)),
    );
  const use = (address: string) =>
    site.database.write((tx) => saveSettings(tx, { template_library_url: address }));

  beforeAll(async () => {
    ({ port, close: stop } = await listenOnBoth(
      (request, response) => {
        hits.push(request.url ?? '');
        (answers.get(request.url ?? '') ?? ((_, reply) => void reply.writeHead(404).end()))(
          request,
          response,
        );
      },
      JSON.stringify(indexOf(entry('secret'))),
      hits,
    ));
    site = await serveSite(place(), {}, { fetchLibrary });
    const people = await site.database.write(async (tx) => {
      const category = await makeTerm(tx, { name: 'Science', slug: 'science' });
      ids = {
        category,
        post: await makePost(tx, { title: 'An article', slug: 'an-article', termIds: [category] }),
      };
      return [
        await makeUser(tx, { roles: ['editor'] }),
        await makeUser(tx, { roles: ['author'] }),
        await makeUser(tx, { roles: ['administrator'] }),
      ];
    });
    [editor, author, chief] = await Promise.all(people.map((id) => site.signIn(id)));
  });
  afterAll(async () => {
    await site.close();
    stop();
  });
  afterEach(() => {
    vi.useRealTimers();
    expect(hits.filter((hit) => hit.startsWith('inside'))).toEqual([]);
    hits.length = 0;
    answers.clear();
  });

  const sendRequest = async (path: string, body?: unknown, who = editor) => {
    const reply = await rawRequest(site.url, path, {
      method: body === undefined ? 'GET' : 'POST',
      body: body === undefined ? undefined : JSON.stringify(body),
      headers: {
        'content-type': 'application/json',
        ...(who && { cookie: who.cookie, 'x-wp-nonce': who.nonce }),
      },
    });
    return { status: reply.status, json: JSON.parse(reply.body) as Record<string, unknown> };
  };
  const list = async (query = ''): Promise<Listed> => {
    const { status, json } = await sendRequest(library + query);
    expect(status).toBe(200);
    return json as unknown as Listed;
  };
  const names = ({ templates }: Listed) => templates.map(({ name }) => name);
  const bundledNames = bundled.map(({ name }) => name);
  const tryOn = (name: string) =>
    rawRequest(site.url, `/an-article/?template_preview=library:${name}`, {
      headers: { cookie: editor?.cookie ?? '' },
    });

  test('[CLOUD-07] without an https address there is no library and no request', async () => {
    const listed = await list();
    expect([listed.outside, names(listed)]).toEqual([null, bundledNames]);
    expect(await sendRequest(library, { name: 'outside/far' })).toMatchObject({
      status: 404,
      json: { message: expect.stringContaining('template_library_url') },
    });
    expect((await tryOn('outside/far')).status).toBe(404);
    const long = `https://library.example/${'x'.repeat(500)}`;
    for (const address of [
      'http://library.example/',
      'ftp://library.example/',
      'javascript:alert(1)',
      'library.example',
      long,
    ]) {
      await expect(use(address), address.slice(0, 30)).rejects.toThrow('template_library_url');
    }
    expect(hits).toEqual([]);
  });

  test('[CLOUD-07] its templates appear next to the bundled ones; only template editors cause requests, once in ten minutes', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    says(
      '/kept/index.json',
      indexOf(
        entry('far', { mobile: 'far-small' }),
        entry('far-small', { isMobile: true }),
        entry('wide', { type: 'category' }),
      ),
    );
    await use(at('/kept/index.json'));
    expect((await sendRequest(library, undefined, author)).status).toBe(403);
    expect((await rawRequest(site.url, library, {})).status).toBe(401);
    expect((await rawRequest(site.url, '/an-article/?template_preview=library:outside/far', {})).status).toBe(
      200,
    );
    expect(hits).toEqual([]);
    const [listed, again] = await Promise.all([list(), list()]);
    expect(names(listed)).toEqual([...bundledNames, 'outside/far', 'outside/far-small', 'outside/wide']);
    expect(again).toEqual(listed);
    expect(listed.outside).toEqual({ address: at('/kept/index.json'), error: '' });
    expect(listed.templates.at(-3)).toEqual({
      name: 'outside/far',
      title: 'Title of far',
      type: 'single',
      style: 'quiet',
      description: 'From afar.',
      is_mobile: false,
      mobile: 'outside/far-small',
    });
    expect(names(await list('?type=category'))).toEqual([
      ...bundled.filter(({ type }) => type === 'category').map(({ name }) => name),
      'outside/wide',
    ]);
    vi.setSystemTime(Date.now() + 10 * 60_000 - 1);
    await list();
    expect(hits).toEqual(['/kept/index.json']);
    vi.setSystemTime(Date.now() + 1);
    await list();
    expect(hits).toHaveLength(2);
    expect(bounds.slice(0, 2)).toEqual([8000, 500_000]);
  });

  test('[CLOUD-03] one of them is tried on, imported and assigned by its file, which is asked for once; numbers of its site stay there', async () => {
    says('/good/index.json', indexOf(entry('far', { file: '../good/files/./far.json' })));
    const content = `${words('Words from afar')}<!-- wp:broadsheet/post-list {"category_id":"${ids.category}"} /-->`;
    says(
      '/good/files/far.json',
      fileOf(template(content, { mobileTemplateId: 2 }), template(words('Small'), { id: 2, isMobile: true })),
    );
    await use(at('/good/index.json'));
    expect((await tryOn('outside/far')).body).toContain('Words from afar');
    expect((await rawRequest(site.url, '/an-article/', {})).body).not.toContain('Words from afar');
    const { status, json } = await sendRequest(library, {
      name: 'outside/far',
      assign_to_post: String(ids.post),
    });
    expect([status, json.title]).toEqual([201, 'Brought']);
    expect((await findAssignments(site.database.read, 'single', ids.post)).item).toBe(json.id);
    const made = await findTemplate(site.database.read, Number(json.id));
    expect([made?.content.includes('Words from afar'), made?.content.includes('category_id')]).toEqual([
      true,
      false,
    ]);
    expect((await findTemplate(site.database.read, made?.mobileTemplateId ?? 0))?.isMobile).toBe(true);
    expect((await rawRequest(site.url, '/an-article/', {})).body).toContain('Words from afar');
    expect(hits).toEqual(['/good/index.json', '/good/files/far.json']);
    expect((await sendRequest(library, { name: 'outside/far' }, author)).status).toBe(403);
  });

  test('its templates run nothing, previewed or imported, even for administrators', async () => {
    const hostile =
      '<img src="x" onerror="alert(1)"><script>alert(2)</script><a href="javascript:alert(3)">Click</a>';
    says('/script/index.json', indexOf(entry('far', { title: '<script>alert(4)</script>' })));
    says(
      '/script/files/far.json',
      fileOf(template(`${words(hostile)}<!-- wp:html -->${hostile}<!-- /wp:html -->`)),
    );
    await use(at('/script/index.json'));
    const tried = await tryOn('outside/far');
    const { status, json } = await sendRequest(
      library,
      { name: 'outside/far', assign_to_post: String(ids.post) },
      chief,
    );
    expect([tried.status, status]).toEqual([200, 201]);
    const stored = (await findTemplate(site.database.read, Number(json.id)))?.content ?? '';
    for (const text of [tried.body, stored, (await rawRequest(site.url, '/an-article/', {})).body]) {
      expect(text).toContain('Click');
      for (const bad of ['onerror', 'alert(2)', 'javascript:alert']) expect(text).not.toContain(bad);
    }
  });

  test('names of bundled templates are others there; those that lead elsewhere name nothing', async () => {
    says('/names/index.json', indexOf(entry('single-essay')));
    says('/names/files/single-essay.json', fileOf(template(words('No essay'))));
    await use(at('/names/index.json'));
    expect(names(await list()).filter((name) => name.endsWith('single-essay'))).toEqual([
      'single-essay',
      'outside/single-essay',
    ]);
    const contentOf = async (name: string) =>
      (await findTemplate(site.database.read, Number((await sendRequest(library, { name })).json.id)))
        ?.content;
    expect([await contentOf('single-essay'), await contentOf('outside/single-essay')]).toEqual([
      bundledLibrary().get('single-essay')?.markup,
      words('No essay'),
    ]);
    const before = await listTemplates(site.database.read);
    for (const name of [
      'outside/',
      'outside/../single-essay',
      'outside/files/single-essay.json',
      'outside/__proto__',
      'outside/outside/single-essay',
      `outside/${at('/names/files/single-essay.json')}`,
      `outside/${'x'.repeat(200)}`,
    ]) {
      expect([name, (await sendRequest(library, { name })).status]).toEqual([name, 404]);
      expect([name, (await tryOn(encodeURIComponent(name))).status]).toEqual([name, 404]);
    }
    expect(await listTemplates(site.database.read)).toEqual(before);
    expect(hits).toEqual(['/names/index.json', '/names/files/single-essay.json']);
  });

  const reply =
    (status: number, headers: Record<string, string> = {}, body = ''): RequestListener =>
    (_request, response) =>
      void response.writeHead(status, headers).end(body);
  const drip: RequestListener = (_request, response) => {
    const timer = setInterval(() => response.write(' '), 20);
    response.on('close', () => clearInterval(timer));
  };
  /** Hostile replies to any address of a library, with the expected message. */
  const hostileReplies = (): readonly (readonly [string, RequestListener, RegExp])[] => [
    ['html', reply(200, {}, '<!doctype html><p>Hello'), /is not JSON\.$/],
    ['empty', reply(200), /is not JSON/],
    ['large', reply(200, {}, `"${'x'.repeat(20_000_000)}"`), /larger than \d+ bytes/],
    ['slow-drip', drip, /did not respond in time/],
    ['slow-mute', () => {}, /did not respond in time/],
    ['cut', (request) => void request.socket.destroy(), /can't be had/],
    ['to-inside', reply(302, { location: `http://${inside}:${port}/secret` }), /The request was blocked/],
    [
      'to-inside-name',
      reply(302, { location: `http://inside.example:${port}/secret` }),
      /The request was blocked/,
    ],
    ['to-file', reply(302, { location: 'file:///etc/passwd' }), /is not a valid URL/],
    ['to-other', reply(302, { location: `http://other.example:${port}/elsewhere` }), /leads to another site/],
    [
      'round',
      (request, response) => void response.writeHead(302, { location: request.url }).end(),
      /more than 3 times/,
    ],
    ['fault', reply(500, {}, '{}'), /answered 500/],
    ['none', reply(204), /answered 204/],
  ];

  test('an invalid index is reported next to the bundled templates, and imports nothing', async () => {
    says('/elsewhere', indexOf(entry('far')));
    const before = await listTemplates(site.database.read);
    const good = entry('far');
    const wrong: readonly unknown[] = [
      [],
      null,
      7,
      '{"format":',
      {},
      { ...indexOf(good), format: 'other' },
      { ...indexOf(good), version: 2 },
      { ...indexOf(), templates: {} },
      indexOf({}),
      ...['../far', 'a/b', '..', '', '__proto__', 'Far', 'x'.repeat(81)].map((name) => indexOf(entry(name))),
      indexOf(entry('far', { mobile: '../far' })),
      indexOf(good, good),
      indexOf(entry('far', { type: 'nothing' })),
      indexOf(entry('far', { title: '' })),
      indexOf(entry('far', { script: 'alert(1)' })),
      indexOf(...Array.from({ length: 301 }, (_, number) => entry(`far-${number}`))),
      '['.repeat(400_000),
    ];
    const cases: (readonly [string, RegExp])[] = [];
    for (const [number, said] of wrong.entries()) {
      says(`/wrong/${number}`, said);
      cases.push([at(`/wrong/${number}`), /is not (a template library|JSON)/]);
    }
    for (const [name, answer, message] of hostileReplies()) {
      answers.set(`/index/${name}`, answer);
      cases.push([at(`/index/${name}`), message]);
    }
    cases.push(
      [`https://${inside}/${port}`, /The request was blocked/],
      [`https://inside${port}.example/`, /The request was blocked/],
      ['https://[::1]/', /The request was blocked/],
    );
    cases.push([`https://ann:secret@library${port}.example/`, /contains a username or password/]);
    for (const [address, message] of cases) {
      await use(address);
      const listed = await list();
      expect([address, names(listed)]).toEqual([address, bundledNames]);
      expect(listed.outside?.error, address).toMatch(message);
      expect(listed.outside?.error.length, address).toBeLessThan(1200);
      expect(await sendRequest(library, { name: 'outside/far' }), address).toMatchObject({
        status: 503,
        json: { message: expect.stringMatching(message) },
      });
    }
    expect((await tryOn('outside/far')).status).toBe(503);
    expect(await listTemplates(site.database.read)).toEqual(before);
    expect((await sendRequest(library, { name: 'single-essay' })).status).toBe(201);
    expect((await rawRequest(site.url, '/an-article/', {})).status).toBe(200);
  });

  test('a failing library is not requested for half a minute, and returns once it responds', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    says('/again/index.json', 'down', 500);
    await use(at('/again/index.json'));
    for (let times = 0; times < 3; times++) expect((await list()).outside?.error).toContain('answered 500');
    expect(hits).toHaveLength(1);
    says('/again/index.json', indexOf(entry('far')));
    vi.setSystemTime(Date.now() + 30_000);
    expect((await list()).outside?.error).toBe('');
    expect(hits).toHaveLength(2);
  });

  test('an invalid file, or one on another origin, creates nothing; the libraries stay', async () => {
    const deep = '<!-- wp:broadsheet/row -->'.repeat(9) + '<!-- /wp:broadsheet/row -->'.repeat(9);
    const replies = hostileReplies();
    const wrong: readonly unknown[] = [
      [],
      null,
      {},
      fileOf(),
      fileOf(template('x', { type: 'nothing' })),
      fileOf(template('x', { id: 2 })),
      fileOf(template('a\0b')),
      fileOf(template(deep)),
      fileOf(template('x', { extra: 1 })),
      { ...fileOf(template('x')), format: 'broadsheet-library' },
    ];
    const elsewhere = [
      '//other.example/elsewhere',
      'https://other.example/elsewhere',
      `https://${inside}/secret`,
      'http://library.example/x',
      'data:,x',
      'file:///etc/passwd',
      'https://',
      `https://ann:secret@library${port}.example/elsewhere`,
    ];
    for (const [name, answer] of replies) answers.set(`/files/${name}`, answer);
    for (const [number, said] of wrong.entries()) says(`/files/wrong-${number}`, said);
    says('/elsewhere', fileOf(template(words('Elsewhere'))));
    const entries = [
      ...replies.map(([name]) => entry(name, { file: `/files/${name}` })),
      ...wrong.map((_, number) => entry(`wrong-${number}`, { file: `./wrong-${number}` })),
      ...elsewhere.map((file, number) => entry(`elsewhere-${number}`, { file })),
      entry('absent'),
    ];
    says('/files/index.json', indexOf(...entries));
    await use(at('/files/index.json'));
    const [listed, before] = [await list(), await listTemplates(site.database.read)];
    expect(names(listed)).toEqual([...bundledNames, ...entries.map(({ name }) => `outside/${name}`)]);
    const expected = new Map<string, readonly [number, RegExp]>([
      ...replies.map(([name, , message]) => [name, [503, message]] as const),
      ...wrong.map((_, number) => [`wrong-${number}`, [400, /./]] as const),
      ...elsewhere.map(
        (_, number) => [`elsewhere-${number}`, [503, /another site|username or password/]] as const,
      ),
      ['absent', [503, /answered 404/]],
    ]);
    for (const [name, [status, message]] of expected) {
      expect(await sendRequest(library, { name: `outside/${name}` }), name).toMatchObject({
        status,
        json: { message: expect.stringMatching(message) },
      });
      expect([name, (await tryOn(`outside/${name}`)).status]).toEqual([name, status]);
    }
    expect(await list()).toEqual(listed);
    expect(await listTemplates(site.database.read)).toEqual(before);
    // One request each, to its own origin only; only redirects were followed.
    expect(hits.filter((hit) => hit === '/files/fault')).toHaveLength(1);
    expect(bounds).toContain(8_000_000);
  });
});
