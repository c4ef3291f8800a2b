import type { Comment } from '../modules/comments/model.ts';
import { findComments, findThreads } from '../modules/comments/reader.ts';
import type { ReadingOrder, ThreadPage } from '../modules/comments/reader.ts';
import type { Content } from '../modules/content/content.ts';
import { findAttachedTo } from '../modules/media/attached.ts';
import type { AttachedOrder } from '../modules/media/attached.ts';
import { findPictures } from '../modules/media/reader.ts';
import { findPostPaths } from '../modules/posts/addresses.ts';
import { findThoseWithPages } from '../modules/posts/authors.ts';
import { findTemplateParts } from '../modules/posts/navigation.ts';
import type { TemplatePart } from '../modules/posts/navigation.ts';
import { countFilteredOfEach, listFilteredIdsOfEach } from '../modules/posts/list-filtered.ts';
import type { FilteredQuery, PostFilter } from '../modules/posts/post-filter.ts';
import { listWindowIdsOfEach } from '../modules/posts/list-window.ts';
import type { WindowQuery } from '../modules/posts/list-window.ts';
import { findDatesAround, findSpansWithArticles } from '../modules/posts/periods.ts';
import type { DatesAround, Span } from '../modules/posts/periods.ts';
import { findSummaries } from '../modules/posts/reader.ts';
import type { PostSummary } from '../modules/posts/model.ts';
import { findProducts } from '../modules/shop/store.ts';
import { chainOf } from '../modules/terms/model.ts';
import type { Term } from '../modules/terms/model.ts';
import { batch } from '../lib/batch.ts';

/** Loaders that join requests of concurrently loading blocks into one query each. */
export interface AskedTogether {
  users: Content['users']['byIds'];
  /** Users with an author page. */
  withPages(userIds: readonly number[]): Promise<Map<number, true>>;
  summaries(ids: readonly number[]): Promise<Map<number, PostSummary>>;
  comments(ids: readonly number[]): Promise<Map<number, Comment>>;
  thread(postId: number, order: ReadingOrder, page: number): Promise<ThreadPage | undefined>;
  attachedPictures(postId: number, order: AttachedOrder): Promise<readonly number[]>;
  pictures(ids: readonly number[]): ReturnType<typeof findPictures>;
  products(ids: readonly number[]): ReturnType<typeof findProducts>;
  templateParts(slug: string): Promise<readonly TemplatePart[]>;
  listed(query: FilteredQuery): Promise<readonly number[]>;
  /** The same for orders without an index (`listWindow`). */
  inWindow(query: WindowQuery): Promise<readonly number[]>;
  /** Posts with their paths. */
  postPaths(
    ids: readonly number[],
  ): Promise<Map<number, { readonly post: PostSummary; readonly path: string }>>;
  /** Terms, each after every term above it. */
  termChains(ids: readonly number[]): Promise<Map<number, readonly Term[]>>;
  /** How many posts a list has. */
  counted(filter: PostFilter): Promise<number>;
  /** Indexes of spans with articles, and the publication dates nearest before and after all spans. */
  calendar(
    spans: readonly Span[],
  ): Promise<{ readonly found: ReadonlySet<number>; readonly around: DatesAround }>;
}

