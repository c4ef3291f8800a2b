import type { CardLink, Picture } from '../content/posts/card.ts';
import { termLink } from '../content/posts/cards.ts';
import { permalinks } from '../content/permalinks.ts';
import type { Post } from '../content/posts/post.ts';
import { findPostTermIds } from '../content/posts/reader.ts';
import { findUsers } from '../content/users/reader.ts';
import type { LoadContext } from './load-context.ts';

/** What the parts of an article page show of its post. */
export interface CurrentPost {
  readonly post: Post;
  readonly author: CardLink | undefined;
  readonly category: CardLink | undefined;
  readonly picture: Picture | undefined;
  readonly readingMinutes: number;
}

/** Words a minute. */
const readingSpeed = 230;

/** The post that the page is about, or undefined on other pages. The parts of one page ask for its card together; a protected post or a draft is in no list and is looked up. */
export async function currentPost(context: LoadContext): Promise<CurrentPost | undefined> {
  const { post } = context.page;
  if (!post) return undefined;
  const [card] = await context.cards([post.id]);
  if (card) return { post, author: card.author, category: card.category, picture: card.picture, readingMinutes: card.readingMinutes };
  const { content } = context;
  const [users, termIds, site] = await Promise.all([
    findUsers(content.database.read, [post.authorId]), findPostTermIds(content.database.read, [post.id]), content.settings.current(),
  ]);
  const author = users.get(post.authorId);
  const terms = await content.terms.withAncestors(termIds.get(post.id) ?? []);
  const category = (termIds.get(post.id) ?? []).map((id) => terms.get(id)).find((term) => term?.taxonomy === 'category');
  return {
    post,
    author: author && { id: author.id, name: author.displayName, url: permalinks(site.permalink_structure).author(author) },
    category: category && termLink(category, terms, site.permalink_structure),
    picture: undefined,
    readingMinutes: Math.max(1, Math.round(post.content.split(/\s+/).length / readingSpeed)),
  };
}
