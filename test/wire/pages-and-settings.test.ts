import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { adFramePath } from '../../src/modules/ads/ad-slots.ts';
import { adSlots } from '../../src/modules/settings/definitions/ads.ts';
import type { SettingDescription } from '../../src/modules/settings/settings.ts';
import { findDefinition, describeSettings } from '../../src/modules/settings/settings.ts';
import { saveSettings } from '../../src/modules/settings/store.ts';
import { createPageCache } from '../../src/site/cache/page-cache.ts';
import type { RenderedReply } from '../../src/site/cache/rendered-reply.ts';
import { blockNames } from '../../src/blocks/registry.server.ts';
import { describeKey } from '../../src/site/cache/request-key.ts';
import type { KeyedRequest } from '../../src/site/cache/request-key.ts';
import type { Database } from '../../src/kernel/db/open-database.ts';
import { renderDocument } from '../../src/site/pages/render-document.ts';
import { take } from '../../src/lib/noted-reads.ts';
import type { Noted } from '../../src/lib/noted-reads.ts';
import { pageOf } from '../harness/core-blocks.ts';
import { onDatabase } from '../harness/databases.ts';
import { everyBlock } from '../harness/every-block.ts';
import { makeComment, makeMedia, makePost, makeTerm, makeUser } from '../harness/factories.ts';
import { renderNoted, textOf } from '../harness/noted-render.ts';
import { pageSite } from '../harness/page-site.ts';
import { present } from '../harness/present.ts';

/** Another valid value of the setting; undefined if there is only one. */
function otherValue({ key, schema }: SettingDescription, now: unknown, mediaId: number): unknown {
  const accepts = (value: unknown) =>
    JSON.stringify(value) !== JSON.stringify(now) && findDefinition(key)?.schema.safeParse(value).success;
  const named = [schema, ...(schema.anyOf ?? [])].flatMap((part) =>
    typeof part === 'object' ? [...(part.enum ?? []), part.const] : [],
  );
  const candidates = [
    !now,
    ...(typeof now === 'number' ? [mediaId, now + 1, now - 1] : []),
    ...named.filter((value) => value !== undefined),
    'Other words',
    '#123456',
    'https://other.example/a.js',
    'https://other.example',
    '/other.js',
    'Europe/Berlin',
    'EUR',
    'de-DE',
    '300x250',
    '320x50',
    '917393e3-1b1e-5cef-ace4-edaa54e1f811',
    key.endsWith('_until') ? '2099-01-01T00:00' : '2020-01-01T00:00',
    'other@example.test',
    '@other',
    'https://other.example/api/token',
    ...[5, 7, 12, 14].map((count) => Array.from({ length: count }, (_, n) => `Word ${n}`).join(', ')),
    'other',
    'F j',
    ['other'],
    ['single'],
    ['https://other.example'],
    ['youtube.com'],
    ['https://other.example/x'],
    [named[0]],
    { base: 'tabloid' },
    ...(Array.isArray(now) ? [now.slice(1)] : []),
    12,
    100,
    {},
    '',
  ];
  return candidates.find(accepts);
}

/** All flags on, and settings that add blocks to pages. */
const switchedOn: Readonly<Record<string, unknown>> = {
  ...Object.fromEntries(
    describeSettings()
      .filter(({ default: value }) => value === false)
      .map(({ key }) => [key, true]),
  ),
  autoload_posts: 'on',
  more_articles: 'show',
  comments_per_page: 2,
  site_logo: 0,
};

/** A value for each empty setting. */
function filled(mediaId: number): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    describeSettings()
      .filter(({ default: value }) => value === '' || value === 0)
      .map((one) => [one.key, otherValue(one, one.default, mediaId)])
      .filter(([, value]) => value !== undefined),
  );
}

