import type { CardLink } from '../content/posts/card.ts';
import { authorLink, categoryOf, minutesToRead, termLink } from '../content/posts/cards.ts';
import type { Post } from '../content/posts/post.ts';
import type { LoadContext } from './load-context.ts';

/** What the parts of an article page show of its post. */
export interface CurrentPost {
  readonly post: Post;
  readonly author: CardLink | undefined;
  readonly category: CardLink | undefined;
  readonly readingMinutes: number;
}

/** The post that the page is about, or undefined on other pages. Costs no query once its author and terms are known. */
export async function currentPost(context: LoadContext): Promise<CurrentPost | undefined> {
  const { content, page: { post } } = context;
  if (!post) return undefined;
  const [users, terms, site] = await Promise.all([content.users.byIds([post.authorId]), content.terms.withAncestors(post.termIds), content.settings.current()]);
  const author = users.get(post.authorId);
  const category = categoryOf(post.termIds, terms);
  if (author) context.tag(`user:${author.id}`);
  if (category) context.tag(`term:${category.id}`);
  return {
    post,
    author: author && authorLink(author, site.permalink_structure),
    category: category && termLink(category, terms, site.permalink_structure),
    readingMinutes: minutesToRead(Buffer.byteLength(post.content)),
  };
}
