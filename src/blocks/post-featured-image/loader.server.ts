import type { Picture } from '../../content/posts/card.ts';
import { creditKey } from '../../content/media/media.ts';
import { findPictures } from '../../content/media/reader.ts';
import type { Post } from '../../content/posts/post.ts';
import { findPostMeta } from '../../content/posts/reader.ts';
import { readerText } from '../../content/settings/definitions/translations.ts';
import type { Settings } from '../../content/settings/settings.ts';
import { htmlToText } from '../../lib/plain-text.ts';
import { videoAt } from '../../lib/video-address.ts';
import type { VideoPlatform } from '../../lib/video-address.ts';
import { findProvider, safeUrl } from '../document/embeds.ts';
import type { LoadContext } from '../load-context.ts';

/** The video that stands in for the lead picture. */
export interface LeadVideo {
  readonly url: string;
  /** Undefined for a file, which plays by itself. */
  readonly elsewhere?: {
    /** Of a platform whose videos play on our pages. */
    readonly platform: VideoPlatform | undefined;
    /** `Watch on YouTube`. */
    readonly label: string;
  };
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
  const video = videoOf(post, await content.settings.current());
  if (!picture && !video) return undefined;
  // The caption is the attachment's excerpt, as in WordPress.
  return { picture, caption: htmlToText(picture?.caption ?? ''), credit: htmlToText(meta?.get(id)?.get(creditKey)?.[0] ?? ''), video };
}

function videoOf({ details: { featuredVideo } }: Post, settings: Settings): LeadVideo | undefined {
  const url = safeUrl(featuredVideo);
  if (url === '' || url === '#') return undefined;
  if (/\.(?:mp4|m4v|webm|ogv|mov)(?:[?#]|$)/i.test(url)) return { url };
  const site = findProvider(url)?.name ?? /^https?:\/\/(?:www\.)?([^/?#]+)/i.exec(url)?.[1] ?? url;
  return { url, elsewhere: { platform: videoAt(url)?.platform, label: readerText(settings, 'video_watch').replace('%s', () => site) } };
}
