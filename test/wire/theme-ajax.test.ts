import { afterAll, beforeAll, expect, test } from 'vitest';
import { onBothDatabases } from '../harness/databases.ts';
import { makePost } from '../harness/factories.ts';
import { ajax, rawRequest, serveSite } from '../harness/served-site.ts';
import type { ServedSite } from '../harness/served-site.ts';

onBothDatabases('the theme’s endpoint', (get, place) => {
  let site: ServedSite;

  beforeAll(async () => {
    await get().write((tx) => makePost(tx, { title: 'A comet returns', slug: 'a-comet-returns' }));
    site = await serveSite(place());
  });
  afterAll(() => site?.close());

  test('[ROUTE-06] is where pages say it is, and serves anonymous visitors', async () => {
    const page = await rawRequest(site.url, '/a-comet-returns/');
    const { ajaxUrl } = JSON.parse(/id="broadsheet-page">(.*?)<\/script>/.exec(page.body)?.[1] ?? '{}') as { ajaxUrl?: string };
    expect(ajaxUrl).toMatch(/^\/wp-admin\/admin-ajax\.php\?td_theme_name=\w+&v=\w+$/);
    const reply = await ajax(site.url, { action: 'td_ajax_search', td_string: 'a' });
    expect(reply.status).toBe(200);
    expect(reply.headers['content-type']).toContain('application/json');
    expect(JSON.parse(reply.body)).toMatchObject({ td_search_query: 'a' });
  });
});
