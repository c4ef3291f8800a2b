import { beforeAll, expect, test } from 'vitest';
import { replaceMediaFile, deleteMedia } from '../../src/modules/media/writer.ts';
import { updatePost } from '../../src/modules/posts/writer.ts';
import { saveSettings } from '../../src/modules/settings/store.ts';
import type { Tx } from '../../src/kernel/db/open-database.ts';
import { createPageCache } from '../../src/site/cache/page-cache.ts';
import type { RenderedReply } from '../../src/site/cache/rendered-reply.ts';
import { describeKey } from '../../src/site/cache/request-key.ts';
import type { KeyedRequest } from '../../src/site/cache/request-key.ts';
import { renderPageRequest } from '../../src/site/replies/render-page-request.ts';
import { noteReads, take } from '../../src/lib/noted-reads.ts';
import { wholeText } from '../../src/lib/text-around.ts';
import { onDatabase } from '../harness/databases.ts';
import { makeMedia, makePost, makeTerm } from '../harness/factories.ts';
import { testSigner } from '../harness/load-context.ts';
import { pageSite } from '../harness/page-site.ts';

const textOf = ({ status, body }: RenderedReply) =>
  `${status} ${typeof body === 'string' || Buffer.isBuffer(body) ? body.toString() : wholeText(body)}`;

onDatabase('sqlite', 'kept pages follow what they show', (get) => {
  /** Caches a page, writes, and returns whether the page changed, and whether the cached and shared copies match it. */
  async function follows(
    path: string,
    write: (tx: Tx) => Promise<unknown>,
    part = /[^]*/,
  ): Promise<{ readonly changes: boolean; readonly isFollowed: boolean }> {
    const warm = pageSite(get());
    let newest = '';
    const render = (site: typeof warm) => async (request: KeyedRequest) => {
      const noted = await noteReads(async () => {
        const answer = await renderPageRequest(site, testSigner, request);
        return 'shareKey' in answer ? answer.render() : answer;
      });
      newest = part.exec(textOf(noted.value))?.[0] ?? '';
      return take(noted);
    };
    const cache = createPageCache({
      maxBytes: 5e7,
      bus: get().bus,
      renderPage: render(warm),
      isPersonal: () => false,
      onWarning: () => {},
    });
    const request = describeKey(path, 'desktop');
    const { reply } = await cache.respond(request);
    const was = newest;
    await get().write(async (tx) => void (await write(tx)));
    const again = (await cache.respond(request)).reply;
    const isDropped = again !== reply || again.stale === true;
    await render(warm)(request);
    const shared = newest;
    await render(pageSite(get()))(request);
    cache.close();
    return { changes: newest !== was, isFollowed: isDropped && shared === newest };
  }
  const followed = { changes: true, isFollowed: true };

  beforeAll(() => get().write(async (tx) => void (await makePost(tx, { slug: 'some', title: 'Some' }))));

  test('the configured front page appears once it is published', async () => {
    const front = await get().write((tx) =>
      makePost(tx, { type: 'page', slug: 'welcome', title: 'Welcome', status: 'draft' }),
    );
    await get().write((tx) => saveSettings(tx, { show_on_front: 'page', page_on_front: front }));
    expect(await follows('/', (tx) => updatePost(tx, front, { status: 'publish' }))).toEqual(followed);
    await get().write((tx) => saveSettings(tx, { show_on_front: null, page_on_front: null }));
  });

  test('the front page at the name of an unknown type redirects once an import adds its posts', async () => {
    expect(
      await follows('/?post_type=comet', (tx) => makePost(tx, { type: 'comet', slug: 'halley' })),
    ).toEqual(followed);
  });

  test('lists of sections and tags have one with its first article, and lose it with its last', async () => {
    const [world, asia, tag] = await get().write(async (tx) => {
      const above = await makeTerm(tx, { name: 'Worldwide', slug: 'worldwide' });
      await makePost(tx, {
        type: 'page',
        slug: 'mega',
        content: `<!-- wp:broadsheet/mega-category {"category_id":"${above}"} /-->`,
      });
      const filtered =
        '<!-- wp:broadsheet/post-list {"td_ajax_filter_type":"td_tag_slug_filter","limit":3} /-->';
      await makePost(tx, { type: 'page', slug: 'filtered', content: filtered });
      return [
        above,
        await makeTerm(tx, { name: 'Asiatic', slug: 'asiatic', parentId: above }),
        await makeTerm(tx, { name: 'Lunar', taxonomy: 'post_tag' }),
      ];
    });
    const article = await get().write((tx) =>
      makePost(tx, { slug: 'first-of-asia', status: 'draft', termIds: [world, asia, tag] }),
    );
    for (const path of ['/', '/mega/', '/filtered/']) {
      for (const status of ['publish', 'draft'] as const) {
        expect([path, status, await follows(path, (tx) => updatePost(tx, article, { status }))]).toEqual([
          path,
          status,
          followed,
        ]);
      }
    }
  });

  test('an address opens the article or page that replaces a file there, and still opens an article', async () => {
    const draft = await get().write(async (tx) => {
      await makePost(tx, { slug: 'clash', title: 'An article' });
      for (const slug of ['clash-2', 'clash-3']) await makeMedia(tx, { slug, title: 'A file' });
      return makePost(tx, { type: 'page', slug: 'clash-3', title: 'A page', status: 'draft' });
    });
    const title = /<h1[^]*?<\/h1>/;
    expect(
      await follows('/clash-2/', (tx) => makePost(tx, { slug: 'clash-2', title: 'Article' }), title),
    ).toEqual(followed);
    expect(await follows('/clash-3/', (tx) => updatePost(tx, draft, { status: 'publish' }), title)).toEqual(
      followed,
    );
    expect(
      await follows('/clash/', (tx) => makePost(tx, { type: 'page', slug: 'clash', title: 'A page' }), title),
    ).toMatchObject({ changes: false });
  });

  test('site maps and page lists follow a moved page’s children, and replaced or deleted pictures', async () => {
    const { upper, picture } = await get().write(async (tx) => {
      const above = await makePost(tx, { type: 'page', slug: 'upper', password: 'word' });
      await makePost(tx, { type: 'page', slug: 'lower', parentId: above });
      await makePost(tx, {
        type: 'page',
        slug: 'below-it',
        content: `<!-- wp:page-list {"parentPageID":${above}} /-->`,
      });
      const file = await makeMedia(tx, { slug: 'pic' });
      await makePost(tx, { slug: 'zebra', title: 'Zebra', featuredMediaId: file });
      return { upper: above, picture: file };
    });
    for (const [path, slug] of [
      ['/wp-sitemap-posts-page-1.xml', 'top'],
      ['/below-it/', 'higher'],
    ] as const) {
      expect([path, await follows(path, (tx) => updatePost(tx, upper, { slug }))]).toEqual([path, followed]);
    }
    const { file } = await get()
      .read.selectFrom('media')
      .select('file')
      .where('post_id', '=', picture)
      .executeTakeFirstOrThrow();
    const replace = (tx: Tx) =>
      replaceMediaFile(
        tx,
        { file },
        { width: 800, height: 800, bytes: 99, hash: 'another' },
        { picture: true },
      );
    expect(await follows('/wp-sitemap-posts-post-1.xml', replace)).toEqual(followed);
    expect(await follows('/wp-sitemap-posts-post-1.xml', (tx) => deleteMedia(tx, picture))).toEqual(followed);
  });
});
