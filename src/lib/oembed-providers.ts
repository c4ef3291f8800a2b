/** oEmbed providers: hosts, and the endpoint. */
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
export const knownProviders: readonly string[] = known.map(([hosts]) => hosts.replace(/ .*/, ''));

/** A known host, or any host with its endpoint. */
const linePattern = /^([a-z\d-]{1,63}(?:\.[a-z\d-]{1,63}){1,10})(?: (https?:\/\/[^\s@]{1,500}))?$/;

/** Whether a line of the setting is valid: `youtube.com`, or `films.example https://films.example/oembed`. */
export function isProviderLine(line: string): boolean {
  const [whole, host = '', endpoint] = linePattern.exec(line) ?? [];
  return whole !== undefined && (endpoint === undefined ? endpointByHost.has(host) : URL.canParse(endpoint));
}

/** Whether a URL is on one of these hosts or a subdomain of one. */
export function isAtOneOf(url: URL, hosts: readonly string[]): boolean {
  const host = url.hostname.toLowerCase();
  return hosts.some((named) => host === named || host.endsWith(`.${named}`));
}

/** All hosts that the setting's lines enable, including aliases of a provider. Endpoints, which may contain a key, are left out. */
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

/** The oEmbed endpoint for a URL; undefined when no line of the setting covers its site. Subdomains and known aliases (`youtu.be`) are covered. */
export function endpointFor(url: URL, lines: readonly string[]): string | undefined {
  if (!/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '') return undefined;
  const line = lines.find((one) => isAtOneOf(url, askedHosts([one])));
  const [, named = '', own] = linePattern.exec(line ?? '') ?? [];
  return own ?? endpointByHost.get(named);
}
