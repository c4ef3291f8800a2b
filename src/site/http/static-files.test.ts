import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fastify } from 'fastify';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { rawRequest } from '../../../test/harness/served-site.ts';
import { installErrorHandler } from './error-handler.ts';
import { installSecurityHeaders } from './security-headers.ts';
import { installStaticFiles } from './static-files.ts';

let folder: string;
let app: FastifyInstance;
let url = '';
const film = Buffer.from(Array.from({ length: 1000 }, (_, n) => n % 256));
const uploads = '/wp-content/uploads';
const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  rawRequest(url, path, { headers, method });

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'broadsheet-static-'));
  for (const name of ['media/2026/01', 'media/.parts', 'client/assets'])
    mkdirSync(join(folder, name), { recursive: true });
  const files = {
    'media/2026/01/a b.jpg': 'picture',
    'media/2026/01/a.avif': 'picture',
    'media/2026/01/film.mp4': film,
    'media/2026/01/song.MP3': film,
    'media/2026/01/page.html': '<script>alert(1)</script>',
    'media/2026/01/mark.svg': '<svg/>',
    'media/2026/01/.hidden.jpg': 'x',
    'media/.parts/host~1~x.part': 'half',
    'client/assets/main-1a2b3c.js': 'export {}',
    'secret.txt': 'Confidential',
  };
  for (const [name, bytes] of Object.entries(files)) writeFileSync(join(folder, name), bytes);
  app = fastify();
  installErrorHandler(app);
  installSecurityHeaders(app);
  await installStaticFiles(app, { client: join(folder, 'client'), dataDir: folder });
  url = await app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(async () => {
  await app.close();
  rmSync(folder, { recursive: true, force: true });
});

test('built files are cached forever, and uploads for a month with revalidation by tag and date', async () => {
  const built = await get('/assets/main-1a2b3c.js');
  expect([built.status, built.headers['cache-control'], built.headers['content-type']]).toEqual([
    200,
    'public, max-age=31536000, immutable',
    'application/javascript; charset=utf-8',
  ]);
  const picture = await get(`${uploads}/2026/01/a%20b.jpg`);
  expect(picture).toMatchObject({
    status: 200,
    body: 'picture',
    headers: {
      'cache-control': 'public, max-age=2592000',
      'content-type': 'image/jpeg',
      'x-content-type-options': 'nosniff',
    },
  });
  const { etag, 'last-modified': changed } = picture.headers;
  for (const [name, value] of [
    ['if-none-match', etag],
    ['if-modified-since', changed],
  ] as const) {
    const again = await get(`${uploads}/2026/01/a%20b.jpg`, { [name]: String(value) });
    expect([name, again.status, again.body, again.headers.etag]).toEqual([name, 304, '', etag]);
  }
  expect((await get(`${uploads}/2026/01/a%20b.jpg`, { 'if-none-match': '"another"' })).status).toBe(200);
});

test('serves ranges of videos and audio', async () => {
  for (const [name, type] of [
    ['film.mp4', 'video/mp4'],
    ['song.MP3', 'audio/mpeg'],
  ]) {
    const path = `${uploads}/2026/01/${name}`;
    const whole = await get(path, {}, 'HEAD');
    expect(whole.headers).toMatchObject({
      'accept-ranges': 'bytes',
      'content-length': '1000',
      'content-type': type,
    });
    const part = await get(path, { range: 'bytes=65-70' });
    expect([part.status, part.headers['content-range'], part.body]).toEqual([
      206,
      'bytes 65-70/1000',
      'ABCDEF',
    ]);
    expect((await get(path, { range: 'bytes=-10' })).headers['content-range']).toBe('bytes 990-999/1000');
    expect((await get(path, { range: 'bytes=999-' })).headers['content-length']).toBe('1');
    expect((await get(path, { range: 'bytes=1000-' })).status).toBe(416);
    expect((await get(path, { range: 'bytes=0-9', 'if-range': '"older"' })).status).toBe(200);
    expect((await get(path, { range: 'bytes=0-9', 'if-range': String(whole.headers.etag) })).status).toBe(
      206,
    );
  }
});

test('serves files that are no uploads as inert downloads', async () => {
  const { status, headers } = await get(`${uploads}/2026/01/page.html`);
  expect([
    status,
    headers['content-type'],
    headers['content-disposition'],
    headers['x-content-type-options'],
  ]).toEqual([200, 'application/octet-stream', 'attachment', 'nosniff']);
  expect(headers['content-security-policy']).toContain('sandbox');
  // SVGs are served as pictures in which no script runs.
  expect((await get(`${uploads}/2026/01/mark.svg`)).headers).toMatchObject({
    'content-type': 'image/svg+xml',
    'x-content-type-options': 'nosniff',
    'content-security-policy': `default-src 'none'; style-src 'unsafe-inline'; sandbox`,
  });
  expect((await get(`${uploads}/2026/01/a.avif`)).headers).toMatchObject({ 'content-type': 'image/avif' });
});

test.each([
  uploads,
  `${uploads}/`,
  `${uploads}/2026/`,
  `${uploads}/2026/01`,
  `${uploads}/2026/01/.hidden.jpg`,
  `${uploads}/.parts/host~1~x.part`,
  `${uploads}/.parts/`,
  '/assets/',
  `${uploads}/../../secret.txt`,
  `${uploads}/%2e%2e/secret.txt`,
  `${uploads}/..%2fsecret.txt`,
  `${uploads}/2026/01/a%20b.jpg/`,
  `${uploads}/nothing.jpg`,
  `${uploads}/2026/01/film.mp4%00.jpg`,
])('%s shows nothing', async (path) => {
  const { status, body } = await get(path);
  expect([400, 403, 404], path).toContain(status);
  expect(body).not.toMatch(/Confidential|half|film\.mp4"|hidden\.jpg</);
});
