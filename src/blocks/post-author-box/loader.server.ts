import { permalinks } from '../../content/permalinks.ts';
import { htmlToText } from '../../lib/plain-text.ts';
import { portraitOf } from '../portrait.server.ts';
import type { LoadContext } from '../load-context.ts';

export interface AuthorBoxData {
  readonly id: number;
  readonly name: string;
  readonly url: string;
  /** Address of the portrait. */
  readonly portrait?: string | undefined;
  /** Plain text. */
  readonly bio: string;
}

export async function load(_settings: unknown, context: LoadContext): Promise<AuthorBoxData | undefined> {
  const { content, page } = context;
  if (!page.post) return undefined;
  const [users, site] = await Promise.all([content.users.byIds([page.post.authorId]), content.settings.current()]);
  const author = users.get(page.post.authorId);
  if (!author) return undefined;
  context.tag(`user:${author.id}`);
  return { id: author.id, portrait: await portraitOf(context, author.id), name: author.displayName, url: permalinks(site.permalink_structure).author(author), bio: htmlToText(author.bio) };
}
