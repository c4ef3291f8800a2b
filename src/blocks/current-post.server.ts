import type { CardLink, CategoryLink } from '../content/posts/card.ts';
import { authorLink, categoryOf, minutesToRead, termLink } from '../content/posts/cards.ts';
import type { Post } from '../content/posts/post.ts';
import type { LoadContext } from './load-context.ts';

/** What the parts of an article page show of its post. */
export interface CurrentPost {
  readonly post: Post;
  /** Everybody who wrote it, in the order of the byline. */
  readonly authors: readonly CardLink[];
  readonly category: CategoryLink | undefined;
  readonly readingMinutes: number;
}

/** The post that the page is about, or undefined on other pages. Costs no query once its author and terms are known. */
export async function currentPost(context: LoadContext): Promise<CurrentPost | undefined> {
  const { content, page: { post } } = context;
  if (!post) return undefined;
  const [users, terms, site] = await Promise.all([content.users.byIds(post.authorIds), content.terms.withAncestors(post.termIds), content.settings.current()]);
  const authors = post.authorIds.map((id) => users.get(id)).filter((author) => author !== undefined);
  const category = categoryOf(post, terms);
  for (const author of authors) context.tag(`user:${author.id}`);
  if (category) context.tag(`term:${category.id}`);
  return {
    post,
    authors: authors.map((author) => authorLink(author, site.permalink_structure)),
    category: category && termLink(category, terms, site.permalink_structure),
    readingMinutes: minutesToRead(Buffer.byteLength(post.content)),
  };
}
