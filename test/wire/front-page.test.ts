import { afterAll, beforeAll, expect, test } from 'vitest';
import { pinToFront } from '../../src/modules/front/store.ts';
import { clearFront } from '../harness/front.ts';
import { updatePost } from '../../src/modules/posts/writer.ts';
import { saveSettings } from '../../src/modules/settings/store.ts';
import { onDrawnDatabase } from '../harness/databases.ts';
import { makeComment, makePost, makeTerm, makeUser } from '../harness/factories.ts';
import { rawRequest, serveSite } from '../harness/served-site.ts';
import type { ServedSite } from '../harness/served-site.ts';

/** Articles that the main part of a page links by their headlines, in order. */
function headlines(html: string): string[] {
  const main = /<main[\s\S]*<\/main>/.exec(html)?.[0] ?? '';
  return [...main.matchAll(/<h[23] class="(?:card|voice)-title"><a href="\/([^"]+)\/">/g)].map(
    ([, slug = '']) => slug,
  );
}

const articles = 90;
const slugsOf = (count: number) => Array.from({ length: count }, (_, n) => `story-${n}`);

onDrawnDatabase('the front page', (_get, place) => {
  let site: ServedSite;
  const ids: number[] = [];
  const get = (path: string) => rawRequest(site.url, path);
  const front = async (path = '/') => headlines((await get(path)).body);

  beforeAll(async () => {
    site = await serveSite(place());
  });
  afterAll(() => site.close());

  test('an empty site shows what to do; with three articles it shows three, and no empty band', async () => {
    const empty = await get('/');
    expect([empty.status, headlines(empty.body)]).toEqual([200, []]);
    expect(empty.body).toContain('<a href="/wp-admin/">');
    await site.database.write(async (tx) => {
      for (let n = 0; n < 3; n++) ids.push(await makePost(tx, { slug: `story-${n}` }));
    });
    const three = await get('/');
    expect(headlines(three.body)).toEqual(['story-2', 'story-1', 'story-0']);
    expect(three.body).not.toMatch(
      /empty-state|class="(big-grid|voices|sections|video-band|post-list)|Latest/,
    );
    expect((await get('/page/2/')).status).toBe(404);
  });

  test('every article appears once on the front’s pages: bands exclude each other’s articles, and further pages continue', async () => {
    await site.database.write(async (tx) => {
      const authors = await Promise.all([1, 2, 3, 4, 5].map((n) => makeUser(tx, { login: `author-${n}` })));
      const sections: number[] = [];
      for (let n = 0; n < 7; n++) {
        const top = await makeTerm(tx, { name: `Top ${n}` });
        sections.push(top, await makeTerm(tx, { name: `Below ${n}`, parentId: top }));
      }
      for (let n = 3; n < articles; n++) {
        // The first sections are the largest; some articles are in two.
        const term = sections[Math.floor(Math.sqrt((n * 7919) % 196))] ?? 0;
        ids.push(
          await makePost(tx, {
            slug: `story-${n}`,
            authorId: authors[n % 5],
            format: n % 12 === 0 ? 'video' : 'standard',
            termIds: n % 10 === 0 ? [term, sections[0] ?? 0] : [term],
          }),
        );
      }
      for (const n of [5, 6, 7, 8, 40, 80])
        for (let k = 0; k < (n % 7) + 1; k++) await makeComment(tx, { postId: ids[n] ?? 0 });
    });
    const first = await get('/');
    for (const band of [
      'front',
      'big-grid',
      'list-ranks',
      'list-reel',
      'voices',
      'sections',
      'video-band',
      'feed-band',
    ]) {
      expect(first.body).toMatch(new RegExp(`class="(?:list |post-list )?${band}[ "]`));
    }
    const all = headlines(first.body);
    expect(all.slice(0, 7)).toEqual(slugsOf(articles).toReversed().slice(0, 7));
    // The ticker above continues after those.
    expect(
      [...first.body.matchAll(/data-ticker-item=""[^>]*><a href="\/([^"]+)\/"/g)].map(([, slug]) => slug),
    ).toEqual(slugsOf(articles).toReversed().slice(7, 12));
    expect(all.length).toBeGreaterThan(40);
    let pages = 1;
    for (; /rel="next"/.test((await get(pages === 1 ? '/' : `/page/${pages}/`)).body); pages++)
      all.push(...(await front(`/page/${pages + 1}/`)));
    expect(pages).toBeGreaterThan(2);
    expect(all.toSorted()).toEqual(slugsOf(articles).toSorted());
    expect([(await get(`/page/${pages}/`)).status, (await get(`/page/${pages + 1}/`)).status]).toEqual([
      200, 404,
    ]);
  });

  test('editors pin posts: at once on top, in their order, before sticky ones, and nowhere else on the page', async () => {
    const slugOf = (n: number) => `story-${n}`;
    await site.database.write(async (tx) => {
      await pinToFront(tx, ids[4] ?? 0);
      await pinToFront(tx, ids[70] ?? 0, 1);
      await updatePost(tx, ids[1] ?? 0, { sticky: true });
    });
    const pinned = await front();
    expect(pinned.slice(0, 4)).toEqual([slugOf(70), slugOf(4), slugOf(1), slugOf(articles - 1)]);
    expect(new Set(pinned).size).toBe(pinned.length);
    await site.database.write((tx) => updatePost(tx, ids[70] ?? 0, { status: 'draft' }));
    expect((await front()).slice(0, 2)).toEqual([slugOf(4), slugOf(1)]);
    expect((await get('/')).body).not.toContain('story-70"');
    await site.database.write(async (tx) => {
      await updatePost(tx, ids[70] ?? 0, { status: 'publish' });
      await clearFront(tx);
      await updatePost(tx, ids[1] ?? 0, { sticky: false });
    });
    expect((await front())[0]).toBe(slugOf(articles - 1));
  });

  test('feeds and REST stay newest first despite pinned posts', async () => {
    await site.database.write((tx) => pinToFront(tx, ids[4] ?? 0));
    const [newest] = JSON.parse((await get('/wp-json/wp/v2/posts?per_page=1')).body) as { slug: string }[];
    expect(newest?.slug).toBe(`story-${articles - 1}`);
    await site.database.write((tx) => clearFront(tx));
  });

  test('the front page with all its bands takes at most 9 queries, a further page 10; these figures only go down', async () => {
    const cost = async (path: string) => {
      // Background work may add queries, never remove them.
      const costs: number[] = [];
      for (let time = 0; time < 4; time++) {
        await get(path);
        await site.database.write(async (tx) => tx.emit('list:post', 'remove'));
        const before = site.database.queryCount();
        await get(path);
        costs.push(site.database.queryCount() - before);
      }
      return Math.min(...costs);
    };
    expect(await cost('/')).toBeLessThanOrEqual(9);
    expect(await cost('/page/2/')).toBeLessThanOrEqual(10);
  });

  test('[LAYOUT-06] [LAYOUT-07] the theme colour is a blue, and a setting changes it everywhere', async () => {
    const colours = async () => {
      const { body } = await get('/');
      return [
        /<meta name="theme-color" content="(#[0-9a-f]{6})">/.exec(body)?.[1],
        /:root\{--blue:(#[0-9a-f]{6})\}/.exec(body)?.[1],
      ];
    };
    const [theme, accents] = await colours();
    expect(accents).toBe(theme);
    const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) =>
      Number.parseInt(theme?.slice(at, at + 2) ?? '', 16),
    );
    expect(blue).toBeGreaterThan(Math.max(red, green) * 1.5);
    await site.database.write((tx) => saveSettings(tx, { theme_color: '#c2410c' }));
    expect(await colours()).toEqual(['#c2410c', '#c2410c']);
    await site.database.write((tx) => saveSettings(tx, { theme_color: null }));
  });
});