/** Blocks that show nothing on a page of all blocks, though their loaders run: they belong elsewhere, or their posts are shown already. */
const silent: ReadonlySet<string> = new Set(
  [
    'child-pages',
    'feed-link',
    'field',
    'popular',
    'post-neighbours',
    'product-button',
    'product-gallery',
    'product-price',
    'product-stock',
    'searched',
    'sections',
    'video-band',
    'voices',
  ]
    .map((name) => `broadsheet/${name}`)
    .concat(
      [
        'comment-edit-link',
        'comments-pagination-previous',
        'navigation-overlay-close',
        'page-list-item',
        'post-comment',
        'post-comments',
        'post-navigation-link',
        'query-no-results',
        'query-pagination-previous',
        'query-pagination',
        'query-title',
        'rss',
        'table-of-contents',
        'template-part',
        'comment-reply-link',
        'post-comments-link',
        'site-logo',
      ].map((name) => `core/${name}`),
    ),
);
/** Blocks that need a setting. */
const shownWithSettings = ['ad', 'autoload', 'background-ad', 'consent-link', 'more-articles']
  .map((name) => `broadsheet/${name}`)
  .concat(
    ['comments-pagination-next', 'comments-pagination-numbers', 'comments-pagination', 'site-tagline'].map(
      (name) => `core/${name}`,
    ),
  );

const paths = [
  '/',
  '/story-3/',
  '/a-page/',
  '/every-block/',
  '/category/science/',
  '/tag/moon/',
  '/author/ada-author/',
  '/2026/10/',
  '/2026/10/03/',
  '/type/video/',
  '/shop/',
  '/product/mug/',
  '/product/elsewhere/',
  '/product-category/mugs/',
  '/?s=mug&post_type=product',
  '/?s=story',
  '/?s=nothing-at-all',
  '/picture/',
  '/nowhere/',
  '/story-3/?relatedposts=1',
  '/story-3/embed/',
  '/feed/',
  '/story-3/feed/',
  '/comments/feed/',
  '/wp-sitemap.xml',
  '/wp-sitemap-posts-post-1.xml',
  '/wp-sitemap-users-1.xml',
  '/news-sitemap.xml',
  '/robots.txt',
  '/site.webmanifest',
  '/favicon.ico',
  '/apple-touch-icon.png',
  '/icon-192.png',
  '/ads.txt',
  '/app-ads.txt',
  '/broadsheet-push.js',
  ...adSlots.map(adFramePath),
];
const calls = [
  '!tdb_get_footer?postID=0',
  '!td_ajax_search?td_string=story',
  '!td_ajax_search?td_string=nothing-at-all',
  '!td_ajax_block?block_type=td_flex_block_1&td_current_page=2&td_atts={"limit":"3"}',
];

type NotedReply = Noted<RenderedReply>;

function settingsReadBy({ value: { tags }, reads }: NotedReply): ReadonlySet<string> {
  return new Set([
    ...reads,
    ...[...tags.keys()]
      .filter((tag) => tag.startsWith('setting:'))
      .map((tag) => tag.slice('setting:'.length)),
  ]);
}

/** The same page in a fresh process: our modules have nothing in memory. */
async function textOfStranger(database: Database, request: KeyedRequest): Promise<string> {
  vi.resetModules();
  const reloaded = {
    ...(await import('../harness/page-site.ts')),
    ...(await import('../harness/noted-render.ts')),
  };
  const stranger = reloaded.pageSite(database);
  const text = reloaded.textOf(await reloaded.renderNoted(stranger, request));
  await stranger.content.close();
  return text;
}

