import { foreignSources, trust } from './trust.ts';

/** Whether a source of the page, written as in its policy (`https://a.example`, `https://*.b.example`, `c.example`, `https:`), means this address. */
function means(source: string, { protocol, host, origin }: URL): boolean {
  if (source === 'https:') return protocol === source;
  const [start = '', end] = source.split('*.');
  const written = source.includes('://') ? origin : host;
  return end === undefined
    ? written === source
    : written.startsWith(start) && written.endsWith(`.${end}`) && written.length >= source.length;
}

/** An address that a script may come from: of our build, or of an origin that the page names. Throws for any other. */
export function scriptAddress(url: string): string {
  const address = new URL(url, location.href);
  const isOurs = address.origin === location.origin && /^\/(?:assets\/)?[\w-]+\.js$/.test(address.pathname);
  if (!isOurs && !foreignSources().some((source) => means(source, address)))
    throw new TypeError(`No script comes from ${url}.`);
  return trust().createScriptURL(url);
}
