import { fileAtLeast, findPictureFiles, previewFile } from '../media/picture-files.ts';
import { excerptOf } from '../posts/excerpt.ts';
import { findPostPaths } from '../posts/page-path.ts';
import { isListed } from '../posts/policy.ts';
import { findPost } from '../posts/reader.ts';
import type { Content } from '../content/content.ts';
import { siteTypography } from '../settings/site-typography.ts';

/** What the service worker shows, as JSON. A configured push service that sends the same is understood, too. */
export interface PushMessage {
  readonly title: string;
  readonly body: string;
  /** Where a click leads. */
  readonly url: string;
  /** Absolute addresses of pictures. */
  readonly icon?: string;
  readonly image?: string;
  /** A message replaces one of the same tag that is still shown. */
  readonly tag?: string;
}

/** Most bytes of a message: push services take 4096 with those of its encryption (RFC 8291). */
const mostBytes = 3993;
/** Longest title and text, in characters: more is never shown. */
const longestTitle = 150;
const longestBody = 250;
/** Longest address of a picture, in characters; without it the message goes out all the same. */
const longestUrl = 800;
/** Pixels of the icon. */
export const iconSize = 192;

/** What subscribers are told of an article; undefined when visitors may not see it (any more). */
export async function articleMessage(
  { database, siteUrl, settings }: Pick<Content, 'database' | 'siteUrl' | 'settings'>,
  postId: number,
): Promise<PushMessage | undefined> {
  const post = await findPost(database.read, postId);
  if (!post || !isListed(post)) return undefined;
  const site = await settings.current();
  const { permalink_structure: structure, blogname, site_icon: iconId } = site;
  const typography = siteTypography(site);
  const path = (await findPostPaths(database.read, [post], structure)).get(post.id);
  if (path === undefined) return undefined;
  const pictures = await findPictureFiles({ database, siteUrl }, [iconId, post.featuredMediaId]);
  const icon = pictures.get(iconId);
  const picture = pictures.get(post.featuredMediaId);
  const image = picture && previewFile(picture).url;
  const message = {
    title: cut(typography.line(post.title) || blogname, longestTitle),
    body: cut(typography.text(excerptOf(post)), longestBody),
    url: siteUrl + path,
    icon: icon ? fileAtLeast(icon, iconSize).url : `${siteUrl}/icon-${iconSize}.png`,
    tag: `post-${post.id}`,
  };
  const pictured = { ...message, ...(image !== undefined && image.length <= longestUrl ? { image } : {}) };
  return (
    [pictured, message].find((one) => Buffer.byteLength(JSON.stringify(one)) <= mostBytes) ?? {
      ...message,
      url: `${siteUrl}/?p=${post.id}`,
    }
  );
}

function cut(text: string, longest: number): string {
  const letters = [...text];
  return letters.length > longest
    ? `${letters
        .slice(0, longest - 1)
        .join('')
        .trimEnd()}…`
    : text;
}
