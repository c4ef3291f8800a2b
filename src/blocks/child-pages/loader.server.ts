import { findPostPaths } from '../../content/posts/page-path.ts';
import { findChildren } from '../../content/posts/reader.ts';
import { htmlToText } from '../../lib/plain-text.ts';
import type { LoadContext } from '../load-context.ts';

export interface ChildPage {
  readonly id: number;
  /** Plain text; may be empty. */
  readonly title: string;
  readonly url: string;
  /** The excerpt that someone wrote, as plain text. */
  readonly excerpt: string;
}

export async function load(_settings: unknown, context: LoadContext): Promise<readonly ChildPage[] | undefined> {
  const { content: { database: { read }, settings }, page: { post } } = context;
  if (!post) return undefined;
  context.tag(`list:${post.type}`, 'secondary');
  const children = await findChildren(read, post.id, post.type);
  if (children.length === 0) return undefined;
  for (const { id } of children) context.tag(`post:${id}`);
  const paths = await findPostPaths(read, children, (await settings.current()).permalink_structure);
  return children.map(({ id, title, excerpt }) => ({ id, title: htmlToText(title), url: paths.get(id) ?? '', excerpt: htmlToText(excerpt) }));
}
