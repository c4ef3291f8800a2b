import { beforeAll, expect, test } from 'vitest';
import { onBothDatabases } from '../../../test/harness/databases.ts';
import { makePost } from '../../../test/harness/factories.ts';
import { pageSite } from '../../../test/harness/page-site.ts';
import type { PageSite } from '../../../test/harness/page-site.ts';
import { neighboursOf } from '../../blocks/current-post.server.ts';
import {
  leadCandidates,
  newestPosts,
  newestVideos,
  rankedCategories,
  topPosts,
} from '../../blocks/front-lists.server.ts';
import type { LoadContext } from '../../blocks/load-context.ts';
import { findPosts } from '../../modules/posts/reader.ts';
import { alone, loadCached, LoadTracker, trackedContext } from './load-context.ts';
import { nestedPlace } from './page-render.ts';
import { ShownPosts } from './shown-posts.ts';
import type { DocumentPlace } from './page-render.ts';

test('a place knows its surrounding documents, up to eight, and none twice', () => {
  let place: DocumentPlace | undefined = {
    id: 'd0',
    around: [],
    scope: 'd0',
    inherited: {},
    shown: new ShownPosts(),
  };
  const depths: number[] = [];
  for (let n = 1; place; n++) {
    expect(nestedPlace(place, place.id, 'x')).toBeUndefined();
    if (n > 1) expect(nestedPlace(place, 'd0', 'x')).toBeUndefined();
    depths.push(place.around.length);
    place = nestedPlace(place, `d${n}`, `scope ${n}`);
    if (place) expect(place.scope).toBe(`scope ${n}`);
  }
  expect(depths).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
});

test('counts patterns separately, up to twenty nested ones, and again in each document between them', () => {
  let place: DocumentPlace = { id: 'page', around: [], scope: '', inherited: {}, shown: new ShownPosts() };
  const into = (id: string, isPattern: boolean) => nestedPlace(place, id, '', { isPattern });
  for (let document = 0; document < 8; document++) {
    for (let n = 0; n < 20; n++)
      place = into(`pattern ${document} ${n}`, true) ?? expect.fail(`${document} ${n}`);
    expect(into('one more', true)).toBeUndefined();
    const next = into(`document ${document}`, false);
    if (document === 7) expect(next).toBeUndefined();
    else place = next ?? expect.fail(`${document}`);
  }
});

test('a tracker keeps the stronger weight and the earliest expiry', () => {
  const tracker = new LoadTracker();
  tracker.addTag('front');
  tracker.addTag('front', 'primary');
  tracker.addTag('front', 'secondary');
  tracker.addTag('menus');
  tracker.addLoaded({
    tags: new Map([
      ['front', 'secondary'],
      ['menus', 'primary'],
      ['excerpts', 'secondary'],
    ]),
    expiresAt: 50,
  });
  tracker.addLoaded({ tags: new Map(), expiresAt: 90 });
  expect([...tracker.tags]).toEqual([
    ['front', 'primary'],
    ['menus', 'primary'],
    ['excerpts', 'secondary'],
  ]);
  expect(tracker.expiresAt).toBe(50);
});

onBothDatabases('the render of a page', (get) => {
  let site: PageSite;
  beforeAll(() => {
    site = pageSite(get());
  });
  const context = async (tracker: LoadTracker) =>
    trackedContext(await site.begin(), 'tdi_x', tracker, { ...alone, document: async () => '<p>inner</p>' });

  test('reading anything specific to a page makes the loader page-dependent, and reading the rest does not', async () => {
    for (const [look, depends] of [
      [(given) => given.page, true],
      [(given) => given.viewer, true],
      [(given) => given.blockId, true],
      [(given) => given.renderDocument({ template: 1 }), true],
      [(given) => given.now, false],
      [(given) => given.content, false],
      [(given) => given.cards([]), false],
      [(given) => given.tag('front'), false],
      [(given) => given.expireIn(5), false],
      [(given) => given.cache('plain', async () => 1), false],
      [(given) => given.cache('of the page', async (inner) => inner.page.path), true],
      [
        (given) =>
          given.cache('of a page inside', (inner) => inner.cache('deeper', async (deep) => deep.blockId)),
        true,
      ],
    ] as readonly (readonly [(given: Awaited<ReturnType<typeof context>>) => unknown, boolean])[]) {
      const tracker = new LoadTracker();
      await look(await context(tracker));
      expect([String(look), tracker.dependsOnPage]).toEqual([String(look), depends]);
    }
  });

  test('cards name every requested post, shown or not, since a hidden one may appear', async () => {
    const [shown, draft] = await get().write(
      async (tx) => [await makePost(tx), await makePost(tx, { status: 'draft' })] as const,
    );
    const tracker = new LoadTracker();
    const cards = await (await context(tracker)).cards([draft, shown, 999_999]);
    expect(cards.map(({ id }) => id)).toEqual([shown]);
    expect([...tracker.tags.keys()]).toEqual(
      expect.arrayContaining([`post:${draft}`, `post:${shown}`, 'post:999999']),
    );
  });

  test('does not cache a failed load, and the next one runs', async () => {
    const render = await site.begin();
    await expect(
      loadCached(render, 'fails', async () => Promise.reject(new Error('no data'))),
    ).rejects.toThrow('no data');
    expect((await loadCached(render, 'fails', async () => 'data')).loaded.data).toBe('data');
    expect((await loadCached(render, 'fails', async () => 'other')).loaded.data).toBe('data');
  });

  test('a failure before the first reader awaits it reaches the readers, and the process continues', async () => {
    const data = (await context(new LoadTracker())).cache('lost', async () =>
      Promise.reject(new Error('The connection is gone.')),
    );
    await new Promise((resolve) => setImmediate(resolve)); // by then Node has checked for unhandled rejections
    await expect(data).rejects.toThrow('The connection is gone.');
  });

  test('concurrent requests and later reads of blocks get the cached data, and fail with it', async () => {
    const id = await get().write((tx) => makePost(tx));
    const post = (await findPosts(get().read, [id])).get(id) ?? expect.fail('The post is gone.');
    const given = await context(new LoadTracker());
    const failing: LoadContext = {
      ...given,
      cache: (key) => given.cache(key, () => Promise.reject(new Error('The connection is gone.'))),
    };
    const around = (inner: LoadContext) => neighboursOf(post, inner);
    const asked = [around, leadCandidates, rankedCategories, newestVideos, newestPosts, topPosts].map(
      (ask): Promise<unknown> => ask(failing),
    );
    await new Promise((resolve) => setImmediate(resolve));
    for (const data of asked) await expect(data).rejects.toThrow('The connection is gone.');
  });
});
