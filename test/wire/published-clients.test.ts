import { createRequire } from 'node:module';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { startCoreData } from '../harness/core-data.ts';
import type { CoreData } from '../harness/core-data.ts';
import { onDrawnDatabase } from '../harness/databases.ts';
import { makePost, makeUser } from '../harness/factories.ts';
import type { Json } from '../harness/rest-app.ts';
import { rawRequest, serveSite } from '../harness/served-site.ts';
import type { ServedSite } from '../harness/served-site.ts';

/** Parts used of `@wordpress/api-fetch`; it is reloaded for each database, because it keeps its middleware. */
interface ApiFetch {
  (options: {
    readonly path: string;
    readonly method?: string;
    readonly data?: unknown;
    readonly body?: FormData;
    readonly parse?: boolean;
  }): Promise<Json & { readonly headers: Headers }>;
  use(middleware: unknown): void;
  createNonceMiddleware(nonce: string): { nonce: string };
  createRootURLMiddleware(root: string): unknown;
  nonceMiddleware?: { nonce: string };
  nonceEndpoint?: string;
}

const require = createRequire(new URL('../../src/newsroom/package.json', import.meta.url));

function freshApiFetch(): ApiFetch {
  const file = require.resolve('@wordpress/api-fetch');
  for (const name of Object.keys(require.cache)) if (name.includes('api-fetch')) delete require.cache[name];
  return (require(file) as { default: ApiFetch }).default;
}

