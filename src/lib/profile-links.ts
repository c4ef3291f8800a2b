/** Profile URLs on social networks and other sites. */

/** Longest URL in UTF-16 units. */
export const maxProfileLinkLength = 300;

/** Parameters added by sharing, which don't identify the profile. */
const tracking = /^(?:utm_\w+|fbclid|gclid|igsh|igshid|mibextid|si|ref_src)$/;

/**
 * Normalizes a profile URL entered by a user: https, without tracking parameters; `example.com/ada` becomes
 * `https://example.com/ada`. Undefined for invalid ones: other schemes, passwords, names without a dot, numeric hosts.
 */
export function profileLink(typed: string): string | undefined {
  const text = typed.trim();
  const address = /^[a-z][a-z\d+.-]*:/i.test(text) ? text : `https://${text}`;
  if (text.length > maxProfileLinkLength || /[\s\\<>"`{}|^]/.test(text) || !URL.canParse(address))
    return undefined;
  const url = new URL(address);
  const isName = /^(?:[a-z\d](?:[a-z\d-]*[a-z\d])?\.)+[a-z](?:[a-z\d-]*[a-z\d])$/.test(url.hostname);
  if (url.protocol !== 'https:' || url.username !== '' || url.password !== '' || !isName) return undefined;
  for (const name of new Set(url.searchParams.keys())) if (tracking.test(name)) url.searchParams.delete(name);
  return url.href.length > maxProfileLinkLength
    ? undefined
    : url.href.replace(/^(https:\/\/[^/?#]+)\/$/, '$1');
}

/** Services by host, with the names of WordPress' social links. Subdomains belong to the same service. */
const services: Readonly<Record<string, string>> = {
  'bandcamp.com': 'bandcamp',
  'behance.net': 'behance',
  'bsky.app': 'bluesky',
  'codepen.io': 'codepen',
  'deviantart.com': 'deviantart',
  'discord.gg': 'discord',
  'dribbble.com': 'dribbble',
  'facebook.com': 'facebook',
  'fb.com': 'facebook',
  'flickr.com': 'flickr',
  'github.com': 'github',
  'goodreads.com': 'goodreads',
  'instagram.com': 'instagram',
  'last.fm': 'lastfm',
  'linkedin.com': 'linkedin',
  'mastodon.social': 'mastodon',
  'mastodon.online': 'mastodon',
  'medium.com': 'medium',
  'patreon.com': 'patreon',
  'pinterest.com': 'pinterest',
  'reddit.com': 'reddit',
  'snapchat.com': 'snapchat',
  'soundcloud.com': 'soundcloud',
  'spotify.com': 'spotify',
  't.me': 'telegram',
  'telegram.me': 'telegram',
  'threads.com': 'threads',
  'threads.net': 'threads',
  'tiktok.com': 'tiktok',
  'tumblr.com': 'tumblr',
  'twitch.tv': 'twitch',
  'twitter.com': 'x',
  'vimeo.com': 'vimeo',
  'vk.com': 'vk',
  'wa.me': 'whatsapp',
  'x.com': 'x',
  'yelp.com': 'yelp',
  'youtu.be': 'youtube',
  'youtube.com': 'youtube',
};

/** The service of a profile URL, by its name in WordPress' social links; `chain` for other sites. */
export function profileService(link: string): string {
  const { hostname, pathname } = new URL(link);
  const parts = hostname.split('.');
  for (let from = 0; from < parts.length - 1; from++) {
    const host = parts.slice(from).join('.');
    if (Object.hasOwn(services, host)) return services[host] ?? 'chain';
  }
  // Mastodon has thousands of hosts, but one path format.
  return /^\/@[\w.-]+(?:@[\w.-]+)?\/?$/.test(pathname) ? 'mastodon' : 'chain';
}

/** Base URL of accounts, for services of which plugins store only the name. */
const accounts: Readonly<Record<string, string>> = {
  facebook: 'https://www.facebook.com/',
  instagram: 'https://www.instagram.com/',
  linkedin: 'https://www.linkedin.com/in/',
  twitter: 'https://x.com/',
  x: 'https://x.com/',
  youtube: 'https://www.youtube.com/@',
  pinterest: 'https://www.pinterest.com/',
  tiktok: 'https://www.tiktok.com/@',
  github: 'https://github.com/',
  threads: 'https://www.threads.com/@',
  soundcloud: 'https://soundcloud.com/',
  bluesky: 'https://bsky.app/profile/',
  tumblr: '',
  mastodon: '',
  wikipedia: '',
  vimeo: '',
};

/** Keys under which WordPress' plugins and themes store authors' profiles. */
export const importedServices = Object.keys(accounts);

/** The profile URL for such a value: a URL (http becomes https), or an account name with or without `@`; undefined for anything else. */
export function importedProfileLink(service: string, value: string): string | undefined {
  const text = value.trim();
  if (/^https?:\/\//i.test(text)) return profileLink(text.replace(/^http:/i, 'https:'));
  const base = Object.hasOwn(accounts, service) ? accounts[service] : '';
  const name = text.replace(/^@/, '');
  if (base !== '' && /^[\w.-]{1,60}$/.test(name) && !/\.(?:com|net|org)$/i.test(name))
    return profileLink(`${base}${name}`);
  return /^[\w.-]+\.[a-z]{2,}\/\S+$/i.test(text) ? profileLink(text) : undefined;
}