/** Joins what the blocks of a site's pages ask in the same turn of the event loop. One per site: it takes 3 KB. */
export function askTogether(content: Content): AskedTogether {
  const {
    database: { read },
  } = content;
  const threads = ofOneKind<{ postId: number; page: number }, ReadingOrder, ThreadPage>((asked, order) =>
    findThreads(read, asked, order),
  );
  const attached = ofOneKind<number, AttachedOrder, readonly number[]>(async (postIds, order) => {
    const found = await findAttachedTo(read, postIds, 'image', order);
    return postIds.map((id) => found.get(id) ?? []);
  });
  const listed = ofOneKind<FilteredQuery, 'lists', readonly number[]>((queries) =>
    listFilteredIdsOfEach(read, queries),
  );
  const inWindow = ofOneKind<WindowQuery, 'lists', readonly number[]>((queries) =>
    listWindowIdsOfEach(read, queries),
  );
  const counted = ofOneKind<PostFilter, 'counts', number>((filters) => countFilteredOfEach(read, filters));
  const templateParts = batch((slugs: readonly string[]) => findTemplateParts(read, slugs));
  const spansWith = batch(async (keys: readonly string[]) => {
    const found = await findSpansWithArticles(read, keys.map(spanOf));
    return new Map(keys.flatMap((key, place) => (found.has(place) ? [[key, true] as const] : [])));
  });
  const around = batch(async (keys: readonly string[]) => {
    const found = await findDatesAround(read, keys.map(spanOf));
    return new Map(keys.map((key, place) => [key, found[place] ?? nowhere]));
  });
  return {
    users: batch((ids: readonly number[]) => content.users.byIds(ids)),
    withPages: batch(async (ids) => new Map((await findThoseWithPages(read, ids)).map((id) => [id, true]))),
    summaries: batch((ids) => findSummaries(read, ids)),
    comments: batch((ids) => findComments(read, ids)),
    thread: (postId, order, page) => threads({ postId, page }, order),
    attachedPictures: async (postId, order) => (await attached(postId, order)) ?? [],
    pictures: batch((ids) => findPictures(content, ids)),
    products: batch((ids) => findProducts(read, ids)),
    templateParts: async (slug) => (await templateParts([slug])).get(slug) ?? [],
    postPaths: batch(async (ids) => {
      const { permalink_structure: structure } = await content.settings.current();
      const posts = [...(await findSummaries(read, ids)).values()];
      const paths = await findPostPaths(read, posts, structure);
      return new Map(posts.map((post) => [post.id, { post, path: paths.get(post.id) ?? '/' }]));
    }),
    termChains: batch(async (ids) => {
      const terms = await content.terms.withAncestors(ids);
      return new Map(
        ids.flatMap((id) => {
          const term = terms.get(id);
          return term ? [[id, chainOf(term, terms)] as const] : [];
        }),
      );
    }),
    listed: async (query) => (await listed(query, 'lists')) ?? [],
    inWindow: async (query) => (await inWindow(query, 'lists')) ?? [],
    counted: async (filter) => (await counted(filter, 'counts')) ?? 0,
    calendar: async (spans) => {
      const keys = spans.map(({ from, to }) => `${from} ${to}`);
      const whole = `${spans[0]?.from ?? 0} ${spans.at(-1)?.to ?? 0}`;
      const [found, dates] = await Promise.all([spansWith(keys), around([whole])]);
      return {
        found: new Set(keys.flatMap((key, place) => (found.has(key) ? [place] : []))),
        around: dates.get(whole) ?? nowhere,
      };
    },
  };
}

const nowhere: DatesAround = { before: undefined, after: undefined };

function spanOf(key: string): Span {
  const [from = 0, to = 0] = key.split(' ').map(Number);
  return { from, to };
}

/** Joins requests with equal settings. Requests and settings are plain values. */
function ofOneKind<Asked, Kind, Answer>(
  load: (requests: readonly Asked[], kind: Kind) => Promise<readonly Answer[]>,
) {
  const ask = batch(async (keys: readonly string[]) => {
    const answers = new Map<string, Answer>();
    const read = keys.map((key) => ({ key, ...(JSON.parse(key) as { kind: Kind; asked: Asked }) }));
    for (const alike of Map.groupBy(read, ({ kind }) => JSON.stringify(kind)).values()) {
      const kind = alike[0]?.kind;
      if (kind === undefined) continue;
      for (const [place, answer] of (
        await load(
          alike.map(({ asked }) => asked),
          kind,
        )
      ).entries())
        answers.set(alike[place]?.key ?? '', answer);
    }
    return answers;
  });
  return async (requested: Asked, kind: Kind): Promise<Answer | undefined> => {
    const key = JSON.stringify({ kind, asked: requested });
    return (await ask([key])).get(key);
  };
}
