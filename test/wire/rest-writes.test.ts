import { existsSync, readdirSync } from 'node:fs';
import { request as httpRequest } from 'node:http';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { endSessionsOf } from '../../src/modules/users/session.ts';
import { deleteUser, updateUser } from '../../src/modules/users/writer.ts';
import type { Tx } from '../../src/kernel/db/open-database.ts';
import { onDrawnDatabase } from '../harness/databases.ts';
import { makePost, makeUser } from '../harness/factories.ts';
import { rawRequest, serveSite } from '../harness/served-site.ts';
import type { ServedSite } from '../harness/served-site.ts';

/** Parts used of the client, which is untyped. */
interface Query {
  id(id: number): Query;
  param(name: string, value: unknown): Query;
  file(bytes: Buffer, name: string): Query;
  get(): Promise<Reply>;
  create(body: unknown): Promise<Reply>;
  update(body: unknown): Promise<Reply>;
  delete(params?: unknown): Promise<Reply>;
}
interface Reply {
  readonly [field: string]: unknown;
  readonly id: number;
}
interface Client {
  posts(): Query;
  pages(): Query;
  media(): Query;
  setHeaders(headers: Record<string, string>): Client;
}
const require = createRequire(import.meta.url);
const WPAPI = require('wpapi') as new (options: { endpoint: string; nonce?: string }) => Client;

