import type { Picture } from '../../content/posts/card.ts';
import { creditKey } from '../../content/media/media.ts';
import { findPictures } from '../../content/media/reader.ts';
import type { Post } from '../../content/posts/post.ts';
import { findPostMeta } from '../../content/posts/reader.ts';
import { htmlToText } from '../../lib/plain-text.ts';
import { findProvider, safeUrl } from '../document/embeds.ts';
import type { LoadContext } from '../load-context.ts';

/** The video that stands in for the lead picture. */
export interface LeadVideo {
  readonly url: string;
  /** Name of the site where it is; undefined for a file that is played here. */
  readonly platform: string | undefined;
}

/** What stands above an article's text. */
export interface LeadData {
  readonly picture: Picture | undefined;
  /** Plain text. */
  readonly caption: string;
  readonly credit: string;
  readonly video: LeadVideo | undefined;
}

export async function load(_settings: unknown, context: LoadContext): Promise<LeadData | undefined> {
  const { post, unlocked, pageNumber } = context.page;
  // Further parts of a text begin with themselves.
  if (!post || pageNumber > 1 || (post.isProtected && !unlocked)) return undefined;
  const { content } = context;
  const id = post.featuredMediaId;
  const [pictures, meta] = id === 0 ? [] : await Promise.all([findPictures(content, [id]), findPostMeta(content.database.read, [id], [creditKey])]);
  const picture = pictures?.get(id);
  if (picture) context.tag(`post:${id}`);
  const video = videoOf(post);
  if (!picture && !video) return undefined;
  // The caption is the attachment's excerpt, as in WordPress.
  return { picture, caption: htmlToText(picture?.caption ?? ''), credit: htmlToText(meta?.get(id)?.get(creditKey)?.[0] ?? ''), video };
}

function videoOf({ details: { featuredVideo } }: Post): LeadVideo | undefined {
  const url = safeUrl(featuredVideo);
  if (url === '' || url === '#') return undefined;
  if (/\.(?:mp4|m4v|webm|ogv|mov)(?:[?#]|$)/i.test(url)) return { url, platform: undefined };
  return { url, platform: findProvider(url)?.name ?? /^https?:\/\/(?:www\.)?([^/?#]+)/i.exec(url)?.[1] ?? url };
}
