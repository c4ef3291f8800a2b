/** Addresses of people at social networks and elsewhere. */

/** Longest address, in UTF-16 units. */
export const longestProfileLink = 300;

/** What shares of a page carry along, and says nothing of whose page it is. */
const tracking = /^(?:utm_\w+|fbclid|gclid|igsh|igshid|mibextid|si|ref_src)$/;

/**
 * An address as it is kept and shown, of what somebody typed: by https, without what tracks who opens it, `example.com/ada` for `https://example.com/ada`.
 * Undefined for what is none: other schemes, passwords in it, names without a dot, hosts that are numbers.
 */
export function profileLink(typed: string): string | undefined {
  const text = typed.trim();
  const address = /^[a-z][a-z\d+.-]*:/i.test(text) ? text : `https://${text}`;
  if (text.length > longestProfileLink || /[\s\\<>"`{}|^]/.test(text) || !URL.canParse(address))
    return undefined;
  const url = new URL(address);
  const isName = /^(?:[a-z\d](?:[a-z\d-]*[a-z\d])?\.)+[a-z](?:[a-z\d-]*[a-z\d])$/.test(url.hostname);
  if (url.protocol !== 'https:' || url.username !== '' || url.password !== '' || !isName) return undefined;
  for (const name of new Set(url.searchParams.keys())) if (tracking.test(name)) url.searchParams.delete(name);
  return url.href.length > longestProfileLink ? undefined : url.href.replace(/^(https:\/\/[^/?#]+)\/$/, '$1');
}

/** Hosts of services, which are called as WordPress' social links call them; their subdomains are theirs, too. */
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

/** The service that an address leads to, by the name that WordPress' social links have for it; `chain`: any other place. */
export function profileService(link: string): string {
  const { hostname, pathname } = new URL(link);
  const parts = hostname.split('.');
  for (let from = 0; from < parts.length - 1; from++) {
    const host = parts.slice(from).join('.');
    if (Object.hasOwn(services, host)) return services[host] ?? 'chain';
  }
  // Mastodon has thousands of hosts, and one kind of path.
  return /^\/@[\w.-]+(?:@[\w.-]+)?\/?$/.test(pathname) ? 'mastodon' : 'chain';
}

/** Where the account of a name stands, at services of which plug-ins keep the name alone. */
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

/** Keys under which plug-ins and themes of WordPress keep the addresses, or names, of authors at services. */
export const importedServices = Object.keys(accounts);

/** The address that such a value means: an address (http becomes https), or a name with or without `@`; undefined for anything else. */
export function importedProfileLink(service: string, value: string): string | undefined {
  const text = value.trim();
  if (/^https?:\/\//i.test(text)) return profileLink(text.replace(/^http:/i, 'https:'));
  const base = Object.hasOwn(accounts, service) ? accounts[service] : '';
  const name = text.replace(/^@/, '');
  if (base !== '' && /^[\w.-]{1,60}$/.test(name) && !/\.(?:com|net|org)$/i.test(name))
    return profileLink(`${base}${name}`);
  return /^[\w.-]+\.[a-z]{2,}\/\S+$/i.test(text) ? profileLink(text) : undefined;
}
