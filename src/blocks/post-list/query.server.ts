import { listPostsOfAny } from '../../content/posts/list-any.ts';
import { listRandomIds } from '../../content/posts/list-random.ts';
import { counterKey, countListedPosts, listPostIds } from '../../content/posts/list.ts';
import type { PostListQuery } from '../../content/posts/list.ts';
import { isListed } from '../../content/posts/policy.ts';
import { findPostTermIds, findSummaries } from '../../content/posts/reader.ts';
import { findTermBySlug } from '../../content/terms/reader.ts';
import { positive } from '../../lib/numbers.ts';
import { rankedCategories } from '../front-lists.server.ts';
import type { LoadContext } from '../load-context.ts';
import { parseIds } from '../setting-types.ts';
import type { PostListSettings } from './settings.ts';

/** One page of a list: its ids and how many posts the whole list has. */
export interface FoundPosts {
  readonly ids: readonly number[];
  readonly found: number;
}

/** What the settings ask for, looked up: which posts may come at all. */
interface Scope {
  /** Posts must have any of these terms; undefined: no such condition. */
  readonly termIds: readonly number[] | undefined;
  readonly authorId: number | undefined;
  readonly excludeIds: readonly number[];
}

const orders: Readonly<Record<string, PostListQuery['order']>> = { oldest_posts: 'oldest', modified_date: 'modified', comment_count: 'comments', popular: 'views' };

/** Finds page `page` of a list and says in tags what it depends on. */
export async function findPosts(settings: PostListSettings, context: LoadContext, page: number, seed: number): Promise<FoundPosts> {
  const ids = parseIds(settings.post_ids);
  const wanted = ids.filter((id) => id > 0);
  if (wanted.length > 0) return findChosen(wanted, settings, context, page);
  if (settings.category_rank > 0 && settings.sort === '') {
    const { postIds = [] } = (await rankedCategories(context))[settings.category_rank - 1] ?? {};
    return { ids: postIds.slice(settings.offset, settings.offset + settings.limit), found: postIds.length };
  }
  const scope = await findScope(settings, context, ids.filter((id) => id < 0).map((id) => -id));
  tagScope(scope, context);
  const { read } = context.content.database;
  const offset = settings.offset + (page - 1) * settings.limit;
  const window = { limit: settings.limit, offset, excludeIds: scope.excludeIds };
  const { termIds, authorId } = scope;
  if (termIds?.length === 0) return { ids: [], found: 0 };
  const termId = termIds?.[0];
  const several = termIds !== undefined && termIds.length > 1;
  if (several && settings.sort === '' && authorId === undefined) {
    const { ids: shown, total } = await listPostsOfAny(read, { termIds, ...window });
    return { ids: shown, found: Math.max(0, total - settings.offset) };
  }
  const [shown, total] = await Promise.all([
    settings.sort === 'random_posts'
      ? listRandomIds(read, { seed, termId, ...window })
      : listPostIds(read, { termId, authorId, order: orders[settings.sort] ?? 'newest', discussedOnly: settings.discussed_only, ...window }),
    settings.ajax_pagination === '' ? undefined : countKept({ termId, authorId }, context),
  ]);
  // Left-out posts are counted off as if all were in the list: for the post at hand, the usual one, that is so.
  const found = total === undefined ? shown.length : Math.max(shown.length, total - scope.excludeIds.length - settings.offset);
  return { ids: shown, found };
}

/** The size of a list; the same for every page that shows it. The scope's own tags end it. */
function countKept(query: Pick<PostListQuery, 'termId' | 'authorId'>, context: LoadContext): Promise<number> {
  return context.keep(`count ${counterKey(query)}`, (inner) => {
    tagScope({ termIds: query.termId === undefined ? undefined : [query.termId], authorId: query.authorId, excludeIds: [] }, inner);
    return countListedPosts(inner.content.database.read, query);
  });
}

/** A list of given posts: theirs is the order, and what is not listed is left out. */
async function findChosen(wanted: readonly number[], settings: PostListSettings, context: LoadContext, page: number): Promise<FoundPosts> {
  for (const id of wanted) context.tag(`post:${id}`);
  const posts = await findSummaries(context.content.database.read, wanted);
  const listed = wanted.filter((id) => {
    const post = posts.get(id);
    return post !== undefined && isListed(post);
  });
  const start = settings.offset + (page - 1) * settings.limit;
  return { ids: listed.slice(start, start + settings.limit), found: Math.max(0, listed.length - settings.offset) };
}

async function findScope(settings: PostListSettings, context: LoadContext, excluded: readonly number[]): Promise<Scope> {
  const { read } = context.content.database;
  const { live_filter: live } = settings;
  const postId = live === '' ? 0 : settings.live_filter_cur_post_id || context.page.post?.id || 0;
  const excludeIds = postId > 0 ? [...new Set([...excluded, postId])] : excluded;
  const categoryFilter = settings.td_ajax_filter_type === 'td_category_ids_filter' ? positive(settings.td_filter_value) : undefined;
  const authorFilter = settings.td_ajax_filter_type === 'td_author_ids_filter' ? positive(settings.td_filter_value) : undefined;
  const category = categoryFilter ?? positive(settings.category_id);
  const authorId = authorFilter ?? (settings.author_id || (live === 'cur_post_same_author' ? settings.live_filter_cur_post_author || context.page.post?.authorId : undefined));
  if (category !== undefined) return { termIds: [category], authorId, excludeIds };
  if (settings.tag_slug !== '') {
    context.tag('terms:post_tag');
    const tag = await findTermBySlug(read, 'post_tag', settings.tag_slug);
    return { termIds: tag ? [tag.id] : [], authorId, excludeIds };
  }
  if (live === 'cur_post_same_categories' || live === 'cur_post_same_tags') return { termIds: await termsOfPost(postId, live === 'cur_post_same_tags' ? 'post_tag' : 'category', context), authorId, excludeIds };
  return { termIds: undefined, authorId, excludeIds };
}

async function termsOfPost(postId: number, taxonomy: string, { content, page }: LoadContext): Promise<number[]> {
  if (postId === 0) return [];
  const ids = page.post?.id === postId ? page.post.termIds : ((await findPostTermIds(content.database.read, [postId])).get(postId) ?? []);
  const terms = await content.terms.withAncestors(ids);
  return ids.filter((id) => terms.get(id)?.taxonomy === taxonomy);
}

function tagScope({ termIds, authorId }: Scope, context: LoadContext): void {
  for (const id of termIds ?? []) context.tag(`list:term:${id}`, 'secondary');
  if (authorId !== undefined) context.tag(`list:author:${authorId}`, 'secondary');
  if (termIds === undefined && authorId === undefined) context.tag('list:post', 'secondary');
}
