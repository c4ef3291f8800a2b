import { createECDH, hkdfSync } from 'node:crypto';
import { siteTypography } from '../settings/index.ts';
import type { Settings, SiteSource } from '../settings/index.ts';
import { fileAtLeast, findPictureFiles, previewFile } from '../media/index.ts';
import { excerptOf } from '../cards/index.ts';
import { findPostPaths, isListed, findPost } from '../posts/index.ts';

/** Milliseconds after publication in which an article is announced, and stored by push services for offline browsers. */
export const announcementTtlMs = 24 * 3_600_000;

type ScreenSettings = Pick<Settings, 'push_desktop' | 'push_mobile'>;

export function screensAsked({ push_desktop: desktop, push_mobile: mobile }: ScreenSettings): {
  readonly desktop: boolean;
  readonly mobile: boolean;
} {
  return { desktop, mobile };
}

export function isPushOn(settings: ScreenSettings): boolean {
  const { desktop, mobile } = screensAsked(settings);
  return desktop || mobile;
}

/** Whether this server stores subscriptions and sends messages, rather than a configured service. */
export function sendsItself(settings: ScreenSettings & Pick<Settings, 'push_api_url'>): boolean {
  return isPushOn(settings) && settings.push_api_url === '';
}

/** Path of the service worker: in the root, so that its scope is the whole site, and named after the provider. */
export function workerPath({
  push_service_worker: own,
  push_provider: provider,
}: Pick<Settings, 'push_service_worker' | 'push_provider'>): string {
  return own || `/${provider}-push.js`;
}

/** Host with the port, if any; browsers send it when they register. */
export function domainOf(siteUrl: string): string {
  return new URL(siteUrl).host;
}

/**
 * Push service hosts of Chromium, Firefox, Safari and Edge. The server calls an endpoint that a visitor sends, so its
 * host must be one of these or configured (`PUSH_SERVICES`).
 */
const knownHosts =
  /^fcm\.googleapis\.com$|(?:^|\.)(?:push\.services\.mozilla\.com|push\.apple\.com|notify\.windows\.com)$/;

export function isPushService(endpoint: string, services: readonly string[]): boolean {
  if (!URL.canParse(endpoint)) return false;
  const { href, protocol, hostname, port, origin, username, password, hash } = new URL(endpoint);
  // Browsers send the normalized form only.
  if (href !== endpoint || username !== '' || password !== '' || hash !== '') return false;
  return services.includes(origin) || (protocol === 'https:' && port === '' && knownHosts.test(hostname));
}

export interface VapidKeys {
  /** Not secret; browsers subscribe with it. */
  readonly publicKey: string;
  readonly privateKey: string;
}

/** Derives the site's keys from its secret, so that all processes and copies with the same `keys.json` share them. */
export function vapidKeys(secret: Buffer): VapidKeys {
  for (let attempt = 0; ; attempt++) {
    const privateKey = Buffer.from(hkdfSync('sha256', secret, '', `web push ${attempt}`, 32));
    const curve = createECDH('prime256v1');
    try {
      curve.setPrivateKey(privateKey);
    } catch (error) {
      if (attempt < 10) continue; // not below the order of the curve: one in four billion
      throw error;
    }
    return { publicKey: curve.getPublicKey('base64url'), privateKey: privateKey.toString('base64url') };
  }
}

/** JSON payload for the service worker, which also accepts it from a configured push service. */
export interface PushMessage {
  readonly title: string;
  readonly body: string;
  readonly url: string;
  readonly icon?: string;
  readonly image?: string;
  /** Replaces a visible message of the same tag. */
  readonly tag?: string;
}

/** Bytes of a message: push services accept 4096 including the encryption's overhead (RFC 8291). */
export const maxPushBytes = 3993;
/** Characters of title and text that browsers show at most. */
export const maxTitleLength = 150;
export const maxBodyLength = 250;
export const maxUrlLength = 800;
export const iconSize = 192;

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
    title: cut(typography.line(post.title) || blogname, maxTitleLength),
    body: cut(typography.text(excerptOf(post)), maxBodyLength),
    url: siteUrl + path,
    icon: icon ? fileAtLeast(icon, iconSize).url : `${siteUrl}/icon-${iconSize}.png`,
    tag: `post-${post.id}`,
  };
  const pictured = { ...message, ...(image !== undefined && image.length <= maxUrlLength ? { image } : {}) };
  return (
    [pictured, message].find((one) => Buffer.byteLength(JSON.stringify(one)) <= maxPushBytes) ?? {
      ...message,
      url: `${siteUrl}/?p=${post.id}`,
    }
  );
}

function cut(text: string, maxLength: number): string {
  const characters = [...text];
  return characters.length > maxLength
    ? `${characters
        .slice(0, maxLength - 1)
        .join('')
        .trimEnd()}…`
    : text;
}
