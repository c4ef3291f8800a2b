import { findFilesByUrls } from '../../modules/media/attached.ts';
import type { Post, Picture } from '../../modules/posts/model.ts';
import { readerText } from '../../modules/settings/definitions/translations.ts';
import type { Settings } from '../../modules/settings/settings.ts';
import { siteTypography, formerSites } from '../../modules/settings/site-facts.ts';
import { videoAt } from '../../lib/video.ts';
import type { VideoPlatform } from '../../lib/video.ts';
import { leadPictureOf } from '../current-post.server.ts';
import { findProvider } from '../../lib/embed-providers.ts';
import { safeUrl } from '../document/players.ts';
import type { LoadContext } from '../load-context.ts';

export interface LeadVideo {
  readonly url: string;
  /** Undefined: not playable here, only a link. */
  readonly player: VideoPlatform | 'file' | undefined;
  /** `Watch on YouTube`, or of a file `Watch the video`. */
  readonly label: string;
}

export interface LeadData {
  readonly picture: Picture | undefined;
  /** Plain text. */
  readonly caption: string;
  readonly credit: string;
  readonly video: LeadVideo | undefined;
}

export async function load(_settings: unknown, context: LoadContext): Promise<LeadData | undefined> {
  const { post, pageNumber } = context.page;
  // Further parts of a text have no lead picture.
  if (!post || pageNumber > 1 || (post.isProtected && !context.viewer.unlocked.has(post.id)))
    return undefined;
  const lead = await leadPictureOf(post, context);
  const picture = lead?.picture;
  const site = await context.content.settings.current();
  const video = await videoOf(post, site, context);
  if (!picture && !video) return undefined;
  // The caption is the attachment's excerpt, as in WordPress.
  const typography = siteTypography(site);
  return {
    picture,
    caption: typography.line(picture?.caption ?? ''),
    credit: typography.line(lead?.credit ?? ''),
    video,
  };
}

async function videoOf(
  { details: { featuredVideo } }: Post,
  settings: Settings,
  context: LoadContext,
): Promise<LeadVideo | undefined> {
  const { content } = context;
  const url = safeUrl(featuredVideo);
  if (url === '' || url === '#') return undefined;
  if (/\.(?:mp4|m4v|webm|ogv|mov)(?:[?#]|$)/i.test(url)) {
    // An imported article has the video's address on its former site.
    const former = formerSites(settings);
    const isTheirs = former.restOf(url) !== undefined || former.isBeside(url);
    const file = isTheirs ? (await findFilesByUrls(content, [url], former)).get(url) : undefined;
    if (file) context.tag(`media:${file.id}`);
    return { url: file?.url ?? url, player: 'file', label: readerText(settings, 'video_watch_file') };
  }
  const site = findProvider(url)?.name ?? /^https?:\/\/(?:www\.)?([^/?#]+)/i.exec(url)?.[1] ?? url;
  return {
    url,
    player: videoAt(url)?.platform,
    label: readerText(settings, 'video_watch').replace('%s', () => site),
  };
}