// One database is enough: all settings are read at once, and tags reach this process' caches directly.
onDatabase('sqlite', 'what pages read of the settings', (get) => {
  let mediaId = 0;
  let everyBlockId = 0;
  let ownCalls: readonly string[] = [];
  const cacheOf = (renderPage: (request: KeyedRequest) => Promise<RenderedReply>) =>
    createPageCache({
      maxBytes: 50_000_000,
      bus: get().bus,
      renderPage,
      isPersonal: () => false,
      onWarning: (message, error) => expect.fail(`${message} ${String(error)}`),
    });
  beforeAll(async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2026, 10, 20) }); // random lists depend on the clock
    mediaId = await get().write(async (tx) => {
      const termIds = [
        await makeTerm(tx, { name: 'Science', slug: 'science' }),
        await makeTerm(tx, { name: 'Moon', slug: 'moon', taxonomy: 'post_tag' }),
      ];
      const earth = await makeTerm(tx, { name: 'Earth', slug: 'earth', description: 'Ours.' });
      const picture = await makeMedia(tx, { slug: 'picture' });
      const authorId = await makeUser(tx, {
        displayName: 'Ada Author',
        bio: 'Writes.',
        links: ['https://social.example/@ada'],
      });
      for (let n = 1; n <= 12; n++) {
        const postId = await makePost(tx, {
          title: `Story ${n}`,
          slug: `story-${n}`,
          termIds: n > 8 ? [earth] : termIds,
          authorId,
          format: n > 10 ? 'video' : 'standard',
          featuredMediaId: picture,
          commentStatus: 'open',
          content: `<p>Words of story ${n}.</p>`,
          publishedAt: Date.UTC(2026, 9, n),
        });
        await makeComment(tx, { postId });
      }
      const pageId = await makePost(tx, { title: 'A page', slug: 'a-page', type: 'page' });
      const mugs = await makeTerm(tx, { name: 'Mugs', slug: 'mugs', taxonomy: 'product_cat' });
      await makePost(tx, {
        title: 'Mug',
        slug: 'mug',
        type: 'product',
        termIds: [mugs],
        content: '<p>Holds tea.</p>',
        meta: { _regular_price: ['20'], _product_image_gallery: [String(picture)] },
        featuredMediaId: picture,
      });
      await makePost(tx, {
        title: 'Sold elsewhere',
        slug: 'elsewhere',
        type: 'product',
        termIds: [await makeTerm(tx, { name: 'external', slug: 'external', taxonomy: 'product_type' })],
        meta: { _product_url: ['https://shop.example/'] },
      });
      await makePost(tx, { title: 'Below it', slug: 'below-it', type: 'page', parentId: pageId });
      everyBlockId = await makePost(tx, {
        title: 'Every block',
        slug: 'every-block',
        termIds,
        authorId,
        featuredMediaId: picture,
        commentStatus: 'open',
        excerpt: 'All of them.',
        publishedAt: Date.UTC(2026, 9, 13),
        content: everyBlock({
          'broadsheet/mega-page': { page_id: pageId },
          'broadsheet/mega-category': { category_id: String(termIds[0]) },
          'broadsheet/copy-code': { code: 'x = 1' },
          'core/block': { ref: await makePost(tx, { type: 'wp_block', slug: 'a-pattern' }) },
        }),
      });
      for (let n = 1; n <= 3; n++) await makeComment(tx, { postId: everyBlockId });
      ownCalls = [
        `!broadsheet_article?post_id=${everyBlockId}`,
        `!tdb_get_mm_cat?cat_mm_id=${termIds[0]}`,
        `!tdb_get_mm_page?pageId=${pageId}`,
      ];
      return picture;
    });
  });
  afterAll(() => void vi.useRealTimers());
  afterEach(() =>
    get()
      .write((tx) => saveSettings(tx, Object.fromEntries(describeSettings().map(({ key }) => [key, null]))))
      .then(() => undefined),
  );

  test.each([
    ['with the settings of a new site', () => ({})],
    ['with everything on that can be, and nothing left empty', () => ({ ...filled(mediaId), ...switchedOn })],
  ] satisfies [string, () => Readonly<Record<string, unknown>>][])(
    'is complete: changing any other setting leaves them unchanged, %s',
    async (_title, based: () => Readonly<Record<string, unknown>>) => {
      const base = based();
      const site = pageSite(get());
      await get().write((tx) => saveSettings(tx, base));
      const render = async (key: string) => {
        const noted = await renderNoted(site, describeKey(key, 'desktop'));
        return { text: textOf(noted), read: settingsReadBy(noted) };
      };
      let newest = '';
      const cache = cacheOf(async (request) => {
        const noted = await renderNoted(site, request);
        newest = textOf(noted);
        return take(noted);
      });
      const all = describeSettings().map(
        (one) => [one.key, otherValue(one, base[one.key] ?? one.default, mediaId)] as const,
      );
      expect(all.flatMap(([key, value]) => (value === undefined ? [key] : []))).toEqual([
        'push_mobile_location',
        'push_popup_type',
      ]);
      for (const path of ['/story-3/', '/a-page/']) await render(`${path}?relatedposts=1`); // otherwise they are ranked after a page
      const unlike: string[] = [];
      const absent: string[] = [];
      for (const key of [...paths, ...calls, ...ownCalls]) {
        await render(key);
        const request = describeKey(key, 'desktop');
        const { reply } = await cache.respond(request); // data cached by earlier pages counts as read, too
        const text = newest;
        if (!text.startsWith('200 ')) absent.push(key);
        const { read } = await render(key);
        const others = Object.fromEntries(
          all.filter(([name, value]) => value !== undefined && !read.has(name)),
        );
        await get().write((tx) => saveSettings(tx, others));
        if (reply.store && (await cache.respond(request)).reply !== reply)
          unlike.push(`${key} was dropped for a setting that it did not read`);
        const fresh = await textOfStranger(get(), request);
        if (fresh !== text) unlike.push(`${key} read ${read.size}: ${difference(text, fresh)}`);
        await get().write((tx) =>
          saveSettings(tx, Object.fromEntries(Object.keys(others).map((name) => [name, base[name] ?? null]))),
        );
      }
      // Everything missing without settings exists with all of them; there the icon and the service worker's address
      // differ.
      expect(absent).toEqual(
        Object.keys(base).length === 0
          ? ['/nowhere/', '/ads.txt', '/app-ads.txt', ...adSlots.map(adFramePath)]
          : ['/nowhere/', '/favicon.ico', '/apple-touch-icon.png', '/icon-192.png', '/broadsheet-push.js'],
      );
      expect(unlike).toEqual([]);
      cache.close();
      const page = await pageOf(site, everyBlockId);
      const whole = await site.begin(page);
      await renderDocument(await site.documents.post(present(page.post)), 'every-block', whole);
      expect(blockNames.filter((name) => !whole.blocks.has(name) && !silent.has(name))).toEqual(
        Object.keys(base).length === 0 ? shownWithSettings : [],
      );
    },
  );

  test('each of them invalidates the cached page, on desktops and phones; others don’t', async () => {
    const site = pageSite(get());
    const requests = [
      '/',
      '/story-3/',
      '/a-page/',
      '/every-block/',
      '/category/science/',
      '/?s=story',
      '/feed/',
      '!tdb_get_footer?postID=0',
    ].flatMap((key) => [
      describeKey(key, 'desktop'),
      ...(key === '/' || key === '/story-3/' ? [describeKey(key, 'phone')] : []),
    ]);
    const nameOf = ({ key, device }: Pick<KeyedRequest, 'key' | 'device'>) => `${key} ${device}`;
    await renderNoted(site, describeKey('/story-3/?relatedposts=1', 'desktop')); // otherwise they are ranked after a page
    for (const request of requests) await renderNoted(site, request); // data cached by earlier pages counts as read, too
    // Each request uses the settings of a new site: the cache gets the same render again and again.
    const rendered = new Map<string, NotedReply>();
    for (const request of requests) rendered.set(nameOf(request), await renderNoted(site, request));
    const readBy = new Map([...rendered].map(([name, noted]) => [name, settingsReadBy(noted)]));
    const renderPage = async (request: KeyedRequest) => take(present(rendered.get(nameOf(request))));
    const cache = cacheOf(renderPage);
    const wrong: string[] = [];
    const seen = { dropped: 0, cached: 0 };
    for (const one of describeSettings()) {
      const value = otherValue(one, one.default, mediaId);
      if (value === undefined) continue;
      const before = [];
      for (const request of requests) before.push((await cache.respond(request)).reply);
      const expected = before.map(({ requestKey, device }) =>
        readBy.get(nameOf({ key: requestKey, device }))?.has(one.key),
      );
      await get().write((tx) => saveSettings(tx, { [one.key]: value }));
      for (const [place, request] of requests.entries()) {
        const isDropped = (await cache.respond(request)).reply !== before[place];
        seen[isDropped ? 'dropped' : 'cached']++;
        if (isDropped !== expected[place])
          wrong.push(`${one.key}: ${request.key} (${request.device}) ${isDropped ? 'dropped' : 'cached'}`);
      }
      await get().write((tx) => saveSettings(tx, { [one.key]: null }));
    }
    expect(wrong).toEqual([]);
    expect(Math.min(seen.dropped, seen.cached)).toBeGreaterThan(200);
    cache.close();
  });
});

/** The first place where two texts differ. */
function difference(one: string, other: string): string {
  const at = [...one].findIndex((letter, place) => letter !== other[place]);
  return `${one.slice(Math.max(0, at - 60), at + 60)} / ${other.slice(Math.max(0, at - 60), at + 60)}`;
}
