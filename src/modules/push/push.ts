import { createECDH, hkdfSync } from 'node:crypto';
import { siteTypography } from '../settings/index.ts';
import type { Settings, SiteSource } from '../settings/index.ts';
import { fileAtLeast, findPictureFiles, previewFile } from '../media/index.ts';
import { excerptOf } from '../cards/index.ts';
import { findPostPaths, isListed, findPost } from '../posts/index.ts';

/** How long after its publication readers are told of an article, in milliseconds; push services keep messages for browsers that are away until then. */
export const tellingMs = 24 * 3_600_000;

type ScreenSettings = Pick<Settings, 'push_desktop' | 'push_mobile'>;

/** On which kinds of screens readers are asked. */
export function screensAsked({ push_desktop: desktop, push_mobile: mobile }: ScreenSettings): {
  readonly desktop: boolean;
  readonly mobile: boolean;
} {
  return { desktop, mobile };
}

/** Whether readers are asked, on any kind of screen. */
export function isPushOn(settings: ScreenSettings): boolean {
  const { desktop, mobile } = screensAsked(settings);
  return desktop || mobile;
}

/** Whether subscriptions are kept and messages sent here, rather than by a configured service. */
export function sendsItself(settings: ScreenSettings & Pick<Settings, 'push_api_url'>): boolean {
  return isPushOn(settings) && settings.push_api_url === '';
}

/** Path of the service worker, in the root: that is what lets it act for the whole site. Its name carries the provider's. */
export function workerPath({
  push_service_worker: own,
  push_provider: provider,
}: Pick<Settings, 'push_service_worker' | 'push_provider'>): string {
  return own || `/${provider}-push.js`;
}

/** What a browser says of the site when it registers; `domain` has the port where there is one. */
export function domainOf(siteUrl: string): string {
  return new URL(siteUrl).host;
}

/**
 * Hosts of the push services that browsers bring: Chromium and what is made of it, Firefox, Safari, Edge. An address that a visitor hands in is one that we
 * call later, so it must be one of theirs; others are named by the administrator (`PUSH_SERVICES`).
 */
const knownHosts =
  /^fcm\.googleapis\.com$|(?:^|\.)(?:push\.services\.mozilla\.com|push\.apple\.com|notify\.windows\.com)$/;

/** Whether a browser's address belongs to a push service; `services`: origins that are trusted, too, as they are. */
export function isPushService(endpoint: string, services: readonly string[]): boolean {
  if (!URL.canParse(endpoint)) return false;
  const { href, protocol, hostname, port, origin, username, password, hash } = new URL(endpoint);
  // Browsers write it in one way only.
  if (href !== endpoint || username !== '' || password !== '' || hash !== '') return false;
  return services.includes(origin) || (protocol === 'https:' && port === '' && knownHosts.test(hostname));
}

/** The pair of keys by which push services know this site again, base64url. */
export interface VapidKeys {
  /** What browsers subscribe with; no secret. */
  readonly publicKey: string;
  readonly privateKey: string;
}

/** The site's keys, made of its secret: a site with the same `keys.json` has them, and all processes have the same. */
export function vapidKeys(secret: Buffer): VapidKeys {
  for (let attempt = 0; ; attempt++) {
    const privateKey = Buffer.from(hkdfSync('sha256', secret, '', `web push ${attempt}`, 32));
    const curve = createECDH('prime256v1');
    try {
      curve.setPrivateKey(privateKey);
    } catch (error) {
      if (attempt < 10) continue; // beyond the order of the curve: one in four billion is
      throw error;
    }
    return { publicKey: curve.getPublicKey('base64url'), privateKey: privateKey.toString('base64url') };
  }
}

/** What the service worker shows, as JSON. A configured push service that sends the same is understood, too. */
interface PushMessage {
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
  { database, siteUrl, settings }: SiteSource,
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
