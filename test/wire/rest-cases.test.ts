import { createReadStream, existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startQueues } from '../../src/kernel/jobs/job-queue.ts';
import type { RunningQueues } from '../../src/kernel/jobs/job-queue.ts';
import { mediaQueue } from '../../src/modules/media/jobs.ts';
import { findActor } from '../../src/modules/users/roles.ts';
import { createApplicationPassword } from '../../src/modules/users/application-password-commands.ts';
import { importFiles } from '../../src/import/import-wxr.ts';
import { makeTestDatabase, onBothDatabases } from '../harness/databases.ts';
import { makePost, makeTerm, makeUser } from '../harness/factories.ts';
import type { Json } from '../harness/rest-app.ts';
import { rawRequest, serveSite } from '../harness/served-site.ts';
import type { ServedSite } from '../harness/served-site.ts';

const folder = fileURLToPath(new URL('../../../shared/', import.meta.url));
const file = `${folder}cases/rest.json`;
const isPresent = existsSync(file);
if (!isPresent) console.warn(`${file} is absent: the requests that WordPress 7.1 answered are not repeated.`);

/** A request that failed before, with the response of WordPress 7.1. */
interface Row {
  readonly as: 'admin' | 'author' | 'visitor';
  readonly request: string;
  readonly expected: string;
}
const rows = isPresent ? (JSON.parse(readFileSync(file, 'utf8')) as readonly Row[]) : [];

interface Reply {
  readonly status: number;
  readonly json: Json;
  readonly list: readonly Json[];
}

/** A client for one of three users; `admin` and `author` use application passwords. */
async function openClient(site: ServedSite) {
  const proofs = new Map<Row['as'], string>();
  const ids = { admin: 0, author: 0 };
  for (const [login, role] of [
    ['admin', 'administrator'],
    ['author', 'author'],
  ] as const) {
    ids[login] = await site.database.write((tx) => makeUser(tx, { login, roles: [role] }));
    const actor = await findActor(site.database.read, ids[login]);
    const { password } = await site.database.write((tx) =>
      createApplicationPassword(tx, actor, { userId: ids[login], name: 'A program' }),
    );
    proofs.set(login, Buffer.from(`${login}:${password}`).toString('base64'));
  }
  const ask = async (
    as: Row['as'],
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = { 'content-type': 'application/json' },
  ): Promise<Reply> => {
    const proof = proofs.get(as);
    const { status, body: text } = await rawRequest(site.url, `/wp-json${path}`, {
      method,
      headers: {
        ...(proof === undefined ? {} : { authorization: `Basic ${proof}` }),
        ...(body === undefined ? {} : headers),
      },
      ...(body === undefined ? {} : { body: Buffer.isBuffer(body) ? body : JSON.stringify(body) }),
    });
    const json = JSON.parse(text) as Json;
    return { status, json, list: Array.isArray(json) ? json : [] };
  };
  return { ids, ask };
}

type Ask = Awaited<ReturnType<typeof openClient>>['ask'];
interface Place {
  readonly site: ServedSite;
  readonly ask: Ask;
  readonly ids: { readonly admin: number; readonly author: number };
  readonly dialect: 'sqlite' | 'postgres';
}

const codeOf = ({ status, json }: Reply) => [status, json['code']];
const idOf = ({ json }: Reply) => Number(json['id']);
const made = (place: Place, input: Parameters<typeof makePost>[1]) =>
  place.site.database.write((tx) => makePost(tx, input));
const secret = {
  title: 'Members only',
  content: '<!-- wp:paragraph --><p>For members.</p><!-- /wp:paragraph -->',
  password: 'RIGHT',
};

