import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { describeSettings } from '../../src/content/settings/describe.ts';
import type { SettingDescription } from '../../src/content/settings/describe.ts';
import { findDefinition } from '../../src/content/settings/settings.ts';
import { saveSettings } from '../../src/content/settings/writer.ts';
import { createPageCache } from '../../src/http/cache/page-cache.ts';
import type { RenderedReply } from '../../src/http/cache/rendered-reply.ts';
import { describeKey } from '../../src/http/cache/request-key.ts';
import type { KeyedRequest } from '../../src/http/cache/request-key.ts';
import { renderPageRequest } from '../../src/http/reader/render-page-request.ts';
import { renderCall } from '../../src/http/wp/ajax/admin-ajax-route.ts';
import { noteReads, take } from '../../src/lib/noted-reads.ts';
import type { Noted } from '../../src/lib/noted-reads.ts';
import { wholeText } from '../../src/lib/text-around.ts';
import { onDatabase } from '../harness/databases.ts';
import { makeComment, makeMedia, makePost, makeTerm, makeUser } from '../harness/factories.ts';
import { testSigner } from '../harness/load-context.ts';
import { pageSite } from '../harness/page-site.ts';
import type { PageSite } from '../harness/page-site.ts';
import { present } from '../harness/present.ts';

/** A value that the setting accepts and has not now; undefined where there is only one. */
function otherValue({ key, schema }: SettingDescription, now: unknown, mediaId: number): unknown {
  const accepts = (value: unknown) => JSON.stringify(value) !== JSON.stringify(now) && findDefinition(key)?.schema.safeParse(value).success;
  const named = [schema, ...(schema.anyOf ?? [])].flatMap((part) => (typeof part === 'object' ? [...(part.enum ?? []), part.const] : []));
  const candidates = [
    !now, ...(typeof now === 'number' ? [mediaId, now + 1, now - 1] : []), ...named.filter((value) => value !== undefined), 'Other words', '#123456',
    'https://other.example/a.js', 'https://other.example', '/other.js',
    'Europe/Berlin', 'de-DE', '300x250', '320x50', 'other@example.test', '@other', 'https://other.example/api/token',
    ...[5, 7, 12, 14].map((count) => Array.from({ length: count }, (_, n) => `Word ${n}`).join(', ')), 'other', 'F j', ['other'], ['https://other.example'],
    ['https://other.example/x'], [named[0]], ...(Array.isArray(now) ? [now.slice(1)] : []), 12, 100, {},
  ];
  return candidates.find(accepts);
}

const paths = [
  '/', '/story-3/', '/a-page/', '/category/science/', '/tag/moon/', '/author/ada-author/', '/2026/10/', '/?s=story', '/?s=nothing-at-all', '/picture/',
  '/nowhere/', '/story-3/?relatedposts=1', '/story-3/embed/', '/feed/', '/story-3/feed/',
  '/wp-sitemap.xml', '/wp-sitemap-posts-post-1.xml', '/news-sitemap.xml', '/robots.txt', '/site.webmanifest', '/favicon.ico',
];
const calls = ['!tdb_get_footer?postID=0', '!td_ajax_search?td_string=story', '!td_ajax_search?td_string=nothing-at-all'];

type NotedReply = Noted<RenderedReply>;

function renderNoted(site: PageSite, request: KeyedRequest): Promise<NotedReply> {
  return noteReads(async () => {
    const answer = request.action === undefined ? await renderPageRequest(site, testSigner, request) : await renderCall(site, testSigner, request);
    return 'shareKey' in answer ? answer.render() : answer;
  });
}

function settingsReadBy({ value: { tags }, reads }: NotedReply): ReadonlySet<string> {
  return new Set([...reads, ...[...tags.keys()].filter((tag) => tag.startsWith('setting:')).map((tag) => tag.slice('setting:'.length))]);
}

