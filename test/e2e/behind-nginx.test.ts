import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openSiteDatabase } from '../../src/site-database.ts';
import { nginxBinary } from '../bench/nginx.ts';
import { makeTestDatabase } from '../harness/databases.ts';
import type { TestDatabase } from '../harness/databases.ts';
import { makePost } from '../harness/factories.ts';
import { startGuideNginx } from '../harness/guide-nginx.ts';
import type { GuideNginx } from '../harness/guide-nginx.ts';
import { startRealServer } from '../harness/real-server.ts';
import type { RealServer } from '../harness/real-server.ts';

describe.skipIf(!nginxBinary)('behind nginx, configured as the guide says', () => {
  let place: TestDatabase;
  let server: RealServer;
  let nginx: GuideNginx;

  beforeAll(async () => {
    place = await makeTestDatabase('sqlite');
    const database = await openSiteDatabase(place);
    await database.migrate();
    await database.write((tx) =>
      makePost(tx, {
        title: 'Behind the proxy',
        slug: 'behind',
        content: `<p>${'Long enough to be worth compressing. '.repeat(100)}</p>`,
      }),
    );
    await database.close();
    server = await startRealServer(place, { TRUST_PROXY: '127.0.0.1', SITE_URL: 'https://news.example' });
    nginx = await startGuideNginx(nginxBinary ?? '', [server.url]);
  });
  afterAll(async () => {
    await nginx.stop();
    await server.stop();
    await place.drop();
  });

  const ask: GuideNginx['ask'] = (path, headers) => nginx.ask(path, headers);

  test('pages are compressed once, by Broadsheet, and revalidated by their ETag', async () => {
    await ask('/behind/?relatedposts=1'); // discovered later, it would make the server re-render the page
    await ask('/behind/');
    const reply = await ask('/behind/', { 'accept-encoding': 'gzip' });
    expect([
      reply.status,
      reply.headers['content-encoding'],
      reply.headers.vary,
      reply.headers['transfer-encoding'],
    ]).toEqual([200, 'gzip', expect.stringContaining('Accept-Encoding'), undefined]);
    expect(gunzipSync(reply.body).toString()).toContain('Behind the proxy');
    expect(Number(reply.headers['content-length'])).toBe(reply.body.length);
    const again = await ask('/behind/', {
      'accept-encoding': 'gzip',
      'if-none-match': String(reply.headers.etag),
    });
    expect([again.status, again.body.length]).toEqual([304, 0]);
    expect((await ask('/behind/', { 'accept-encoding': 'identity' })).headers['content-encoding']).toBe(
      undefined,
    );
  });

  test('connections are kept alive on both sides', async () => {
    for (let n = 1; n < 6; n++) await ask(`/wp-json/wp/v2/posts?per_page=${n}`);
    expect((await ask('/behind/')).reused).toBe(true);
    const towardsUs = new Set(
      server
        .output()
        .split('\n')
        .filter((line) => line.includes('"incoming request"'))
        .map((line) => (JSON.parse(line) as { req: { remotePort?: number } }).req.remotePort),
    );
    expect(towardsUs.size).toBe(1);
  });

  test("the log shows the reader's address, not the proxy's, and trusts only the proxy", async () => {
    const path = '/wp-json/wp/v2/posts?per_page=1';
    await ask(path, { 'x-forwarded-for': '198.51.100.7' }); // a reader forges an address: nginx appends the real one, which counts
    const addressOf = () =>
      server
        .output()
        .split('\n')
        .filter((line) => line.includes('per_page=1') && line.includes('incoming'))
        .map((line) => (JSON.parse(line) as { req: { remoteAddress: string } }).req.remoteAddress)
        .at(-1);
    await expect.poll(addressOf).toBe('127.0.0.2');
  });

  test('addresses in pages and redirects are the public ones', async () => {
    const { body } = await ask('/behind/', { 'accept-encoding': 'identity' });
    expect(body.toString()).toContain('<link rel="canonical" href="https://news.example/behind/"');
    const moved = await ask('/behind');
    expect([moved.status, moved.headers.location]).toEqual([
      301,
      expect.stringMatching(/^(?:https:\/\/news\.example)?\/behind\/$/),
    ]);
  });
});
