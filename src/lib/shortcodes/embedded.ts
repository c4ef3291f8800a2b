import { decodeEntities } from '../plain-text.ts';
import { videoAt, watchAddress } from '../video.ts';
import { findProvider, watchUrl } from '../embed-providers.ts';
import { parseShortcodeAttributes } from './attributes.ts';
import type { ShortcodeAttributes } from './attributes.ts';

/** What makes an address of the number or word by which a site names a thing; undefined: it is none of that site's. */
type AddressOf = (id: string) => string | undefined;

const made =
  (pattern: RegExp, start: string): AddressOf =>
  (id) =>
    pattern.test(id) ? start + id : undefined;

/** Sites whose things have a shortcode of their name, as `findProvider` calls them, and what stands in one that gives no address. */
const sites: ReadonlyMap<string, AddressOf | undefined> = new Map([
  // Words have eleven letters, too: none of those has a digit in it, or a capital behind its first letter.
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
  // Small numbers are those of polls that other plugins kept on the site itself.
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

/** Shortcodes with another name than their site's. */
const siteByName: ReadonlyMap<string, string> = new Map([
  ['tweet', 'twitter'],
  ['wpvideo', 'videopress'],
  ['gist', 'github-gist'],
  ['archiveorg', 'internet-archive'],
  ['poll', 'crowdsignal'],
  ['polldaddy', 'crowdsignal'],
]);

/** The site that a shortcode shows something of: `youtube`, `su_youtube` and `fusion_youtube` of two collections of shortcodes, `tweet`. */
function siteOf(name: string): string | undefined {
  const bare = name.toLowerCase().replace(/^(?:su|fusion)_/, '');
  const site = siteByName.get(bare) ?? bare;
  return sites.has(site) ? site : undefined;
}

/** Shortcodes of frames, whatever they show: it is led to. */
const frames: ReadonlySet<string> = new Set(['iframe', 'googlemaps']);

/** Whether a shortcode may say its address behind a sign of equality: `[youtube=https://…]`. */
export const mayHoldAddress = (name: string): boolean => siteOf(name) !== undefined;

/**
 * The address of what a shortcode of Jetpack, WordPress.com or a well-known collection shows of another site: `[youtube https://…]`, `[vimeo 12345678]`,
 * `[soundcloud url="…"]`. `text` is what stands behind its name. Undefined for other names, and where it names nothing there.
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

/** Attributes that hold a number or a word by which a site names a thing. */
const idNames = ['id', 'poll', 'survey'] as const;

/** What stands between the two tags of a shortcode that says there what it shows; where it ends, and what follows of the closing tag. */
const between = /\s{0,20}([^\s<>[\]"']{5,500})\s{0,20}\[\/([\w-]{1,40})\]/y;

/** `[youtube]dQw4w9WgXcQ[/youtube]`, `[gist]https://…[/gist]`: the address of what such a shortcode shows, and where it ends; `at`: behind its first tag. */
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

/** What a frame shows, as people open it. */
export function framedAddress({ named, positional }: ShortcodeAttributes): string | undefined {
  const url = decodeEntities(named.src ?? named.url ?? positional[0] ?? '').trim();
  return /^(?:https?:)?\/\/[^\s<>"]+$/i.test(url) ? (watchUrl(url) ?? mapAddress(url) ?? url) : undefined;
}

/** A map of Google's as it opens outside of a frame; undefined for other addresses. */
function mapAddress(url: string): string | undefined {
  if (!/^(?:https?:)?\/\/(?:www|maps)\.google\.[a-z.]{2,6}\/maps/i.test(url)) return undefined;
  const [, longitude, latitude] = /!2d(-?\d{1,3}\.\d{1,20})!3d(-?\d{1,2}\.\d{1,20})/.exec(url) ?? [];
  if (longitude && latitude)
    return `https://www.google.com/maps/search/?api=1&query=${latitude},${longitude}`;
  return url.replace(/[?&]output=embed(?=&|$)/i, '');
}

const valuesOf = ({ named, positional }: ShortcodeAttributes) =>
  [...Object.values(named), ...positional].map((value) => decodeEntities(value).trim());

/** An address of the site, as people open it. */
function addressAt(site: string, url: string): string | undefined {
  if (!/^(?:https?:)?\/\/[^\s<>"]+$/i.test(url) || findProvider(url)?.slug !== site) return undefined;
  const video = videoAt(url);
  if (video) return watchAddress(video); // what else it says is the size of a player
  // People have no use for what programs are answered.
  return /^(?:https?:)?\/\/api\.soundcloud\.com\//i.test(url)
    ? `https://w.soundcloud.com/player/?url=${encodeURIComponent(url)}`
    : url;
}
