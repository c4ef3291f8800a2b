import { categoryOf } from '../../modules/posts/cards.ts';
import { isPublic } from '../../modules/posts/policy.ts';
import { findPostTermIds, findSummaries } from '../../modules/posts/reader.ts';
import { findTermBySlug } from '../../modules/terms/reader.ts';
import { chainOf } from '../../modules/terms/term.ts';
import { articleType, sectionTaxonomy, tagTaxonomy } from '../../modules/types/names.ts';
import { positive } from '../../lib/numbers.ts';
import type { LoadContext } from '../load-context.ts';
import { parseIds } from '../setting-types.ts';
import { listSorts } from './settings.ts';
import type { ListSort, PostListSettings } from './settings.ts';

/** What the settings and the reader ask for, looked up: which posts may come at all, and in which order. */
export interface Scope {
  /** Type of the posts. */
  readonly type: string;
  /** A post has a term of each group; an empty group stands for a term that is not there. */
  readonly termGroups: readonly (readonly number[])[];
  readonly authorIds: readonly number[] | undefined;
  /** They ask for the posts of somebody who is not there. */
  readonly nobody: boolean;
  readonly excludeIds: readonly number[];
  readonly sort: ListSort;
}

/** Terms of a group, at most: more would make long queries. */
const mostTerms = 8;

/** Looks up what a list shows. `filter`: the chosen entry of its filter list; `excluded`: posts that it leaves out. */
export async function findScope(
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
      ? parseIds(settings.category_id, mostTerms).filter((id) => id > 0)
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

/** The post at hand, of lists that go by it: named in the settings, since the call of another page comes without the page. */
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

/** The categories or tags of a post that visitors may open; nobody learns those of a draft by asking for what is like it. */
async function termsOfPost(postId: number, taxonomy: string, context: LoadContext): Promise<number[]> {
  const { content, page } = context;
  if (postId === 0) return [];
  const own = page.post?.id === postId ? page.post : undefined;
  const found = own ?? (await findSummaries(content.database.read, [postId])).get(postId);
  context.tag(`post:${postId}`);
  if (!found || !(own || isPublic(found))) return [];
  const ids = own?.termIds ?? (await findPostTermIds(content.database.read, [postId])).get(postId) ?? [];
  const terms = await content.terms.withAncestors(ids);
  return ids.filter((id) => terms.get(id)?.taxonomy === taxonomy).slice(0, mostTerms);
}

/** The section of a post: the outermost of those above the category that stands for it, with more to read than one that is narrow. One, or none. */
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
