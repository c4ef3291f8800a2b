import { findLeadPicture, leadPictureKey } from '../modules/media/reader.ts';
import type { LeadPicture } from '../modules/media/reader.ts';
import { authorLinks, findAuthorsWithPages, makesAuthorPages } from '../modules/posts/authors.ts';
import { categoryOf, minutesToRead, termLink } from '../modules/cards/cards.ts';
import type { Post, AuthorLink, CategoryLink } from '../modules/posts/model.ts';
import type { LoadContext } from './load-context.ts';
import { isPublic } from '../modules/posts/policy.ts';
import { findNeighbours } from '../modules/posts/reader.ts';
import type { Neighbours } from '../modules/posts/reader.ts';

export interface CurrentPost {
  readonly post: Post;
  /** In the order of the byline. */
  readonly authors: readonly AuthorLink[];
  readonly category: CategoryLink | undefined;
  readonly readingMinutes: number;
}

/** The page's post; undefined on other pages. Needs no query once its authors and terms are cached. */
export async function currentPost(context: LoadContext): Promise<CurrentPost | undefined> {
  const {
    content,
    page: { post },
  } = context;
  if (!post) return undefined;
  const [users, withPages, terms, site] = await Promise.all([
    content.users.byIds(post.authorIds),
    authorsWithPages(context, post),
    content.terms.withAncestors(post.termIds),
    content.settings.current(),
  ]);
  const category = categoryOf(post, terms);
  const authors = authorLinks(post.authorIds, users, site.permalink_structure, withPages);
  for (const author of authors) context.tag(`user:${author.id}`);
  if (category) context.tag(`term:${category.id}`);
  return {
    post,
    authors,
    category: category && termLink(category, terms, site),
    readingMinutes: minutesToRead(Buffer.byteLength(post.content), site.site_language),
  };
}

export async function authorsWithPages(context: LoadContext, post: Post): Promise<ReadonlySet<number>> {
  if (!makesAuthorPages(post)) for (const id of post.authorIds) context.tag(`list:author:${id}`, 'secondary');
  return findAuthorsWithPages(context.content.database.read, [post]);
}

/** A post's lead picture with caption and credit; cached for all blocks. */
export async function leadPictureOf(
  { featuredMediaId: id }: Pick<Post, 'featuredMediaId'>,
  context: LoadContext,
): Promise<LeadPicture | undefined> {
  return id === 0
    ? undefined
    : context.cache(leadPictureKey(id), (inner) => {
        for (const kind of ['post', 'media'] as const) inner.tag(`${kind}:${id}`);
        return findLeadPicture(inner.content, id);
      });
}

const none: Neighbours = { previous: undefined, next: undefined, before: [], after: [] };

/**
 * The posts around a post of the same type, cached for all blocks; `termIds`: only posts of these terms. Returns the
 * cached promise itself, which may reject before a block awaits it: a derived promise would end the process.
 */
export function neighboursOf(
  post: Post,
  context: LoadContext,
  termIds?: readonly number[],
): Promise<Neighbours> {
  if (!isPublic(post)) return Promise.resolve(none);
  return context.cache(`neighbours ${post.id} ${post.publishedAt} ${termIds?.join() ?? 'all'}`, (inner) => {
    inner.tag(`list:${post.type}`, 'secondary');
    return findNeighbours(inner.content.database.read, post, termIds);
  });
}
