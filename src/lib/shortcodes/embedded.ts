import { decodeEntities } from '../plain-text.ts';
import { videoAt, watchAddress } from '../video.ts';
import { findProvider, watchUrl } from '../embed-providers.ts';
import { parseShortcodeAttributes } from './attributes.ts';
import type { ShortcodeAttributes } from './attributes.ts';

/** Builds a URL from the id by which a site names an item; undefined for an invalid id. */
type AddressOf = (id: string) => string | undefined;

const made =
  (pattern: RegExp, start: string): AddressOf =>
  (id) =>
    pattern.test(id) ? start + id : undefined;

/** Sites with a shortcode of their name, by `findProvider`'s slugs, with the function for their ids, if any. */
const sites: ReadonlyMap<string, AddressOf | undefined> = new Map([
  // Words may have eleven letters, too, but no digit, and no capital after the first letter.
  ['youtube', made(/^(?=.+[\dA-Z])[\w-]{11}$/, 'https://www.youtube.com/watch?v=')],
  ['vimeo', made(/^\d{6,15}$/, 'https://vimeo.com/')],
  ['dailymotion', made(/^x[a-z\d]{4,11}$/, 'https://www.dailymotion.com/video/')],
  ['twitter', made(/^\d{6,20}$/, 'https://twitter.com/i/web/status/')],
  [
    'spotify',
    (id: string) => {
      const [, kind, name] =
        /^spotify:(track|album|artist|playlist|episode|show):(\w{10,40})$/.exec(id) ?? [];
      return kind && name && `https://open.spotify.com/${kind}/${name}`;
    },
  ],
  ['videopress', made(/^(?=.*[\dA-Z])[\dA-Za-z]{8}$/, 'https://videopress.com/v/')],
  ['ted', made(/^(?:\d{1,6}|[a-z\d]+(?:_[a-z\d]+)+)$/, 'https://www.ted.com/talks/')],
  ['scribd', made(/^\d{5,12}$/, 'https://www.scribd.com/document/')],
  ['github-gist', made(/^(?:[\w-]{1,39}\/)?(?=.*\d)[\da-f]{5,40}$/, 'https://gist.github.com/')],
  ['internet-archive', made(/^(?=.*\d)[\w.-]{5,100}$/, 'https://archive.org/details/')],
  // Small numbers are polls that other plugins stored on the site itself.
  [
    'crowdsignal',
    (id: string) =>
      made(/^\d{6,12}$/, 'https://poll.fm/')(id) ?? made(/^[\dA-F]{16}$/, 'https://survey.fm/')(id),
  ],
  ['soundcloud', undefined],
  ['instagram', undefined],
  ['facebook', undefined],
  ['tiktok', undefined],
  ['mixcloud', undefined],
  ['flickr', undefined],
  ['pinterest', undefined],
  ['reddit', undefined],
  ['tumblr', undefined],
  ['imgur', undefined],
  ['slideshare', undefined],
  ['issuu', undefined],
  ['kickstarter', undefined],
]);

/** Shortcodes whose name differs from their site's. */
const siteByName: ReadonlyMap<string, string> = new Map([
  ['tweet', 'twitter'],
  ['wpvideo', 'videopress'],
  ['gist', 'github-gist'],
  ['archiveorg', 'internet-archive'],
  ['poll', 'crowdsignal'],
  ['polldaddy', 'crowdsignal'],
]);

/** The site of a shortcode: `youtube`, or `su_youtube` and `fusion_youtube` of two shortcode collections, `tweet`. */
function siteOf(name: string): string | undefined {
  const bare = name.toLowerCase().replace(/^(?:su|fusion)_/, '');
  const site = siteByName.get(bare) ?? bare;
  return sites.has(site) ? site : undefined;
}

/** Shortcodes of frames with any content; they become links. */
const frames: ReadonlySet<string> = new Set(['iframe', 'googlemaps']);

/** Whether a shortcode may have its URL after an equals sign: `[youtube=https://…]`. */
export const mayHoldAddress = (name: string): boolean => siteOf(name) !== undefined;

/**
 * The URL that a shortcode of Jetpack, WordPress.com or a well-known collection embeds: `[youtube https://…]`, `[vimeo
 * 12345678]`, `[soundcloud url="…"]`. `text` is the part after the name. Undefined for other shortcodes.
 */
export function embeddedAddress(name: string, text: string): string | undefined {
  if (frames.has(name.toLowerCase()))
    return framedAddress(parseShortcodeAttributes(text.replace(/(?<=[\s"'])\/\s*$/, '')));
  const site = siteOf(name);
  if (site === undefined) return undefined;
  const attributes = parseShortcodeAttributes(text.replace(/^\s*=\s*|(?<=[\s"'])\/\s*$/g, ''));
  const values = valuesOf(attributes);
  return (
    values.map((value) => addressAt(site, value)).find((address) => address !== undefined) ??
    [...idNames.map((one) => attributes.named[one]), attributes.positional[0]]
      .map((id) => id && sites.get(site)?.(decodeEntities(id).trim()))
      .find(Boolean)
  );
}

const idNames = ['id', 'poll', 'survey'] as const;

/** The content of a shortcode up to its closing tag. */
const between = /\s{0,20}([^\s<>[\]"']{5,500})\s{0,20}\[\/([\w-]{1,40})\]/y;

/**
 * The URL in the content of a shortcode and its end: `[youtube]dQw4w9WgXcQ[/youtube]`, `[gist]https://…[/gist]`. `at`:
 * offset after the opening tag.
 */
export function addressBetween(
  name: string,
  html: string,
  at: number,
): { readonly address: string; readonly end: number } | undefined {
  if (siteOf(name) === undefined && !frames.has(name.toLowerCase())) return undefined;
  between.lastIndex = at;
  const [, value = '', closing] = between.exec(html) ?? [];
  const address = closing === name ? embeddedAddress(name, ` "${value}"`) : undefined;
  return address === undefined ? undefined : { address, end: between.lastIndex };
}

export function framedAddress({ named, positional }: ShortcodeAttributes): string | undefined {
  const url = decodeEntities(named.src ?? named.url ?? positional[0] ?? '').trim();
  return /^(?:https?:)?\/\/[^\s<>"]+$/i.test(url) ? (watchUrl(url) ?? mapAddress(url) ?? url) : undefined;
}

/** The URL of a Google map outside of a frame; undefined for other URLs. */
function mapAddress(url: string): string | undefined {
  if (!/^(?:https?:)?\/\/(?:www|maps)\.google\.[a-z.]{2,6}\/maps/i.test(url)) return undefined;
  const [, longitude, latitude] = /!2d(-?\d{1,3}\.\d{1,20})!3d(-?\d{1,2}\.\d{1,20})/.exec(url) ?? [];
  if (longitude && latitude)
    return `https://www.google.com/maps/search/?api=1&query=${latitude},${longitude}`;
  return url.replace(/[?&]output=embed(?=&|$)/i, '');
}

const valuesOf = ({ named, positional }: ShortcodeAttributes) =>
  [...Object.values(named), ...positional].map((value) => decodeEntities(value).trim());

function addressAt(site: string, url: string): string | undefined {
  if (!/^(?:https?:)?\/\/[^\s<>"]+$/i.test(url) || findProvider(url)?.slug !== site) return undefined;
  const video = videoAt(url);
  if (video) return watchAddress(video); // other parameters are the player's size
  // API URLs are of no use to visitors.
  return /^(?:https?:)?\/\/api\.soundcloud\.com\//i.test(url)
    ? `https://w.soundcloud.com/player/?url=${encodeURIComponent(url)}`
    : url;
}
