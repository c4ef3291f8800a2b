import { expect, test } from 'vitest';
import { warmUp } from '../../src/site/cache/warm-up.ts';
import { onDrawnDatabase } from '../harness/databases.ts';
import { makePost } from '../harness/factories.ts';
import { rankRelated, rawRequest, serveSite } from '../harness/served-site.ts';
import type { ServedSite } from '../harness/served-site.ts';

const warm = ({ app: { cache, content } }: ServedSite) =>
  warmUp({
    cache,
    content,
    onFailure: (error) => {
      throw error;
    },
  });

onDrawnDatabase('after a start', (get, place) => {
  test('the front page and the newest articles are cached before readers arrive', async () => {
    // Before the start: a later tag would drop a cached page.
    await get().write(async (tx) => {
      for (let n = 0; n < 23; n++)
        await makePost(tx, { slug: `story-${n}`, publishedAt: Date.UTC(2026, 9, 1 + n) });
    });
    // So are related posts: ranking them while pages are rendered would re-render their neighbours.
    const before = await serveSite(place());
    await rankRelated(before, ...Array.from({ length: 23 }, (_, n) => `story-${n}`));
    await before.close();
    const site = await serveSite(place());
    await warm(site).done;
    for (const path of ['/', '/story-22/', '/story-3/'])
      expect((await rawRequest(site.url, path)).status).toBe(200);
    expect(site.app.cache.stats().hits).toBe(3);
    // The twenty newest.
    expect((await rawRequest(site.url, '/story-2/')).status).toBe(200);
    expect(site.app.cache.stats().hits).toBe(3);
    await site.close();
  });

  test('a stop ends it, and an empty site has a front page', async () => {
    const site = await serveSite(place());
    const stopped = warm(site);
    await stopped.close();
    expect(site.app.cache.stats().renders).toBeLessThanOrEqual(1);
    await warm(site).done;
    expect((await rawRequest(site.url, '/')).headers['content-type']).toContain('text/html');
    await site.close();
  });
});
