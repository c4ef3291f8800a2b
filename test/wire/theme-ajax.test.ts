import { afterAll, beforeAll, expect, test } from 'vitest';
import { onDrawnDatabase } from '../harness/databases.ts';
import { updatePost } from '../../src/modules/posts/writer.ts';
import { saveSettings } from '../../src/modules/settings/store.ts';
import { makePost } from '../harness/factories.ts';
import { ajax, rawRequest, serveSite } from '../harness/served-site.ts';
import type { ServedSite } from '../harness/served-site.ts';

onDrawnDatabase('the theme’s endpoint', (get, place) => {
  let site: ServedSite;

  beforeAll(async () => {
    await get().write((tx) => makePost(tx, { title: 'A comet returns', slug: 'a-comet-returns' }));
    site = await serveSite(place());
  });
  afterAll(() => site?.close());

  test('[ROUTE-06] is where pages say it is, and serves anonymous visitors', async () => {
    const page = await rawRequest(site.url, '/a-comet-returns/');
    const { ajaxUrl } = JSON.parse(/id="broadsheet-page">(.*?)<\/script>/.exec(page.body)?.[1] ?? '{}') as {
      ajaxUrl?: string;
    };
    expect(ajaxUrl).toMatch(/^\/wp-admin\/admin-ajax\.php\?td_theme_name=\w+&v=\w+$/);
    const reply = await ajax(site.url, { action: 'td_ajax_search', td_string: 'a' });
    expect(reply.status).toBe(200);
    expect(reply.headers['content-type']).toContain('application/json');
    expect(JSON.parse(reply.body)).toMatchObject({ td_search_query: 'a' });
  });

  test(
    'an appended article is rendered by its template, without elements that occur once per page, ' +
      'and follows changes; hidden ones are refused',
    async () => {
      const { id, ...hidden } = await site.database.write(async (tx) => {
        await saveSettings(tx, { autoload_posts: 'on' });
        return {
          draft: await makePost(tx, { title: 'Zyxdraft', status: 'draft' }),
          secret: await makePost(tx, { title: 'Zyxsecret', password: 'word' }),
          page: await makePost(tx, { type: 'page', title: 'A page' }),
          id: await makePost(tx, { title: 'Newer & better', slug: 'newer' }),
        };
      });
      const article = async (post_id: number | string) =>
        JSON.parse(
          (await ajax(site.url, { action: 'broadsheet_article', post_id: String(post_id) })).body,
        ) as Record<string, string>;
      const found = await article(id);
      expect([Object.keys(found), found.url, found.title]).toEqual([
        ['content', 'url', 'title', 'broadsheet'],
        '/newer/',
        'Newer & better – Broadsheet',
      ]);
      expect(found.content).toMatch(
        /<h1 class="post-title">Newer &amp; better<\/h1>.*Text of Newer.*class="autoload-article"/s,
      );
      expect(found.content).not.toMatch(
        /class="ticker|id="comments"|id="jp-relatedposts"|"reading-progress"/,
      );
      for (const wrong of [...Object.values(hidden), 0, -1, 'x', 999_999, '']) {
        expect([wrong, await article(wrong)]).toEqual([wrong, { content: '', url: '', title: '' }]);
      }
      await site.database.write(async (tx) => updatePost(tx, id, { title: 'Changed' }));
      await expect.poll(async () => (await article(id)).content).toContain('>Changed</h1>');
      await site.database.write(async (tx) => updatePost(tx, id, { status: 'draft' }));
      await expect.poll(async () => (await article(id)).content).toBe('');
    },
  );
});