onDatabase('sqlite', 'what pages read of the settings', (get) => {
  let mediaId = 0;
  beforeAll(async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2026, 10, 20) }); // random lists are drawn by the clock
    mediaId = await get().write(async (tx) => {
      const termIds = [await makeTerm(tx, { name: 'Science', slug: 'science' }), await makeTerm(tx, { name: 'Moon', slug: 'moon', taxonomy: 'post_tag' })];
      const picture = await makeMedia(tx, { slug: 'picture' });
      const authorId = await makeUser(tx, { displayName: 'Ada Author' });
      for (let n = 1; n <= 12; n++) {
        const postId = await makePost(tx, {
          title: `Story ${n}`, slug: `story-${n}`, termIds, authorId, featuredMediaId: picture, commentStatus: 'open', content: `<p>Words of story ${n}.</p>`,
          publishedAt: Date.UTC(2026, 9, n),
        });
        await makeComment(tx, { postId });
      }
      await makePost(tx, { title: 'A page', slug: 'a-page', type: 'page' });
      return picture;
    });
  });
  afterAll(() => void vi.useRealTimers());
  afterEach(() => get().write((tx) => saveSettings(tx, Object.fromEntries(describeSettings().map(({ key }) => [key, null])))).then(() => undefined));

  test.each([
    ['with the settings of a new site', {}],
    ['with everything on that can be', Object.fromEntries(describeSettings().filter(({ default: value }) => value === false).map(({ key }) => [key, true]))],
  ] satisfies [string, Readonly<Record<string, unknown>>][])('is all that they hang on: whatever other settings are changed, '
    + 'they stay what they are, %s', async (_title, base: Readonly<Record<string, unknown>>) => {
    const site = pageSite(get());
    await get().write((tx) => saveSettings(tx, base));
    const render = async (key: string) => {
      const noted = await renderNoted(site, describeKey(key, 'desktop'));
      const { status, headers, body } = noted.value;
      const text = typeof body === 'string' || Buffer.isBuffer(body) ? body.toString() : wholeText(body);
      return { text: `${status} ${JSON.stringify(headers)} ${text}`, read: settingsReadBy(noted) };
    };
    const all = describeSettings().map((one) => [one.key, otherValue(one, base[one.key] ?? one.default, mediaId)] as const);
    expect(all.flatMap(([key, value]) => (value === undefined ? [key] : []))).toEqual(['push_mobile_location', 'push_popup_type']);
    for (const path of ['/story-3/', '/a-page/']) await render(`${path}?relatedposts=1`); // they come after a page, else
    const unlike: string[] = [];
    for (const key of [...paths, ...calls]) {
      await render(key);
      const { text, read } = await render(key); // what earlier pages left in memory counts as read, too
      const others = Object.fromEntries(all.filter(([name, value]) => value !== undefined && !read.has(name)));
      await get().write((tx) => saveSettings(tx, others));
      const fresh = (await render(key)).text;
      if (fresh !== text) unlike.push(`${key} read ${read.size}: ${difference(text, fresh)}`);
      await get().write((tx) => saveSettings(tx, Object.fromEntries(Object.keys(others).map((name) => [name, base[name] ?? null]))));
    }
    expect(unlike).toEqual([]);
  });

  test('each of them drops what is kept of a page, on desktops and phones; no other one does', async () => {
    const site = pageSite(get());
    const requests = ['/', '/story-3/', '/a-page/', '/category/science/', '/?s=story', '/feed/', '!tdb_get_footer?postID=0']
      .flatMap((key) => [describeKey(key, 'desktop'), ...(key === '/' || key === '/story-3/' ? [describeKey(key, 'phone')] : [])]);
    const nameOf = ({ key, device }: Pick<KeyedRequest, 'key' | 'device'>) => `${key} ${device}`;
    await renderNoted(site, describeKey('/story-3/?relatedposts=1', 'desktop')); // they come after a page, else
    for (const request of requests) await renderNoted(site, request); // what earlier pages left in memory counts as read, too
    // Each time that a page is asked for, its settings are those of a new site: the cache gets the same render again and again.
    const rendered = new Map<string, NotedReply>();
    for (const request of requests) rendered.set(nameOf(request), await renderNoted(site, request));
    const readBy = new Map([...rendered].map(([name, noted]) => [name, settingsReadBy(noted)]));
    const renderPage = async (request: KeyedRequest) => take(present(rendered.get(nameOf(request))));
    const cache = createPageCache({
      maxBytes: 50_000_000, bus: get().bus, renderPage, isPersonal: () => false, onWarning: (message, error) => expect.fail(`${message} ${String(error)}`),
    });
    const wrong: string[] = [];
    const seen = { dropped: 0, kept: 0 };
    for (const one of describeSettings()) {
      const value = otherValue(one, one.default, mediaId);
      if (value === undefined) continue;
      const before = [];
      for (const request of requests) before.push((await cache.respond(request)).reply);
      const expected = before.map(({ requestKey, device }) => readBy.get(nameOf({ key: requestKey, device }))?.has(one.key));
      await get().write((tx) => saveSettings(tx, { [one.key]: value }));
      for (const [place, request] of requests.entries()) {
        const isDropped = (await cache.respond(request)).reply !== before[place];
        seen[isDropped ? 'dropped' : 'kept']++;
        if (isDropped !== expected[place]) wrong.push(`${one.key}: ${request.key} (${request.device}) ${isDropped ? 'dropped' : 'kept'}`);
      }
      await get().write((tx) => saveSettings(tx, { [one.key]: null }));
    }
    expect(wrong).toEqual([]);
    expect(Math.min(seen.dropped, seen.kept)).toBeGreaterThan(200);
    cache.close();
  });
});

/** The first place where two texts differ. */
function difference(one: string, other: string): string {
  const at = [...one].findIndex((letter, place) => letter !== other[place]);
  return `${one.slice(Math.max(0, at - 60), at + 60)} / ${other.slice(Math.max(0, at - 60), at + 60)}`;
}
