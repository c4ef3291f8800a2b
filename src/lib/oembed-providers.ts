/** Where sites say by oEmbed what stands at addresses of theirs: their hosts, and the address that is asked. */
const known: readonly (readonly [hosts: string, endpoint: string])[] = [
  ['youtube.com youtube-nocookie.com youtu.be', 'https://www.youtube.com/oembed'],
  ['vimeo.com', 'https://vimeo.com/api/oembed.json'],
  ['dailymotion.com dai.ly', 'https://www.dailymotion.com/services/oembed'],
  ['wordpress.tv', 'https://wordpress.tv/oembed/'],
  ['ted.com', 'https://www.ted.com/services/v1/oembed.json'],
  ['tiktok.com', 'https://www.tiktok.com/oembed'],
  ['twitter.com x.com', 'https://publish.twitter.com/oembed'],
  ['bsky.app', 'https://embed.bsky.app/oembed'],
  ['soundcloud.com', 'https://soundcloud.com/oembed'],
  ['open.spotify.com', 'https://open.spotify.com/oembed'],
  ['mixcloud.com', 'https://app.mixcloud.com/oembed/'],
  ['flickr.com flic.kr', 'https://www.flickr.com/services/oembed/'],
  ['pinterest.com', 'https://www.pinterest.com/oembed.json'],
  ['reddit.com', 'https://www.reddit.com/oembed'],
  ['tumblr.com', 'https://www.tumblr.com/oembed/1.0'],
  ['imgur.com', 'https://api.imgur.com/oembed'],
  ['scribd.com', 'https://www.scribd.com/services/oembed'],
  ['slideshare.net', 'https://www.slideshare.net/api/oembed/2'],
  ['speakerdeck.com', 'https://speakerdeck.com/oembed.json'],
  ['issuu.com', 'https://issuu.com/oembed_wp'],
  ['kickstarter.com', 'https://www.kickstarter.com/services/oembed'],
];

const endpointByHost: ReadonlyMap<string, string> = new Map(
  known.flatMap(([hosts, endpoint]) => hosts.split(' ').map((host) => [host, endpoint] as const)),
);
/** The first host of each site that we know how to ask. */
export const knownProviders: readonly string[] = known.map(([hosts]) => hosts.replace(/ .*/, ''));

/** A site that may be asked: a host that we know, or any with the address that is asked of it. */
const linePattern = /^([a-z\d-]{1,63}(?:\.[a-z\d-]{1,63}){1,10})(?: (https?:\/\/[^\s@]{1,500}))?$/;

/** Whether a line names a site that can be asked: `youtube.com`, or `films.example https://films.example/oembed`. */
export function isProviderLine(line: string): boolean {
  const [whole, host = '', endpoint] = linePattern.exec(line) ?? [];
  return whole !== undefined && (endpoint === undefined ? endpointByHost.has(host) : URL.canParse(endpoint));
}

/** Whether one of these hosts has an address, or a host above its own is among them. */
export function isAtOneOf(url: URL, hosts: readonly string[]): boolean {
  const host = url.hostname.toLowerCase();
  return hosts.some((named) => host === named || host.endsWith(`.${named}`));
}

/** Every host that the lines of the setting have asked, other names of the same site too; what is asked there, which may hold a key, is left out. */
export function askedHosts(lines: readonly string[]): readonly string[] {
  return lines.flatMap((line) => {
    const [, named = '', own] = linePattern.exec(line) ?? [];
    if (own !== undefined) return [named];
    const endpoint = endpointByHost.get(named);
    return endpoint === undefined
      ? []
      : [...endpointByHost].filter(([, other]) => other === endpoint).map(([name]) => name);
  });
}

/**
 * The address that says what stands at a public one, by the lines of the setting; undefined where none names its site. Hosts below a named one count as it, and
 * another name of a site that we know (`youtu.be`) as that.
 */
export function endpointFor(url: URL, lines: readonly string[]): string | undefined {
  if (!/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '') return undefined;
  const line = lines.find((one) => isAtOneOf(url, askedHosts([one])));
  const [, named = '', own] = linePattern.exec(line ?? '') ?? [];
  return own ?? endpointByHost.get(named);
}
