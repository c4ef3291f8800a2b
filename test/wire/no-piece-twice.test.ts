import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { TestDatabase } from '../harness/databases.ts';
import { makeDemoDatabase } from '../harness/demo-site.ts';
import { drawn } from '../harness/drawn.ts';
import { letPass } from '../harness/let-pass.ts';
import { rankRelated, rawRequest, serveSite } from '../harness/served-site.ts';
import type { ServedSite } from '../harness/served-site.ts';

/** The start of a list, or a link to a post in it. */
const cards = new RegExp(
  [
    '<section class="(post-list[^"]*)"',
    '<nav class="(post-neighbours)',
    'id="(jp-relatedposts)"',
    '<section class="(post-comments)',
    'class="card-title"><a href="([^"]*)"',
    'class="jp-relatedposts-post-title"[^>]*><a [^>]*href="([^"]*)"',
    '<a [^>]*rel="(?:prev|next)"[^>]*>',
  ].join('|'),
  'g',
);
const random = /\btrending\b/;

/** Post paths in each list of an article, by the list's classes: below the text, in the sidebar, and at the end. */
function listsOf(html: string): Map<string, string[]> {
  const lists = new Map<string, string[]>();
  let at = '';
  for (const [whole, list, neighbours, related, comments, card, relatedCard] of html
    .slice(html.indexOf('<main'), html.indexOf('</main>'))
    .matchAll(cards)) {
    const begins = list ?? neighbours ?? related ?? comments;
    const href =
      card ?? relatedCard ?? (at === 'post-neighbours' ? /href="([^"]*)"/.exec(whole)?.[1] : undefined);
    if (begins !== undefined) at = begins;
    else if (href !== undefined)
      lists.set(at, [...new Set([...(lists.get(at) ?? []), new URL(href, 'http://site.test').pathname])]);
  }
  return lists;
}

/** Posts linked by more than one list, with these lists. */
function repeats(lists: ReadonlyMap<string, readonly string[]>): string[] {
  const places = new Map<string, string[]>();
  for (const [list, paths] of lists)
    for (const path of paths) places.set(path, [...(places.get(path) ?? []), list]);
  return [...places]
    .filter(([, found]) => found.length > 1)
    .map(([path, found]) => `${path} is in ${found.join(' and ')}`);
}

/** Lists of the demo's articles, some of which have their own templates. */
describe('no post appears twice among related posts, neighbours, and the lists around an article', () => {
  let place: TestDatabase;
  let site: ServedSite;
  let slugs: readonly string[] = [];

  /** The article as a browser shows it after fetching missing related posts. */
  const open = async (slug: string) => {
    const { body: html } = await rawRequest(site.url, `/${slug}/`);
    const lists = listsOf(html);
    const [, attributes] = /<div id="jp-relatedposts"([^>]*)>/.exec(html) ?? [];
    const isLate = attributes?.includes(' hidden') ?? false;
    if (!isLate) return { lists, isLate };
    const exclude = /data-exclude="([^"]*)"/.exec(attributes ?? '')?.[1] ?? '';
    const reply = await rawRequest(site.url, `/${slug}/?relatedposts=1&relatedposts_exclude=${exclude}`);
    const { items } = JSON.parse(reply.body) as { readonly items: readonly { readonly url: string }[] };
    return {
      lists: lists.set(
        'jp-relatedposts',
        items.map(({ url }) => new URL(url).pathname),
      ),
      isLate,
    };
  };
  const openAll = async () => {
    const opened: (Awaited<ReturnType<typeof open>> & { readonly slug: string })[] = [];
    for (const slug of slugs) opened.push({ slug, ...(await open(slug)) });
    return opened;
  };
  /** Random posts are drawn by each browser: they exclude the page's posts, and can't know later ones. */
  const faults = (opened: Awaited<ReturnType<typeof openAll>>) =>
    opened.flatMap(({ slug, lists, isLate }) =>
      repeats(isLate ? new Map([...lists].filter(([list]) => !random.test(list))) : lists).map(
        (fault) => `${slug}: ${fault}`,
      ),
    );

  beforeAll(async () => {
    place = await makeDemoDatabase();
  });
  afterAll(() => place.drop());
  // Each with empty memory.
  beforeEach(async () => {
    site = await serveSite(place);
    const posts = await site.database.read
      .selectFrom('post')
      .select('slug')
      .where('type', '=', 'post')
      .where('status', '=', 'publish')
      .execute();
    expect(posts.length).toBeGreaterThan(60);
    slugs = drawn('articles of the demo', posts, 3).map(({ slug }) => slug);
  });
  afterEach(() => site.close());

  test('for the first reader of each', async () => {
    const opened = await openAll();
    expect(opened.filter(({ lists }) => lists.size < 3).map(({ slug }) => slug)).toEqual([]);
    expect(faults(opened)).toEqual([]);
  });

  test('once their related posts are known', async () => {
    await rankRelated(site, ...slugs);
    const opened = await openAll();
    expect(
      opened
        .filter(({ lists, isLate }) => isLate || lists.get('jp-relatedposts')?.length !== 3)
        .map(({ slug }) => slug),
    ).toEqual([]);
    expect(faults(opened)).toEqual([]);
  });

  test('a page waits briefly for a ranking that is not cached yet', async () => {
    await site.database.write((tx) => tx.db.deleteFrom('post_related').execute());
    const { search } = site.app.content;
    const rank = search.rankRelated.bind(search);
    const slow = vi.spyOn(search, 'rankRelated').mockImplementation(async (id) => {
      await letPass(60);
      return rank(id);
    });
    let waited = false;
    // On a busy machine one may take longer.
    for (const slug of slugs) waited ||= !(await open(slug)).isLate;
    slow.mockRestore();
    expect(waited).toBe(true);
  });

  test('[REL-04] [REL-05] if no page gets its related posts in time', async () => {
    const { related } = site.app.content;
    const find = related.find.bind(related);
    const late = vi
      .spyOn(related, 'find')
      .mockImplementation((post, waitMs) => (waitMs === undefined ? find(post) : Promise.resolve(undefined)));
    const opened = await openAll();
    late.mockRestore();
    expect(
      opened
        .filter(({ lists, isLate }) => !isLate || lists.get('jp-relatedposts')?.length !== 3)
        .map(({ slug }) => slug),
    ).toEqual([]);
    expect(faults(opened)).toEqual([]);
  });
});
