import { counterKey } from '../../modules/types/counters.ts';
import { listWindow, listPostsOfAny, listRandomIds } from '../../modules/posts/list-window.ts';
import type { WindowOrder } from '../../modules/posts/list-window.ts';
import { countListedPosts, listPostIds } from '../../modules/posts/list.ts';
import { isListed, isPublic } from '../../modules/posts/policy.ts';
import { findSummaries, findPostTermIds } from '../../modules/posts/reader.ts';
import { articleType, sectionTaxonomy, tagTaxonomy } from '../../modules/types/names.ts';
import { listReadThisWeek } from '../../modules/views/store.ts';
import { rankedCategories, countsAge } from '../front-lists.server.ts';
import type { LoadContext } from '../load-context.ts';
import { parseIds } from '../setting-types.ts';
import type { ListSort, PostListSettings } from './settings.ts';
import { categoryOf } from '../../modules/cards/cards.ts';
import { findTermBySlug } from '../../modules/terms/reader.ts';
import { chainOf } from '../../modules/terms/model.ts';
import { positive } from '../../lib/numbers.ts';
import { listSorts } from './settings.ts';

/** Ids of one page, and the number of posts in the whole list. */
export interface FoundPosts {
  readonly ids: readonly number[];
  readonly found: number;
}

export interface ListPlace {
  /** 1 is the first. */
  readonly page: number;
  readonly seed: number;
  readonly filter: string;
}

/** End of all lists: a later page would cost as much as all before it, for no readers. */
export const deepestPost = 10_000;

type Order = Exclude<WindowOrder, object | 'title' | 'title-down'>;
const orders: Readonly<Partial<Record<ListSort, Order>>> = {
  oldest_posts: 'oldest',
  modified_date: 'modified',
  comment_count: 'comments',
  popular: 'views',
};

export async function findPosts(
  settings: PostListSettings,
  context: LoadContext,
  { page, seed, filter }: ListPlace,
  excluded: readonly number[] = [],
): Promise<FoundPosts> {
  const ids = parseIds(settings.post_ids);
  const wanted = ids.filter((id) => id > 0);
  const offset = settings.offset + (page - 1) * settings.limit;
  if (offset > deepestPost)
    return {
      ids: [],
      found: page > 1 ? (await findPosts(settings, context, { page: 1, seed, filter }, excluded)).found : 0,
    };
  const scope = await findScope(settings, context, filter, [
    ...ids.filter((id) => id < 0).map((id) => -id),
    ...excluded,
  ]);
  if (wanted.length > 0)
    return findChosen(
      wanted.filter((id) => !scope.excludeIds.includes(id)),
      settings,
      context,
      offset,
    );
  if (settings.category_rank > 0 && settings.post_type === '' && scope.sort === '' && filter === '') {
    const { postIds = [] } = (await rankedCategories(context))[settings.category_rank - 1] ?? {};
    const listed = postIds.filter((id) => !scope.excludeIds.includes(id));
    return {
      ids: listed.slice(offset, offset + settings.limit),
      found: Math.max(0, listed.length - settings.offset),
    };
  }
  if (scope.termGroups.some((group) => group.length === 0) || scope.nobody) return { ids: [], found: 0 };
  tagScope(scope, context);
  const isByAnswers = scope.sort === 'comment_count' || settings.discussed_only;
  if (scope.sort === 'popular' || scope.sort === 'popular7' || isByAnswers) context.expireIn(countsAge);
  const { shown, total } = await findListed(settings, scope, context, offset, seed);
  return { ids: shown, found: Math.max(0, Math.min(total, deepestPost) - settings.offset) };
}

