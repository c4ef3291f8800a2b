import { decodeEntities } from '../../../lib/plain-text.ts';
import { videoAt, watchAddress } from '../../../lib/video-address.ts';
import { findProvider } from '../embeds.ts';
import { parseShortcodeAttributes } from './attributes.ts';
import type { ShortcodeAttributes } from './attributes.ts';

/** What makes an address of the number or word by which a site names a thing; undefined: it is none of that site's. */
type AddressOf = (id: string) => string | undefined;

const made = (pattern: RegExp, start: string): AddressOf => (id) => (pattern.test(id) ? start + id : undefined);

/** Sites whose things have a shortcode of their name, as `findProvider` calls them, and what stands in one that gives no address. */
const sites: ReadonlyMap<string, AddressOf | undefined> = new Map([
  // Words have eleven letters, too: none of those has a digit in it, or a capital behind its first letter.
  ['youtube', made(/^(?=.+[\dA-Z])[\w-]{11}$/, 'https://www.youtube.com/watch?v=')],
  ['vimeo', made(/^\d{6,15}$/, 'https://vimeo.com/')],
  ['dailymotion', made(/^x[a-z\d]{4,11}$/, 'https://www.dailymotion.com/video/')],
  ['twitter', made(/^\d{6,20}$/, 'https://twitter.com/i/web/status/')],
  ['spotify', (id: string) => {
    const [, kind, name] = /^spotify:(track|album|artist|playlist|episode|show):(\w{10,40})$/.exec(id) ?? [];
    return kind && name && `https://open.spotify.com/${kind}/${name}`;
  }],
  ['ted', undefined], ['soundcloud', undefined], ['instagram', undefined], ['facebook', undefined], ['tiktok', undefined], ['mixcloud', undefined],
  ['flickr', undefined], ['pinterest', undefined], ['reddit', undefined], ['tumblr', undefined], ['imgur', undefined], ['scribd', undefined],
  ['slideshare', undefined], ['issuu', undefined], ['kickstarter', undefined],
]);

/** The site that a shortcode shows something of: `youtube`, `su_youtube` and `fusion_youtube` of two collections of shortcodes, `tweet`. */
function siteOf(name: string): string | undefined {
  const bare = name.toLowerCase().replace(/^(?:su|fusion)_/, '');
  const site = bare === 'tweet' ? 'twitter' : bare;
  return sites.has(site) ? site : undefined;
}

/** Whether a shortcode may say its address behind a sign of equality: `[youtube=https://…]`. */
export const mayHoldAddress = (name: string): boolean => siteOf(name) !== undefined;

/**
 * The address of what a shortcode of Jetpack, WordPress.com or a well-known collection shows of another site: `[youtube https://…]`, `[vimeo 12345678]`,
 * `[soundcloud url="…"]`. `text` is what stands behind its name. Undefined for other names, and where it names nothing there.
 */
export function embeddedAddress(name: string, text: string): string | undefined {
  const site = siteOf(name);
  if (site === undefined) return undefined;
  const attributes = parseShortcodeAttributes(text.replace(/^\s*=\s*|(?<=[\s"'])\/\s*$/g, ''));
  const values = valuesOf(attributes);
  return values.map((value) => addressAt(site, value)).find((address) => address !== undefined)
    ?? [attributes.named.id, attributes.positional[0]].map((id) => id && sites.get(site)?.(decodeEntities(id).trim())).find(Boolean);
}

const valuesOf = ({ named, positional }: ShortcodeAttributes) => [...Object.values(named), ...positional].map((value) => decodeEntities(value).trim());

/** An address of the site, as people open it. */
function addressAt(site: string, url: string): string | undefined {
  if (!/^(?:https?:)?\/\/[^\s<>"]+$/i.test(url) || findProvider(url)?.slug !== site) return undefined;
  const video = videoAt(url);
  if (video) return watchAddress(video); // what else it says is the size of a player
  // People have no use for what programs are answered.
  return /^(?:https?:)?\/\/api\.soundcloud\.com\//i.test(url) ? `https://w.soundcloud.com/player/?url=${encodeURIComponent(url)}` : url;
}
