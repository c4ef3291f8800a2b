import { afterAll, beforeAll, expect, test } from 'vitest';
import { onDrawnDatabase } from '../harness/databases.ts';
import { makePost } from '../harness/factories.ts';
import { rawRequest, serveSite } from '../harness/served-site.ts';
import type { ServedSite } from '../harness/served-site.ts';

onDrawnDatabase('methods that nothing takes', (_get, place) => {
  let site: ServedSite;
  beforeAll(async () => {
    site = await serveSite(place());
    await site.database.write((tx) => makePost(tx, { slug: 'article', title: 'An article' }));
  });
  afterAll(() => site.close());

  /** Methods that each kind of address allows. */
  const taken: readonly (readonly [path: string, allow: string])[] = [
    ['/', 'GET, HEAD, OPTIONS'],
    ['/article/?a=1', 'GET, HEAD, OPTIONS'],
    ['/feed/', 'GET, HEAD, OPTIONS'],
    ['/robots.txt', 'GET, HEAD, OPTIONS'],
    ['/no-such/', 'GET, HEAD, OPTIONS'],
    ['/assets/none.js', 'GET, HEAD, OPTIONS'],
    ['/wp-content/uploads/none.jpg', 'GET, HEAD, OPTIONS'],
    ['/healthz', 'GET, HEAD, OPTIONS'],
    ['/wp-login.php', 'GET, HEAD, POST, OPTIONS'],
    ['/wp-admin/admin-ajax.php', 'GET, HEAD, POST, OPTIONS'],
    ['/wp-admin/edit.php', 'GET, HEAD, POST, OPTIONS'],
    ['http://other.example/wp-login.php', 'GET, HEAD, POST, OPTIONS'],
    ['*', 'GET, HEAD, OPTIONS'],
    ['/wp-comments-post.php', 'POST, OPTIONS'],
  ];

  test('are refused by 405, with the allowed ones, whatever the body, and without echoing the request', async () => {
    for (const [path, allow] of taken) {
      for (const method of ['PUT', 'PATCH', 'DELETE', 'TRACE', 'PROPFIND']) {
        const { status, headers, body } = await rawRequest(site.url, path, {
          method,
          headers: { 'x-told': 'secret-told', ...(method === 'PUT' && { 'content-type': 'a/b' }) },
          ...(method === 'TRACE' ? {} : { body: '{' }),
        });
        expect([path, method, status, headers.allow, body.includes('secret-told')]).toEqual([
          path,
          method,
          405,
          allow,
          false,
        ]);
        expect([headers['cache-control'], headers['x-content-type-options']]).toEqual([
          'no-store',
          'nosniff',
        ]);
      }
    }
    expect((await rawRequest(site.url, '/article/', { method: 'POST', body: 'a=b' })).status).toBe(405);
  });

  test('OPTIONS lists the allowed methods; REST and wp-cron.php respond as before', async () => {
    for (const [path, allow] of taken) {
      const { status, headers, body } = await rawRequest(site.url, path, {
        method: 'OPTIONS',
        headers: { origin: 'https://other.example' },
      });
      expect([path, status, headers.allow, headers['access-control-allow-origin'], body]).toEqual([
        path,
        204,
        allow,
        undefined,
        '',
      ]);
    }
    expect((await rawRequest(site.url, '/wp-json/wp/v2/posts', { method: 'PUT' })).status).toBe(404);
    expect((await rawRequest(site.url, '/wp-json/wp/v2/posts', { method: 'OPTIONS' })).headers.allow).toBe(
      'GET',
    );
    expect((await rawRequest(site.url, '/wp-cron.php', { method: 'DELETE' })).status).not.toBe(405);
  });
});