async function findListed(
  settings: PostListSettings,
  scope: Scope,
  context: LoadContext,
  offset: number,
  seed: number,
): Promise<{ shown: number[]; total: number }> {
  const { read } = context.content.database;
  const {
    type,
    termGroups: [group, ...further],
    authorIds,
    excludeIds,
    sort,
  } = scope;
  const window = { type, limit: settings.limit, offset, excludeIds };
  if (sort === 'popular7') return findPopularOfWeek(settings, scope, context, offset);
  const order = orders[sort] ?? 'newest';
  const byDate = order === 'newest' || order === 'oldest';
  const conditions = settings.discussed_only || settings.viewed_only;
  const author = authorIds?.length === 1 ? authorIds[0] : undefined;
  // Uses an index where one covers the query, and the maintained counters for totals.
  const whole = !group && !authorIds;
  if (whole && sort === 'random_posts')
    return counted(await listRandomIds(read, { seed, ...window }), {}, settings, scope, context, offset);
  if (sort !== 'random_posts' && sort !== 'alphabetical_order') {
    const { discussed_only: discussedOnly, viewed_only: viewedOnly } = settings;
    if (whole && !(conditions && settings.ajax_pagination !== '')) {
      return counted(
        await listPostIds(read, { order, discussedOnly, viewedOnly, ...window }),
        {},
        settings,
        scope,
        context,
        offset,
      );
    }
    const termId = group?.length === 1 ? group[0] : undefined;
    // Counters only account for one excluded post, the current one, which is certainly in the list; with more, the
    // query counts.
    const countable = settings.ajax_pagination === '' || excludeIds.length <= 1;
    if (
      countable &&
      byDate &&
      !conditions &&
      further.length === 0 &&
      (termId === undefined ? author !== undefined && !group : !authorIds)
    ) {
      return counted(
        await listPostIds(read, { termId, authorId: author, order, ...window }),
        { termId, authorId: author },
        settings,
        scope,
        context,
        offset,
      );
    }
    if (order === 'newest' && !conditions && further.length === 0 && group && !authorIds) {
      const { ids, total } = await listPostsOfAny(read, { termIds: group, ...window });
      return { shown: ids, total };
    }
  }
  const windowOrder: WindowOrder =
    sort === 'random_posts' ? { seed } : sort === 'alphabetical_order' ? 'title' : order;
  const { ids, total } = await listWindow(read, {
    ...scope,
    discussedOnly: settings.discussed_only,
    viewedOnly: settings.viewed_only,
    order: windowOrder,
    ...window,
  });
  return { shown: ids, total };
}

/** Adds the list's total if it has pages. Subtracts excluded posts as if all were in the list, which is true for the usual one, the current post. */
async function counted(
  shown: number[],
  query: { readonly termId?: number | undefined; readonly authorId?: number | undefined },
  settings: PostListSettings,
  { type, excludeIds }: Scope,
  context: LoadContext,
  offset: number,
): Promise<{ shown: number[]; total: number }> {
  if (settings.ajax_pagination === '') return { shown, total: offset + shown.length };
  const total = await countPosts({ ...query, type }, context);
  return {
    shown,
    total:
      shown.length === 0
        ? total - excludeIds.length
        : Math.max(offset + shown.length, total - excludeIds.length),
  };
}

/** Number of posts of a type (default: articles), optionally of a term or an author; cached for all lists. */
export function countPosts(
  query: {
    readonly type?: string;
    readonly termId?: number | undefined;
    readonly authorId?: number | undefined;
  },
  context: LoadContext,
): Promise<number> {
  return context.cache(`count ${counterKey(query)}`, (inner) => {
    tagScope(
      {
        type: query.type ?? articleType,
        termGroups: query.termId === undefined ? [] : [[query.termId]],
        authorIds: query.authorId === undefined ? undefined : [query.authorId],
      },
      inner,
    );
    return countListedPosts(inner.content.database.read, query);
  });
}

/** The most read of the last seven days: one cached query for all lists, then filtered by what this list may show. */
async function findPopularOfWeek(
  { limit }: PostListSettings,
  scope: Scope,
  context: LoadContext,
  offset: number,
): Promise<{ shown: number[]; total: number }> {
  const read = await context.cache('read this week', (inner) => {
    inner.expireIn(countsAge);
    return listReadThisWeek(inner.content.database.read, inner.now);
  });
  const { ids } = await listWindow(context.content.database.read, {
    ...scope,
    ids: read,
    order: 'newest',
    limit: read.length,
  });
  const found = new Set(ids);
  const listed = read.filter((id) => found.has(id));
  return { shown: listed.slice(offset, offset + limit), total: listed.length };
}

/** Given posts in their own order, without those that are not listed. */
async function findChosen(
  wanted: readonly number[],
  settings: PostListSettings,
  context: LoadContext,
  offset: number,
): Promise<FoundPosts> {
  for (const id of wanted) context.tag(`post:${id}`);
  const posts = await findSummaries(context.content.database.read, wanted);
  const listed = wanted.filter((id) => {
    const post = posts.get(id);
    return post !== undefined && isListed(post);
  });
  return {
    ids: listed.slice(offset, offset + settings.limit),
    found: Math.max(0, listed.length - settings.offset),
  };
}

function tagScope(
  { type, termGroups, authorIds }: Pick<Scope, 'type' | 'termGroups' | 'authorIds'>,
  context: LoadContext,
): void {
  for (const id of termGroups.flat()) context.tag(`list:term:${id}`, 'secondary');
  for (const id of authorIds ?? []) context.tag(`list:author:${id}`, 'secondary');
  if (termGroups.length === 0 && authorIds === undefined) context.tag(`list:${type}`, 'secondary');
}

