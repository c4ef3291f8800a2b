import { afterAll, beforeAll, expect, test } from 'vitest';
import { onDrawnDatabase } from '../harness/databases.ts';
import { makePost } from '../harness/factories.ts';
import { rawRequest, serveSite } from '../harness/served-site.ts';
import type { ServedSite } from '../harness/served-site.ts';

onDrawnDatabase('the archive of a year', (_get, place) => {
  let site: ServedSite;
  const publish = async (from: number, to: number) =>
    site.database.write(async (tx) => {
      for (let n = from; n < to; n++)
        await makePost(tx, {
          slug: `story-${n}`,
          title: `Story ${n}`,
          publishedAt: Date.UTC(2024, 0, 1 + n),
        });
    });
  const latest = async () => {
    const { body } = await rawRequest(site.url, '/2024/');
    const list = /<section [^>]*aria-label="Latest"[\s\S]*?<\/section>/.exec(body)?.[0];
    return list && [...list.matchAll(/class="card-title"><a href="\/([^"]+)\/"/g)].map(([, slug]) => slug);
  };

  beforeAll(async () => {
    site = await serveSite(place());
  });
  afterAll(() => site.close());

  test('has the newest posts elsewhere in its sidebar; with only older posts that list is not called the latest', async () => {
    await publish(0, 11);
    expect(await latest()).toBeUndefined();
    await publish(11, 20);
    expect(await latest()).toEqual([9, 8, 7, 6, 5].map((n) => `story-${n}`));
  });
});
