import type { Picture } from '../../content/posts/card.ts';
import { findPictures } from '../../content/media/reader.ts';
import { htmlToText } from '../../lib/plain-text.ts';
import type { LoadContext } from '../load-context.ts';
import type { Settings } from './block.ts';

export interface FeaturedImageData {
  readonly picture: Picture;
  readonly caption: string;
}

export async function load(_settings: Settings, context: LoadContext): Promise<FeaturedImageData | undefined> {
  const { post, unlocked } = context.page;
  if (!post || post.featuredMediaId === 0 || (post.isProtected && !unlocked)) return undefined;
  // The caption is the attachment's excerpt, as in WordPress.
  const picture = (await findPictures(context.content, [post.featuredMediaId])).get(post.featuredMediaId);
  if (!picture) return undefined;
  context.tag(`post:${post.featuredMediaId}`);
  return { picture, caption: htmlToText(picture.caption) };
}