interface Scope {
  readonly type: string;
  /** A post has a term of each group; an empty group matches nothing. */
  readonly termGroups: readonly (readonly number[])[];
  readonly authorIds: readonly number[] | undefined;
  /** The requested author does not exist. */
  readonly nobody: boolean;
  readonly excludeIds: readonly number[];
  readonly sort: ListSort;
}

/** Limit per group; more would make queries too long. */
const maxTerms = 8;

/** Resolves a list's settings. `filter`: the selected filter entry; `excluded`: posts to leave out. */
async function findScope(
  settings: PostListSettings,
  context: LoadContext,
  filter: string,
  excluded: readonly number[],
): Promise<Scope> {
  const { live_filter: live, td_ajax_filter_type: filterType } = settings;
  const { postId, authorId: liveAuthor } = livePost(settings, context);
  const chosenCategory = filterType === 'td_category_ids_filter' ? positive(filter) : undefined;
  const categories =
    chosenCategory === undefined
      ? parseIds(settings.category_id, maxTerms).filter((id) => id > 0)
      : [chosenCategory];
  const tagSlugs = [settings.tag_slug, filterType === 'td_tag_slug_filter' ? filter : ''].filter(
    (slug) => slug !== '',
  );
  const groups: (readonly number[])[] = categories.length > 0 ? [categories] : [];
  if (categories.length === 0 && (live === 'cur_post_same_categories' || live === 'cur_post_same_tags')) {
    groups.push(
      await termsOfPost(postId, live === 'cur_post_same_tags' ? tagTaxonomy : sectionTaxonomy, context),
    );
  }
  if (categories.length === 0 && live === 'cur_post_section')
    groups.push(await sectionOfPost(postId, context));
  for (const slug of tagSlugs) {
    context.tag(`terms:${tagTaxonomy}`);
    const tag = await findTermBySlug(context.content.database.read, tagTaxonomy, slug);
    groups.push(tag ? [tag.id] : []);
  }
  const chosenAuthor = filterType === 'td_author_ids_filter' ? positive(filter) : undefined;
  const authorId = chosenAuthor ?? (settings.author_id || (live === 'cur_post_same_author' ? liveAuthor : 0));
  const chosenSort =
    filterType === 'td_popularity_filter_fa'
      ? listSorts.find((sort) => sort !== '' && sort === filter)
      : undefined;
  return {
    type: settings.post_type || articleType,
    termGroups: groups,
    authorIds: authorId > 0 ? [authorId] : undefined,
    nobody: live === 'cur_post_same_author' && authorId === 0,
    excludeIds: live !== '' && postId > 0 ? [...new Set([...excluded, postId])] : excluded,
    sort: chosenSort ?? settings.sort,
  };
}

/** The current post of lists that depend on it; named in the settings, since AJAX calls don't have the page. */
export function livePost(
  settings: PostListSettings,
  context: LoadContext,
): { readonly postId: number; readonly authorId: number } {
  if (settings.live_filter === '') return { postId: 0, authorId: 0 };
  const { live_filter_cur_post_id: postId, live_filter_cur_post_author: authorId } = settings;
  return {
    postId: postId || context.page.post?.id || 0,
    authorId: authorId || context.page.post?.authorIds[0] || 0,
  };
}

/** Categories or tags of a public post; those of a draft must not be revealed by requesting similar posts. */
async function termsOfPost(postId: number, taxonomy: string, context: LoadContext): Promise<number[]> {
  const { content, page } = context;
  if (postId === 0) return [];
  const own = page.post?.id === postId ? page.post : undefined;
  const found = own ?? (await findSummaries(content.database.read, [postId])).get(postId);
  context.tag(`post:${postId}`);
  if (!found || !(own || isPublic(found))) return [];
  const ids = own?.termIds ?? (await findPostTermIds(content.database.read, [postId])).get(postId) ?? [];
  const terms = await content.terms.withAncestors(ids);
  return ids.filter((id) => terms.get(id)?.taxonomy === taxonomy).slice(0, maxTerms);
}

/** The top-level ancestor of a post's main category, which has more to read than the category itself; one id or none. */
export async function sectionOfPost(postId: number, context: LoadContext): Promise<number[]> {
  if (postId === 0) return [];
  const { page, content } = context;
  context.tag(`post:${postId}`);
  const post = page.post?.id === postId ? page.post : (await context.posts([postId]))[0];
  if (!post) return [];
  const terms = await content.terms.withAncestors(post.termIds);
  const category = categoryOf(post, terms);
  return category
    ? chainOf(category, terms)
        .slice(0, 1)
        .map(({ id }) => id)
    : [];
}
