import { decodeEntities } from './plain-text.ts';
import { videoAt, watchAddress } from './video.ts';

export interface EmbedProvider {
  readonly name: string;
  readonly slug: string;
  readonly kind: 'video' | 'rich';
}

type ProviderRow = readonly [hosts: string, name: string, kind: EmbedProvider['kind']];

const providers: readonly ProviderRow[] = [
  ['youtube.com youtube-nocookie.com youtu.be', 'YouTube', 'video'],
  ['vimeo.com', 'Vimeo', 'video'],
  ['dailymotion.com dai.ly', 'Dailymotion', 'video'],
  ['wordpress.tv', 'WordPress.tv', 'video'],
  ['videopress.com', 'VideoPress', 'video'],
  ['ted.com', 'TED', 'video'],
  ['tiktok.com', 'TikTok', 'video'],
  ['twitch.tv', 'Twitch', 'video'],
  ['twitter.com x.com', 'Twitter', 'rich'],
  ['facebook.com fb.watch', 'Facebook', 'rich'],
  ['instagram.com', 'Instagram', 'rich'],
  ['bsky.app', 'Bluesky', 'rich'],
  ['soundcloud.com', 'SoundCloud', 'rich'],
  ['open.spotify.com', 'Spotify', 'rich'],
  ['mixcloud.com', 'Mixcloud', 'rich'],
  ['flickr.com flic.kr', 'Flickr', 'rich'],
  ['pinterest.com', 'Pinterest', 'rich'],
  ['reddit.com', 'Reddit', 'rich'],
  ['tumblr.com', 'Tumblr', 'rich'],
  ['imgur.com', 'Imgur', 'rich'],
  ['scribd.com', 'Scribd', 'rich'],
  ['slideshare.net', 'SlideShare', 'rich'],
  ['speakerdeck.com', 'Speaker Deck', 'rich'],
  ['issuu.com', 'Issuu', 'rich'],
  ['kickstarter.com', 'Kickstarter', 'rich'],
  ['crowdsignal.com polldaddy.com poll.fm survey.fm', 'Crowdsignal', 'rich'],
  ['gist.github.com', 'GitHub Gist', 'rich'],
  ['archive.org', 'Internet Archive', 'rich'],
];

const byHost = new Map(providers.flatMap((row) => row[0].split(' ').map((host) => [host, row] as const)));

/** The provider of a URL, or undefined for an unknown site. */
export function findProvider(url: string): EmbedProvider | undefined {
  const host = /^(?:https?:)?\/\/([\w.-]{1,100})(?:[/?#:]|$)/i.exec(url)?.[1]?.toLowerCase();
  if (!host) return undefined;
  for (let part = host; part.includes('.'); part = part.slice(part.indexOf('.') + 1)) {
    const row = byHost.get(part);
    if (!row) continue;
    return { name: row[1], slug: row[1].toLowerCase().replace(/[^a-z]+/g, '-'), kind: row[2] };
  }
  return undefined;
}

/** The public URL of the video in a frame: `youtube.com/embed/x` → `youtube.com/watch?v=x`. Undefined for frames of other platforms. */
export function watchUrl(frameUrl: string): string | undefined {
  const video = videoAt(decodeEntities(frameUrl));
  return video && watchAddress(video);
}