/** The action of each request, and the check of its response. */
const cases: Readonly<Record<string, (place: Place) => Promise<void>>> = {
  'POST /wp/v2/posts {"title":"m","content":"c","status":"draft","meta":{"my_key":"v"}}': async ({ ask }) => {
    const reply = await ask('admin', 'POST', '/wp/v2/posts', {
      title: 'm',
      content: 'c',
      status: 'draft',
      meta: { my_key: 'v' },
    });
    expect(reply.status).toBe(201);
    expect(reply.json['meta']).not.toHaveProperty('my_key');
  },
  'POST /wp/v2/posts with meta _yoast_wpseo_metadesc': async ({ ask, site }) => {
    const sent = {
      title: 'Tides',
      content: 'c',
      status: 'publish',
      meta: { _yoast_wpseo_metadesc: 'When the sea comes' },
    };
    const reply = await ask('admin', 'POST', '/wp/v2/posts', sent);
    expect([reply.status, reply.json['broadsheet']?.['seo_description']]).toEqual([
      201,
      'When the sea comes',
    ]);
    const page = await rawRequest(site.url, new URL(String(reply.json['link'])).pathname);
    expect(page.body).toContain('<meta name="description" content="When the sea comes"');
  },
  'GET /wp/v2/users?context=edit': async ({ ask }) => {
    const { status, list } = await ask('admin', 'GET', '/wp/v2/users?context=edit');
    expect([status, list.length > 1]).toEqual([200, true]);
    for (const item of list)
      for (const field of ['first_name', 'last_name', 'nickname', 'locale'])
        expect(item).toHaveProperty(field, expect.any(String));
  },
  'POST /wp/v2/users/{id} {"first_name":"Ada","last_name":"L","nickname":"al","locale":"de_DE"}': async ({
    ask,
    ids,
  }) => {
    const sent = { first_name: 'Ada', last_name: 'L', nickname: 'al', locale: 'de_DE' };
    const reply = await ask('admin', 'POST', `/wp/v2/users/${ids.author}`, sent);
    expect([reply.status, reply.json]).toEqual([200, expect.objectContaining(sent)]);
    expect((await ask('admin', 'GET', `/wp/v2/users/${ids.author}?context=edit`)).json).toMatchObject(sent);
    const refused = await ask('admin', 'POST', `/wp/v2/users/${ids.author}`, { locale: 'klingon' });
    expect([...codeOf(refused), Object.keys(refused.json['data']?.['params'] ?? {})]).toEqual([
      400,
      'rest_invalid_param',
      ['locale'],
    ]);
  },
  'GET /wp/v2/settings': async ({ ask }) => {
    const { status, json } = await ask('admin', 'GET', '/wp/v2/settings');
    expect([status, json]).toEqual([
      200,
      expect.objectContaining({
        start_of_week: expect.any(Number),
        use_smilies: expect.any(Boolean),
        default_post_format: expect.any(String),
      }),
    ]);
    const sent = { start_of_week: 6, use_smilies: false, default_post_format: 'aside' };
    expect((await ask('admin', 'POST', '/wp/v2/settings', sent)).status).toBe(200);
    expect((await ask('admin', 'GET', '/wp/v2/settings')).json).toMatchObject(sent);
    const before = {
      start_of_week: json['start_of_week'],
      use_smilies: json['use_smilies'],
      default_post_format: json['default_post_format'],
    };
    expect((await ask('admin', 'POST', '/wp/v2/settings', before)).json).toMatchObject(before);
  },
  'POST /wp/v2/posts without categories on a site started with DEMO=0 and an import': async ({ dialect }) => {
    const place = await makeTestDatabase(dialect);
    const site = await serveSite(place);
    try {
      const { ask } = await openClient(site);
      await importFiles(site.database, [
        { name: 'theme-unit-test.xml', open: () => createReadStream(`${folder}data/theme-unit-test.xml`) },
      ]);
      const category = Number((await ask('admin', 'GET', '/wp/v2/settings')).json['default_category']);
      expect((await ask('visitor', 'GET', `/wp/v2/categories/${category}`)).json).toMatchObject({
        id: category,
        slug: 'uncategorized',
      });
      const reply = await ask('admin', 'POST', '/wp/v2/posts', { title: 'No category', status: 'publish' });
      expect([reply.status, reply.json['categories']]).toEqual([201, [category]]);
      const { json } = await ask('visitor', 'GET', `/wp/v2/posts/${idOf(reply)}?_embed`);
      expect(json['_embedded']?.['wp:term']).toEqual([
        [expect.objectContaining({ id: category, taxonomy: 'category' })],
        [],
      ]);
    } finally {
      await site.close();
      await place.drop();
    }
  },
  'POST /wp/v2/media (JPEG 1600×1200)': async ({ ask }) => {
    const jpeg = await sharp({ create: { width: 1600, height: 1200, channels: 3, background: '#447799' } })
      .jpeg()
      .toBuffer();
    const reply = await ask('admin', 'POST', '/wp/v2/media', jpeg, {
      'content-type': 'image/jpeg',
      'content-disposition': 'attachment; filename="sea.jpg"',
    });
    expect(reply.status).toBe(201);
    const details = reply.json['media_details'];
    expect(details?.['image_meta']).toMatchObject({ aperture: '0', camera: '', keywords: [] });
    for (const name of ['thumbnail', 'medium', 'medium_large', 'large', 'full']) {
      expect([name, details?.['sizes']?.[name]]).toEqual([
        name,
        expect.objectContaining({ width: expect.any(Number), source_url: expect.any(String) }),
      ]);
    }
    for (const name of ['thumbnail', 'medium', 'medium_large', 'large'])
      expect(details?.['sizes']?.[name]?.['filesize']).toBeGreaterThan(0);
  },
  'POST /wp/v2/media without Content-Type': async ({ ask }) => {
    const reply = await ask('admin', 'POST', '/wp/v2/media', Buffer.from('a picture'), {
      'content-disposition': 'attachment; filename="sea.jpg"',
    });
    expect(codeOf(reply)).toEqual([400, 'rest_upload_no_content_type']);
  },
  'GET /wp/v2/posts/{protected}?password=RIGHT': async (place) => {
    const id = await made(place, secret);
    const { status, json } = await place.ask('visitor', 'GET', `/wp/v2/posts/${id}?password=RIGHT`);
    expect([status, json['content']]).toEqual([
      200,
      { rendered: expect.stringContaining('For members.'), protected: true },
    ]);
    expect((await place.ask('visitor', 'GET', `/wp/v2/posts/${id}`)).json['content']).toEqual({
      rendered: '',
      protected: true,
    });
  },
  'GET /wp/v2/posts/{protected}?password=wrong': async (place) => {
    const id = await made(place, secret);
    expect(codeOf(await place.ask('visitor', 'GET', `/wp/v2/posts/${id}?password=wrong`))).toEqual([
      403,
      'rest_post_incorrect_password',
    ]);
  },
  "POST /wp/v2/comments with another user's author id, or author 0 with name and email": async (place) => {
    const post = await made(place, { commentStatus: 'open' });
    const others = await place.ask('admin', 'POST', '/wp/v2/comments', {
      post,
      author: place.ids.author,
      content: 'By another user.',
    });
    expect([others.status, others.json['author'], others.json['author_name']]).toEqual([
      201,
      place.ids.author,
      'Writer of author',
    ]);
    const guest = { author: 0, author_name: 'Grace', author_email: 'grace@mail.example' };
    const guests = await place.ask('admin', 'POST', '/wp/v2/comments', {
      post,
      ...guest,
      content: 'By a guest.',
    });
    expect([guests.status, guests.json]).toEqual([201, expect.objectContaining(guest)]);
  },
  'POST /wp/v2/comments {"date":"foo-bar"} / {"type":"foo"}': async (place) => {
    const post = await made(place, { commentStatus: 'open' });
    const dated = await place.ask('admin', 'POST', '/wp/v2/comments', {
      post,
      content: 'c',
      date: 'foo-bar',
    });
    expect([...codeOf(dated), Object.keys(dated.json['data']?.['params'] ?? {})]).toEqual([
      400,
      'rest_invalid_param',
      ['date'],
    ]);
    expect(
      codeOf(await place.ask('admin', 'POST', '/wp/v2/comments', { post, content: 'c', type: 'foo' })),
    ).toEqual([400, 'rest_invalid_comment_type']);
  },
  'GET /wp/v2/users': async (place) => {
    await made(place, { authorId: place.ids.author });
    const { status, list } = await place.ask('visitor', 'GET', '/wp/v2/users');
    expect([status, list.length > 0]).toEqual([200, true]);
    for (const { avatar_urls: avatars } of list) {
      expect(Object.keys(avatars ?? {})).toEqual(['24', '48', '96']);
      for (const address of Object.values(avatars ?? {})) {
        const { pathname, search } = new URL(String(address));
        expect((await rawRequest(place.site.url, pathname + search)).status).toBe(200);
      }
    }
  },
  'GET /wp/v2/search?type=term&search=art': async (place) => {
    await place.site.database.write(async (tx) => {
      const terms = [
        await makeTerm(tx, { name: 'Fine art' }),
        await makeTerm(tx, { taxonomy: 'post_tag', name: 'Art fair' }),
      ];
      await makePost(tx, { termIds: terms });
    });
    const { status, list } = await place.ask('visitor', 'GET', '/wp/v2/search?type=term&search=art');
    expect([status, list.map(({ type }) => String(type)).toSorted()]).toEqual([
      200,
      ['category', 'post_tag'],
    ]);
    for (const item of list) expect(item).not.toHaveProperty('subtype');
  },
  'GET /wp/v2/posts?status=draft': async ({ ask }) => {
    const { status, json } = await ask('visitor', 'GET', '/wp/v2/posts?status=draft');
    expect([status, Object.keys(json['data'] ?? {}).toSorted()]).toEqual([
      400,
      ['details', 'params', 'status'],
    ]);
    expect(json['data']?.['details']?.['status']).toEqual({
      code: 'rest_forbidden_status',
      message: expect.any(String),
      data: { status: 401 },
    });
    const refused = await ask('visitor', 'GET', '/wp/v2/settings');
    expect([refused.status, refused.json['data']]).toEqual([401, { status: 401 }]);
  },
  'POST /wp/v2/posts {"title":"x","categories":[999999]}': async ({ ask }) => {
    const reply = await ask('admin', 'POST', '/wp/v2/posts', { title: 'x', categories: [999_999] });
    expect([reply.status, reply.json['categories']]).toEqual([
      201,
      [(await ask('admin', 'GET', '/wp/v2/settings')).json['default_category']],
    ]);
  },
  'POST /wp/v2/posts {"id":5,"title":"x"}': async ({ ask }) => {
    expect(codeOf(await ask('admin', 'POST', '/wp/v2/posts', { id: 5, title: 'x' }))).toEqual([
      400,
      'rest_post_exists',
    ]);
    const user = {
      id: 5,
      username: 'grace',
      email: 'grace@mail.example',
      password: 'correct horse battery 7',
    };
    expect(codeOf(await ask('admin', 'POST', '/wp/v2/users', user))).toEqual([400, 'rest_user_exists']);
  },
  'POST /wp/v2/posts/{own draft}/autosaves {"content":"c1"}': async ({ ask }) => {
    const id = idOf(await ask('author', 'POST', '/wp/v2/posts', { title: 'Draft', content: 'c0' }));
    const reply = await ask('author', 'POST', `/wp/v2/posts/${id}/autosaves`, { content: 'c1' });
    expect([reply.status, idOf(reply)]).toEqual([200, id]);
    const { json } = await ask('author', 'GET', `/wp/v2/posts/${id}?context=edit`);
    expect([json['status'], json['content']?.['raw']]).toEqual(['draft', 'c1']);
  },
  'GET /wp/v2/posts/{id}': async ({ ask, site }) => {
    const id = idOf(
      await ask('admin', 'POST', '/wp/v2/posts', { title: 'Old', content: 'one', status: 'publish' }),
    );
    await ask('admin', 'POST', `/wp/v2/posts/${id}`, { content: 'two' });
    const { json } = await ask('visitor', 'GET', `/wp/v2/posts/${id}`);
    const count = (await ask('admin', 'GET', `/wp/v2/posts/${id}/revisions`)).list.length;
    expect(count).toBeGreaterThan(0);
    expect(json['_links']?.['version-history']).toEqual([
      { href: `${site.url}/wp-json/wp/v2/posts/${id}/revisions`, count },
    ]);
  },
  'GET /': async ({ ask }) => {
    const { status, json } = await ask('visitor', 'GET', '/');
    expect([status, json]).toEqual([200, expect.objectContaining({ site_icon: 0, site_icon_url: '' })]);
    expect(json['namespaces']).toEqual(expect.arrayContaining(['wp-block-editor/v1', 'wp-site-health/v1']));
  },
  'GET /wp/v2/block-types/core/paragraph': async ({ ask }) => {
    const { status, json } = await ask('admin', 'GET', '/wp/v2/block-types/core/paragraph');
    expect([status, json]).toEqual([
      200,
      expect.objectContaining({ name: 'core/paragraph', title: 'Paragraph' }),
    ]);
  },
  'GET /wp/v2/{templates,template-parts,plugins,sidebars,widgets,block-patterns/patterns,font-families}':
    async ({ ask }) => {
      const codes = {
        templates: 'rest_cannot_manage_templates',
        'template-parts': 'rest_cannot_manage_templates',
        plugins: 'rest_cannot_view_plugins',
        sidebars: 'rest_cannot_manage_widgets',
        widgets: 'rest_cannot_manage_widgets',
        'block-patterns/patterns': 'rest_cannot_view',
        'font-families': 'rest_cannot_read',
      };
      for (const [path, code] of Object.entries(codes)) {
        const { status, json } = await ask('admin', 'GET', `/wp/v2/${path}`);
        expect([path, status, Array.isArray(json)]).toEqual([path, 200, true]);
        expect([path, ...codeOf(await ask('visitor', 'GET', `/wp/v2/${path}`))]).toEqual([path, 401, code]);
      }
    },
  'GET /wp/v2/users?who=': async ({ ask }) => {
    const { status, json } = await ask('visitor', 'GET', '/wp/v2/users?who=');
    expect([status, Array.isArray(json)]).toEqual([200, true]);
  },
};

describe.skipIf(!isPresent)('requests with the answers of WordPress 7.1', () => {
  onBothDatabases('cases/rest.json', (get, place) => {
    let site: ServedSite;
    let jobs: RunningQueues;
    let client: Awaited<ReturnType<typeof openClient>>;
    beforeAll(async () => {
      site = await serveSite(place(), {}, { sizesWaitMs: 300_000 });
      const {
        database,
        app: {
          sizes,
          server: { log },
        },
      } = site;
      jobs = startQueues([mediaQueue({ database, dataDir: place().dataDir, log, sizes })], {
        bus: database.bus,
        log,
      });
      client = await openClient(site);
    });
    afterAll(async () => {
      await jobs.close();
      await site.close();
    });

    test('every row has a case, and every case a row', () => {
      expect(Object.keys(cases).toSorted()).toEqual(rows.map(({ request }) => request).toSorted());
    });

    test.each(rows)('$as: $request', async ({ request }) => {
      const run = cases[request] ?? expect.fail(`No case performs "${request}".`);
      await run({ site, ...client, dialect: get().dialect.name });
    });
  });
});