onDrawnDatabase('posts and files written over REST, over the wire', (_get, place) => {
  let site: ServedSite;
  const ids = new Map<string, number>();
  const proofs = new Map<string, { cookie: string; nonce: string }>();
  const roles = ['editor', 'author', 'subscriber'] as const;
  const proof = (who: string) => proofs.get(who) ?? { cookie: '', nonce: '' };
  const client = (who: string) =>
    new WPAPI({ endpoint: `${site.url}/wp-json`, nonce: proof(who).nonce }).setHeaders({
      Cookie: proof(who).cookie,
    });
  const send = (
    who: string,
    method: string,
    path: string,
    body?: string,
    headers: Record<string, string> = {},
  ) =>
    rawRequest(site.url, `/wp-json/wp/v2${path}`, {
      method,
      headers: {
        cookie: proof(who).cookie,
        'x-wp-nonce': proof(who).nonce,
        'content-type': 'application/json',
        ...headers,
      },
      ...(body === undefined ? {} : { body }),
    });

  beforeAll(async () => {
    site = await serveSite(place());
    await site.database.write(async (tx) => {
      for (const role of roles) ids.set(role, await makeUser(tx, { roles: [role] }));
    });
    for (const role of roles) proofs.set(role, await site.signIn(ids.get(role) ?? 0));
  });
  afterAll(() => site.close());

  test('the client wpapi creates, changes, trashes and deletes a post, and readers see each step', async () => {
    const wp = client('editor');
    const made = await wp.posts().create({
      title: 'Harbour opens',
      content: '<p>Ships came.</p>',
      status: 'publish',
      slug: 'harbour-opens',
    });
    expect(made).toMatchObject({
      status: 'publish',
      title: { raw: 'Harbour opens' },
      content: { raw: '<p>Ships came.</p>' },
    });
    await expect
      .poll(async () => (await rawRequest(site.url, '/harbour-opens/')).body)
      .toContain('Ships came.');
    expect(await wp.posts().id(made.id).update({ content: '<p>Ships left.</p>' })).toMatchObject({
      content: { raw: '<p>Ships left.</p>' },
      title: { raw: 'Harbour opens' },
    });
    await expect
      .poll(async () => (await rawRequest(site.url, '/harbour-opens/')).body)
      .toContain('Ships left.');
    expect(await wp.posts().id(made.id).param('context', 'edit').get()).toMatchObject({
      id: made.id,
      content: { raw: '<p>Ships left.</p>' },
    });
    expect(await wp.posts().id(made.id).delete()).toMatchObject({ id: made.id, status: 'trash' });
    await expect.poll(async () => (await rawRequest(site.url, '/harbour-opens/')).status).toBe(404);
    expect(await wp.posts().id(made.id).delete({ force: true })).toMatchObject({
      deleted: true,
      previous: { id: made.id },
    });
    await expect(wp.posts().id(made.id).get()).rejects.toMatchObject({ code: 'rest_post_invalid_id' });
    const page = await wp.pages().create({ title: 'Imprint', status: 'draft' });
    expect(page).toMatchObject({ type: 'page', status: 'draft' });
  });

  test('the client wpapi uploads a picture and attaches it to a post', async () => {
    const wp = client('author');
    const png = await sharp({ create: { width: 20, height: 10, channels: 3, background: '#aa3300' } })
      .png()
      .toBuffer();
    const picture = await wp
      .media()
      .file(png, 'red sky.png')
      .create({ title: 'Red sky', alt_text: 'Evening' });
    expect(picture).toMatchObject({
      mime_type: 'image/png',
      title: { raw: 'Red sky' },
      alt_text: 'Evening',
      media_details: { width: 20, height: 10 },
    });
    const served = await rawRequest(site.url, new URL(String(picture['source_url'])).pathname);
    expect([served.status, served.headers['content-type']]).toEqual([200, 'image/png']);
    const post = await wp.posts().create({ title: 'Evening', featured_media: picture.id });
    expect(post).toMatchObject({ featured_media: picture.id, status: 'draft', author: ids.get('author') });
    expect(await wp.media().id(picture.id).update({ caption: 'Over the sea' })).toMatchObject({
      caption: { raw: 'Over the sea' },
    });
    expect(await wp.media().id(picture.id).delete({ force: true })).toMatchObject({ deleted: true });
    expect(await wp.posts().id(post.id).param('context', 'edit').get()).toMatchObject({ featured_media: 0 });
  });

  test('a session alone, a nonce alone and another user’s nonce write nothing', async () => {
    const id = await site.database.write((tx) =>
      makePost(tx, { title: 'Stays', authorId: ids.get('author') ?? 0 }),
    );
    const body = '{"title":"Changed"}';
    const { cookie, nonce } = proof('editor');
    const strangers: [Record<string, string>, number][] = [
      [{ cookie }, 401],
      [{ 'x-wp-nonce': nonce }, 403],
      [{ cookie, 'x-wp-nonce': proof('author').nonce }, 403],
      [{ cookie, 'x-wp-nonce': 'x' }, 403],
      [{ cookie: proof('subscriber').cookie, 'x-wp-nonce': proof('subscriber').nonce }, 403],
    ];
    for (const [headers, status] of strangers) {
      for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
        const reply = await rawRequest(site.url, `/wp-json/wp/v2/posts/${id}`, {
          method,
          headers: { 'content-type': 'application/json', ...headers },
          body,
        });
        expect([method, Object.keys(headers), reply.status]).toEqual([method, Object.keys(headers), status]);
      }
    }
    expect((await rawRequest(site.url, `/wp-json/wp/v2/posts/${id}`)).body).toContain('"Stays"');
  });

  test('another origin may send program requests and read the revision, but never as the logged-in user', async () => {
    const path = '/wp-json/wp/v2/posts/1';
    const wanted = 'authorization,content-type,if-match,x-http-method-override,x-wp-nonce';
    const preflight = await rawRequest(site.url, path, {
      method: 'OPTIONS',
      headers: {
        origin: 'https://desk.example',
        'access-control-request-method': 'PATCH',
        'access-control-request-headers': wanted,
      },
    });
    const listed = (name: string) => String(preflight.headers[name]).toLowerCase().split(', ');
    expect([preflight.status, preflight.headers['access-control-allow-origin']]).toEqual([
      200,
      'https://desk.example',
    ]);
    expect(
      wanted.split(',').filter((name) => !listed('access-control-allow-headers').includes(name)),
    ).toEqual([]);
    expect(
      ['patch', 'put', 'delete', 'post'].filter(
        (name) => !listed('access-control-allow-methods').includes(name),
      ),
    ).toEqual([]);
    expect(preflight.headers['access-control-allow-credentials']).toBeUndefined();
    const reply = await send('editor', 'POST', '/posts', '{"title":"Tagged"}', {
      origin: 'https://desk.example',
    });
    expect(reply.headers['etag']).toMatch(/^"\d+"$/);
    expect(String(reply.headers['access-control-expose-headers']).split(', ')).toContain('ETag');
    // Scripts may read the server's own refusals, too.
    for (const broken of ['/wp-json/wp/v2/posts/%ff', '/wp-json/%ff', '/wp-json/%', '/%ff']) {
      const refused = await rawRequest(site.url, broken, { headers: { origin: 'https://desk.example' } });
      const isRest = broken !== '/%ff';
      expect([broken, refused.status, refused.headers['access-control-allow-origin']]).toEqual([
        broken,
        400,
        isRest ? 'https://desk.example' : undefined,
      ]);
      if (isRest)
        expect([JSON.parse(refused.body), refused.headers['x-robots-tag']]).toEqual([
          expect.objectContaining({ data: { status: 400 } }),
          'noindex',
        ]);
    }
  });

  test('replies to logged-in users have a fresh nonce, and no others', async () => {
    const reply = await send('editor', 'POST', '/posts', '{"title":"With a nonce"}');
    expect(reply.status).toBe(201);
    const fresh = String(reply.headers['x-wp-nonce']);
    const again = await rawRequest(site.url, '/wp-json/wp/v2/users/me', {
      headers: { cookie: proof('editor').cookie, 'x-wp-nonce': fresh },
    });
    expect([again.status, typeof again.headers['x-wp-nonce']]).toEqual([200, 'string']);
    expect((await rawRequest(site.url, '/wp-json/wp/v2/posts')).headers['x-wp-nonce']).toBeUndefined();
    expect(
      (await rawRequest(site.url, '/wp-json/wp/v2/posts', { headers: { cookie: proof('editor').cookie } }))
        .headers['x-wp-nonce'],
    ).toBeUndefined();
  });

  test('a body that is too large is refused, without affecting other connections', async () => {
    const reply = await send(
      'editor',
      'POST',
      '/posts',
      JSON.stringify({ title: 'x', content: 'x'.repeat(10_600_000) }),
    );
    expect([reply.status, JSON.parse(reply.body)]).toMatchObject([
      413,
      { code: 'rest_body_too_large', data: { status: 413 } },
    ]);
    expect((await send('editor', 'POST', '/posts', '{"title":"After"}')).status).toBe(201);
  });

  test('an upload may take longer than other requests', async () => {
    const http = site.app.server.server;
    const { requestTimeout, headersTimeout } = http;
    Object.assign(http, { requestTimeout: 1, headersTimeout: 1 });
    try {
      const { cookie, nonce } = proof('author');
      const png = await sharp({ create: { width: 20, height: 10, channels: 3, background: '#0033aa' } })
        .png()
        .toBuffer();
      const late = new Promise((resolve) => http.once('clientError', resolve));
      const sending = httpRequest(`${site.url}/wp-json/wp/v2/media`, {
        method: 'POST',
        agent: false,
        headers: {
          cookie,
          'x-wp-nonce': nonce,
          'content-type': 'image/png',
          'content-disposition': 'attachment; filename="slow.png"',
        },
      });
      const status = new Promise((resolve, reject) =>
        sending.on('error', reject).on('response', (response) => resolve(response.resume().statusCode)),
      );
      sending.write(png.subarray(0, 20));
      await late;
      sending.end(png.subarray(20));
      expect(await status).toBe(201);
    } finally {
      Object.assign(http, { requestTimeout, headersTimeout });
    }
  });

  test('an upload in progress does not outlive its session, account or role, and leaves nothing', async () => {
    const parts = join(place().dataDir, 'media', '.parts');
    const left = () => (existsSync(parts) ? readdirSync(parts) : []);
    const files = () =>
      site.database.read.selectFrom('post').select('id').where('type', '=', 'attachment').execute();
    const text = Buffer.alloc(400_000, 'a ');
    const before = await files();
    const plain = {
      headers: { 'content-type': 'text/plain', 'content-disposition': 'attachment; filename="a.txt"' },
      head: '',
      tail: '',
    };
    const inParts = {
      headers: { 'content-type': 'multipart/form-data; boundary=x' },
      head: '--x\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\n',
      tail: '\r\n--x--\r\n',
    };
    const people = {
      ends: endSessionsOf,
      leaves: deleteUser,
      falls: (tx: Tx, id: number) => updateUser(tx, id, { roles: ['subscriber'] }),
      stays: async () => {},
    };
    for (const [what, change] of Object.entries(people)) {
      for (const { headers, head, tail } of [plain, inParts]) {
        const id = await site.database.write((tx) => makeUser(tx, { roles: ['author'] }));
        const { cookie, nonce } = await site.signIn(id);
        const sending = httpRequest(`${site.url}/wp-json/wp/v2/media`, {
          method: 'POST',
          agent: false,
          headers: { cookie, 'x-wp-nonce': nonce, ...headers },
        });
        const answered = new Promise<[number | undefined, string]>((resolve, reject) =>
          sending.on('error', reject).on('response', (response) => {
            let body = '';
            response
              .on('data', (chunk: Buffer) => void (body += chunk))
              .on('end', () => resolve([response.statusCode, (JSON.parse(body) as { code: string }).code]));
          }),
        );
        sending.write(head);
        sending.write(text.subarray(0, 200_000));
        await expect.poll(left).toHaveLength(1);
        await site.database.write((tx) => change(tx, id).then(() => undefined));
        sending.end(Buffer.concat([text.subarray(200_000), Buffer.from(tail)]));
        const expected = { falls: [403, 'rest_cannot_create'], stays: [201, undefined] }[what] ?? [
          403,
          'rest_cookie_invalid_nonce',
        ];
        expect([what, ...(await answered)]).toEqual([what, ...expected]);
        expect([what, left()]).toEqual([what, []]);
      }
    }
    expect(await files()).toHaveLength(before.length + 2);
  });

  test('an upload that breaks off leaves nothing', async () => {
    const { cookie, nonce } = proof('author');
    const parts = join(place().dataDir, 'media', '.parts');
    const left = () => (existsSync(parts) ? readdirSync(parts) : []);
    for (const headers of [
      { 'content-type': 'image/png', 'content-disposition': 'attachment; filename="half.png"' },
      { 'content-type': 'multipart/form-data; boundary=x' },
    ]) {
      const sending = httpRequest(`${site.url}/wp-json/wp/v2/media`, {
        method: 'POST',
        agent: false,
        headers: { cookie, 'x-wp-nonce': nonce, 'content-length': '5000000', ...headers },
      });
      sending.on('error', () => {}); // aborted by us
      sending.write('--x\r\nContent-Disposition: form-data; name="file"; filename="half.png"\r\n\r\n');
      sending.write(Buffer.alloc(100_000));
      await expect.poll(left).toHaveLength(1);
      sending.destroy();
      await expect.poll(left).toEqual([]);
    }
    expect((await send('author', 'POST', '/posts', '{"title":"Still here"}')).status).toBe(201);
  });
});