onDrawnDatabase('published clients', (_get, place) => {
  let site: ServedSite;
  let apiFetch: ApiFetch;
  let editor = { id: 0, cookie: '', nonce: '' };
  let core: CoreData;
  const picture = () =>
    sharp({ create: { width: 20, height: 10, channels: 3, background: '#aa3300' } })
      .png()
      .toBuffer();

  beforeAll(async () => {
    site = await serveSite(place());
    const id = await site.database.write((tx) => makeUser(tx, { login: 'editor', roles: ['editor'] }));
    editor = { id, ...(await site.signIn(id)) };
    core = startCoreData(site.url, editor);
    apiFetch = freshApiFetch();
    // As WordPress sets it up on its pages.
    apiFetch.use(apiFetch.createRootURLMiddleware(`${site.url}/wp-json/`));
    apiFetch.nonceMiddleware = apiFetch.createNonceMiddleware(editor.nonce);
    apiFetch.use(apiFetch.nonceMiddleware);
    apiFetch.nonceEndpoint = `${site.url}/wp-admin/admin-ajax.php?action=rest-nonce`;
  });
  afterAll(async () => {
    await core.close();
    await site.close();
  });
  const plain = globalThis.fetch;
  beforeEach(() => {
    vi.stubGlobal('window', globalThis);
    // Adds the cookie that a browser would send; Node's fetch lacks it.
    vi.stubGlobal('fetch', (url: string, options: RequestInit = {}) => {
      const headers = new Headers(options.headers);
      headers.set('cookie', editor.cookie);
      return plain(url, { ...options, headers });
    });
  });
  afterEach(() => void vi.unstubAllGlobals());

  test('api-fetch creates, changes, trashes and deletes a post, and gets errors in its format', async () => {
    const data = { title: 'Ferry', content: '<p>It sails.</p>', status: 'publish', slug: 'ferry' };
    const made = await apiFetch({ path: '/wp/v2/posts', method: 'POST', data });
    expect(made).toMatchObject({ status: 'publish', title: { raw: 'Ferry' }, author: editor.id });
    const path = `/wp/v2/posts/${String(made['id'])}`;
    expect(await apiFetch({ path, method: 'PUT', data: { content: '<p>It waits.</p>' } })).toMatchObject({
      content: { raw: '<p>It waits.</p>' },
    });
    await expect.poll(async () => (await rawRequest(site.url, '/ferry/')).body).toContain('It waits.');
    expect(await apiFetch({ path: `${path}?context=edit` })).toMatchObject({
      content: { raw: '<p>It waits.</p>' },
    });
    expect(await apiFetch({ path, method: 'DELETE' })).toMatchObject({ status: 'trash' });
    expect(await apiFetch({ path: `${path}?force=true`, method: 'DELETE' })).toMatchObject({ deleted: true });
    await expect(apiFetch({ path })).rejects.toMatchObject({
      code: 'rest_post_invalid_id',
      data: { status: 404 },
    });
    await expect(apiFetch({ path: '/wp/v2/users', method: 'POST', data: {} })).rejects.toMatchObject({
      code: expect.stringMatching(/^rest_/),
    });
  });

  test('api-fetch gets a fresh nonce when its own is too old, and keeps the one in replies', async () => {
    const middleware = apiFetch.nonceMiddleware ?? { nonce: '' };
    middleware.nonce = 'too-old';
    expect(await apiFetch({ path: '/wp/v2/users/me' })).toMatchObject({ id: editor.id });
    expect(middleware.nonce).toMatch(/^[\w-]{10,}$/);
    expect(middleware.nonce).not.toBe('too-old');
  });

  test('api-fetch uploads a file, reads headers, and a list as long as it is', async () => {
    const body = new FormData();
    body.append('file', new Blob([new Uint8Array(await picture())], { type: 'image/png' }), 'red sky.png');
    body.append('alt_text', 'Evening');
    expect(await apiFetch({ path: '/wp/v2/media', method: 'POST', body })).toMatchObject({
      mime_type: 'image/png',
      alt_text: 'Evening',
    });
    // One by one: a transaction may take ten seconds.
    for (let n = 0; n < 105; n++)
      await site.database.write(async (tx) => makePost(tx, { title: `Short ${n}`, authorId: editor.id }));
    const { headers } = await apiFetch({ path: '/wp/v2/posts?per_page=1', parse: false });
    const total = Number(headers.get('x-wp-total'));
    expect(total).toBeGreaterThanOrEqual(105);
    const all = await apiFetch({ path: '/wp/v2/posts?per_page=-1&_fields=id' });
    expect(all).toHaveLength(total);
    const options = await apiFetch({ path: '/wp/v2/posts', method: 'OPTIONS', parse: false });
    expect(options.headers.get('allow')).toContain('POST');
  });

  test('a publishing program asks for a password, uploads a picture, and publishes a post with it', async () => {
    const index = JSON.parse((await rawRequest(site.url, '/wp-json/')).body) as Json;
    const { authorization } = (index['authentication']?.['application-passwords']?.['endpoints'] ?? {}) as {
      authorization?: string;
    };
    const requested = `${authorization}?app_name=Quill&app_id=4d1b9ac0-6a0e-4c3a-9b1f-2f6f3b0d7a11&success_url=${encodeURIComponent('quill://done')}`;
    const page = await rawRequest(site.url, requested.slice(site.url.length), {
      headers: { cookie: editor.cookie },
    });
    expect(page.status).toBe(200);
    // The form as the user sends it.
    const fields = new URLSearchParams(
      [...page.body.matchAll(/<input(?=[^>]*type="hidden")[^>]*name="([^"]+)"[^>]*value="([^"]*)"/g)].map(
        ([, name = '', value = '']) => [name, value],
      ),
    );
    fields.set('app_name', 'Quill');
    const agreed = await rawRequest(site.url, '/wp-admin/authorize-application.php', {
      method: 'POST',
      body: fields.toString(),
      headers: {
        cookie: editor.cookie,
        'content-type': 'application/x-www-form-urlencoded',
        origin: site.url,
        'sec-fetch-site': 'same-origin',
      },
    });
    const led = new URL(String(agreed.headers.location));
    expect([led.protocol, led.searchParams.get('site_url'), led.searchParams.get('user_login')]).toEqual([
      'quill:',
      site.url,
      'editor',
    ]);
    const proof = `Basic ${Buffer.from(`editor:${led.searchParams.get('password') ?? ''}`).toString('base64')}`;
    const send = async (path: string, type: string, body: BodyInit, more: Record<string, string> = {}) => {
      const headers = { authorization: proof, 'content-type': type, ...more };
      const reply = await plain(`${site.url}/wp-json/wp/v2/${path}`, { method: 'POST', body, headers });
      return { status: reply.status, json: (await reply.json()) as Json };
    };
    const bytes = new Uint8Array(await picture());
    const media = await send('media', 'image/png', bytes, {
      'content-disposition': 'attachment; filename="evening.png"',
    });
    expect([media.status, media.json['media_type']]).toEqual([201, 'image']);
    const post = await send(
      'posts',
      'application/json',
      JSON.stringify({
        title: 'By a program',
        content: 'Written elsewhere.',
        status: 'publish',
        slug: 'by-a-program',
        featured_media: media.json['id'],
      }),
    );
    expect([post.status, post.json['featured_media'], post.json['link']]).toEqual([
      201,
      media.json['id'],
      `${site.url}/by-a-program/`,
    ]);
    await expect.poll(async () => (await rawRequest(site.url, '/by-a-program/')).body).toContain('evening');
  });

  test('core-data creates, edits, saves and trashes a post, and knows the saved state', async () => {
    const made = await core.dispatch('saveEntityRecord', 'postType', 'post', {
      title: 'Harbour',
      content: '<p>Fog.</p>',
      status: 'draft',
    });
    const of = ['postType', 'post', made['id']] as const;
    await core.dispatch('editEntityRecord', ...of, {
      title: 'Harbour at night',
      status: 'publish',
      slug: 'harbour',
    });
    expect(await core.select('hasEditsForEntityRecord', ...of)).toBe(true);
    expect(await core.select('getEditedEntityRecord', ...of)).toMatchObject({
      title: 'Harbour at night',
      status: 'publish',
      content: '<p>Fog.</p>',
    });
    await core.dispatch('undo');
    expect(await core.select('hasEditsForEntityRecord', ...of)).toBe(false);
    await core.dispatch('redo');
    await core.dispatch('saveEditedEntityRecord', ...of);
    expect(await core.select('hasEditsForEntityRecord', ...of)).toBe(false);
    expect(await core.select('getEntityRecord', ...of)).toMatchObject({
      title: { raw: 'Harbour at night' },
      status: 'publish',
      link: `${site.url}/harbour/`,
    });
    await expect.poll(async () => (await rawRequest(site.url, '/harbour/')).body).toContain('Fog.');

    const requested = {
      search: 'harbour',
      orderby: 'title',
      order: 'asc',
      per_page: 5,
      _fields: 'id,title',
      status: ['publish', 'draft'],
    };
    expect(await core.resolveSelect('getEntityRecords', 'postType', 'post', requested)).toEqual([
      expect.objectContaining({ id: made['id'] }),
    ]);
    expect(await core.select('getEntityRecordsTotalItems', 'postType', 'post', requested)).toBe(1);
    expect(
      await core.resolveSelect('getRevisions', 'postType', 'post', made['id'], { per_page: 5 }),
    ).toContainEqual(expect.objectContaining({ parent: made['id'] }));
    await core.dispatch('deleteEntityRecord', ...of, {}, { throwOnError: true });
    expect((await rawRequest(site.url, '/harbour/')).status).toBe(404);
    await expect(
      core.dispatch(
        'saveEntityRecord',
        'postType',
        'post',
        { id: 999999, title: 'None' },
        { throwOnError: true },
      ),
    ).rejects.toMatchObject({ code: 'rest_post_invalid_id', data: { status: 404 } });
  });

  test('core-data requests permissions for entire kinds and for single items', async () => {
    const other = await site.database.write((tx) => makeUser(tx, { roles: ['author'] }));
    const id = await site.database.write((tx) => makePost(tx, { title: 'Quay', authorId: editor.id }));
    const post = { kind: 'postType', name: 'post' };
    const questions = [
      ['create', post],
      ['update', { ...post, id }],
      ['delete', { ...post, id }],
      ['create', { kind: 'postType', name: 'page' }],
      ['create', { kind: 'taxonomy', name: 'category' }],
      ['create', { kind: 'postType', name: 'attachment' }],
      ['create', { kind: 'root', name: 'user' }],
      ['read', { kind: 'root', name: 'site' }],
      ['update', { kind: 'root', name: 'site' }],
    ] as const;
    const answers = async () => {
      const said: unknown[] = [];
      // In sequence: concurrent requests about one item are merged.
      for (const [action, thing] of questions) said.push(await core.resolveSelect('canUser', action, thing));
      return said;
    };
    expect(await answers()).toEqual([true, true, true, true, true, true, false, false, false]);
    await core.signIn(await site.signIn(other));
    expect(await core.resolveSelect('getCurrentUser')).toMatchObject({ id: other });
    expect(await answers()).toEqual([true, false, false, false, false, true, false, false, false]);
    await core.signIn(editor);
  });

  test('core-data reads types, taxonomies, terms, pictures, users and comments', async () => {
    const picked = await core.upload('dusk.png', new Uint8Array(await picture()));
    expect(await core.resolveSelect('getEntityRecord', 'postType', 'attachment', picked['id'])).toMatchObject(
      { media_type: 'image', id: picked['id'] },
    );
    await core.dispatch('editEntityRecord', 'postType', 'attachment', picked['id'], {
      alt_text: 'Dusk',
      title: 'Dusk',
    });
    await core.dispatch('saveEditedEntityRecord', 'postType', 'attachment', picked['id']);
    expect(await core.select('getEntityRecord', 'postType', 'attachment', picked['id'])).toMatchObject({
      alt_text: 'Dusk',
      title: { raw: 'Dusk' },
    });
    const term = await core.dispatch('saveEntityRecord', 'taxonomy', 'category', { name: 'Ports' });
    const terms = await core.resolveSelect('getEntityRecords', 'taxonomy', 'category', {
      search: 'Ports',
      per_page: 10,
      _fields: 'id,name,parent',
    });
    expect(terms).toEqual([expect.objectContaining({ id: term['id'], name: 'Ports' })]);
    expect(await core.resolveSelect('getEntityRecords', 'root', 'postType', { per_page: -1 })).toContainEqual(
      expect.objectContaining({ slug: 'page' }),
    );
    expect(await core.resolveSelect('getEntityRecord', 'root', 'taxonomy', 'category')).toMatchObject({
      slug: 'category',
      hierarchical: true,
    });
    expect(
      await core.resolveSelect('getEntityRecords', 'root', 'user', {
        who: 'authors',
        per_page: 5,
        context: 'view',
      }),
    ).toContainEqual(expect.objectContaining({ id: editor.id }));
    expect(await core.resolveSelect('getEntityRecords', 'root', 'comment', { per_page: 5 })).toEqual([]);
  });
});
