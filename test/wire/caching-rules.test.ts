import { afterAll, beforeAll, expect, test } from 'vitest';
import { onDrawnDatabase } from '../harness/databases.ts';
import { makePost } from '../harness/factories.ts';
import { ajax, rankRelated, rawRequest, serveSite } from '../harness/served-site.ts';
import type { ServedSite } from '../harness/served-site.ts';

onDrawnDatabase('cached pages', (_get, place) => {
  let site: ServedSite;
  const get = (path: string, headers?: Record<string, string>) => rawRequest(site.url, path, { headers });

  beforeAll(async () => {
    site = await serveSite(place());
    await site.database.write(async (tx) => {
      for (let n = 1; n <= 3; n++) await makePost(tx, { title: `Note ${n}`, slug: `note-${n}` });
    });
  });
  afterAll(() => site.close());

  test('[IMP-30] a cached page has no colour scheme: it is the same for everyone, sets no cookie, and the cookie alone decides', async () => {
    await rankRelated(site, 'note-1'); // ranked later, they would make the server re-render the page
    const first = await get('/note-1/');
    for (const cookie of ['broadsheet_dark=1', 'broadsheet_dark=0', 'wordpress_logged_in_x=forged']) {
      const again = await get('/note-1/', { cookie });
      expect([cookie, again.body === first.body, again.headers.etag]).toEqual([
        cookie,
        true,
        first.headers.etag,
      ]);
    }
    expect(first.headers['set-cookie']).toBeUndefined();
    expect(first.headers.vary).toBe('Accept-Encoding');
    expect(first.headers['cache-control']).toBe('public, max-age=0, must-revalidate');
    const flipped = await ajax(site.url, { action: 'td_ajax_dark_mode' });
    expect([JSON.parse(flipped.body), flipped.headers['cache-control']]).toEqual([
      { is_dark: true },
      'no-store',
    ]);
    expect(
      JSON.parse(
        (await ajax(site.url, { action: 'td_ajax_dark_mode' }, { cookie: 'broadsheet_dark=1' })).body,
      ),
    ).toEqual({ is_dark: false });
  });

  test('[IMP-30] a cached page has no nonce, and its calls are accepted at any age', async () => {
    const { body } = await get('/note-1/');
    expect(body).not.toMatch(/nonce/i);
    const [, action] = /"ajaxUrl":"([^"]+)"/.exec(body) ?? [];
    expect(action).toMatch(/^\/wp-admin\/admin-ajax\.php\?td_theme_name=broadsheet&v=[\w.-]+$/);
    const reply = await rawRequest(site.url, action ?? '', {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: 'action=td_ajax_search&td_string=note',
    });
    expect([reply.status, (JSON.parse(reply.body) as { td_total_in_list: number }).td_total_in_list]).toEqual(
      [200, 3],
    );
    const old = (action ?? '').replace(/v=.*/, 'v=0-of-last-year');
    expect(
      (
        await rawRequest(site.url, old, {
          method: 'POST',
          headers: { 'content-type': 'application/x-www-form-urlencoded' },
          body: 'action=td_ajax_search&td_string=note',
        })
      ).status,
    ).toBe(200);
  });

  test('[IMP-30] momentary and personal content is never cached', async () => {
    expect((await get('/note-1')).headers['cache-control']).toBe('no-store');
    expect((await get('/note-1/?preview=true')).headers['cache-control']).toBe('private, no-store');
    expect((await get('/wp-json/wp/v2/posts/999999')).headers['cache-control']).toBe('no-store');
  });
});
