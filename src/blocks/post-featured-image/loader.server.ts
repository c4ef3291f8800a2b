import type { Picture } from '../../content/posts/card.ts';
import { findSummaries } from '../../content/posts/reader.ts';
import { htmlToText } from '../../lib/plain-text.ts';
import { currentPost } from '../current-post.server.ts';
import type { LoadContext } from '../load-context.ts';
import type { Settings } from './block.ts';

export interface FeaturedImageData {
  readonly picture: Picture;
  readonly caption: string;
}

export async function load(_settings: Settings, context: LoadContext): Promise<FeaturedImageData | undefined> {
  const { post } = context.page;
  if (!post || post.featuredMediaId === 0) return undefined;
  // The caption is the attachment's excerpt, as in WordPress.
  const [current, attachments] = await Promise.all([currentPost(context), findSummaries(context.content.database.read, [post.featuredMediaId])]);
  if (!current?.picture) return undefined;
  context.tag(`post:${post.featuredMediaId}`);
  return { picture: current.picture, caption: htmlToText(attachments.get(post.featuredMediaId)?.excerpt ?? '') };
}
