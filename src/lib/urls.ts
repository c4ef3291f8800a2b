/** An address with further parameters (`a=1&b=2`, encoded already) behind those that it has and before its fragment; '': as it is. */
export function withQuery(address: string, query: string): string {
  if (query === '') return address;
  const hash = address.indexOf('#');
  const path = hash < 0 ? address : address.slice(0, hash);
  return `${path}${path.includes('?') ? '&' : '?'}${query}${address.slice(path.length)}`;
}

/** What stands behind the first `?` of an address, as it is written: a further one is a sign of the query. '' where there is none. */
export function queryOf(address: string): string {
  const mark = address.indexOf('?');
  return mark < 0 ? '' : address.slice(mark + 1);
}

/** Names of the parameters that an address has. */
export function parametersOf(address: string): Set<string> {
  return new Set(new URLSearchParams(queryOf(address.split('#', 1)[0] ?? '')).keys());
}

/** Path, query and fragment of an address of this site; undefined for what is no address, or leads elsewhere. */
export function ownPath(address: string | undefined, siteUrl: string): string | undefined {
  if (!address || !URL.canParse(address, siteUrl)) return undefined;
  const { origin, pathname, search, hash } = new URL(address, siteUrl);
  return origin === new URL(siteUrl).origin && !pathname.startsWith('//')
    ? pathname + search + hash
    : undefined;
}

/** What an IRI (RFC 3987) has no place for as it is: a per cent sign that is none of an escape, blanks, signs of markup, what is no letter of any script. */
const notInIri =
  /%(?![\da-f]{2})|[^\w\-.~:/?#@!$&'()*+,;=%\u00a0-\ud7ff\uf900-\ufdcf\ufdf0-\uffef\u{10000}-\u{1fffd}\u{20000}-\u{2fffd}\u{30000}-\u{3fffd}]/giu;

/** An address of any scheme as a valid IRI, the same for the same address: what has no place in one is escaped, and blanks around it go. */
export function asIri(address: string): string {
  const [before = '', ...fragment] = address.trim().toWellFormed().split('#');
  const iri = [before, ...(fragment.length > 0 ? [fragment.join('%23')] : [])].join('#');
  return iri.replace(notInIri, (character) => encodeURIComponent(character));
}

/** What WordPress, or a site's owner, puts before all addresses. */
export const addressPrefixes: ReadonlySet<string> = new Set(['index.php', 'blog', 'archives']);

/** Whether segments name a year, a month or a day. */
export const isDate = ([year = '', ...parts]: readonly string[]): boolean =>
  /^\d{4}$/.test(year) && parts.length <= 2 && parts.every((part) => /^\d{1,2}$/.test(part));

/** Whether there may be an archive by date at an address, a prefix apart, whatever else was called so: `/2026/12/`, `/archives/2019/`. */
export const mayBeArchive = (segments: readonly string[]): boolean => {
  const bare = segments.filter((part) => !addressPrefixes.has(part));
  return isDate(bare) && /^(?:19|20)/.test(bare[0] ?? '');
};

/** Whether the number of an article at the end of an address names it by a rule, with these segments in front: `/archives/123`, `/2026/03/123/`. */
export const mayStandBeforeId = (inFront: readonly string[]): boolean =>
  inFront.every((part) => addressPrefixes.has(part) || /^\d{1,4}$/.test(part));

const scheme = String.raw`(?:https?:\/\/)?`;
const domain = String.raw`(?:[\p{L}\d](?:[\p{L}\d-]*[\p{L}\d])?\.)+\p{L}{2,}`;
const byte = String.raw`(?:25[0-5]|2[0-4]\d|1?\d?\d)`;
const rest = String.raw`(?::\d{1,5})?(?:\/[^\s?#]*)?(?:\?[^\s#]*)?(?:#\S*)?`;
const pattern = new RegExp(`^${scheme}(?:${domain}|${byte}(?:\\.${byte}){3})${rest}$`, 'iu');

/**
 * Whether a link of a smart list may be followed: an address of a domain or IPv4 host, with or without `http://` or `https://`, or one of this site (`origin`).
 */
export function isSlideAddress(address: string, origin: string): boolean {
  const isOwn = /^[/?#]\S*$/.test(address) || address === origin || address.startsWith(`${origin}/`);
  return isOwn || pattern.test(address);
}

/** `url(…)` of an address that ends nowhere but there. */
export function cssUrl(address: string): string {
  const escaped = (letter: string) =>
    encodeURIComponent(letter).replace(/['()]/, (sign) => `%${sign.charCodeAt(0).toString(16)}`);
  return `url(${address.toWellFormed().replace(/[^\w\-.~:/?#@!$&*+,=%]/gu, escaped)})`;
}

const written = /url\(\s*(?:"([^"]*)"|'([^']*)'|([^"'()\s]+))\s*\)/gi;

/** The addresses that CSS names by `url(…)`, in their order. */
export function cssUrls(css: string): string[] {
  return [...css.matchAll(written)].map(([, double, single, bare]) => double ?? single ?? bare ?? '');
}

/** CSS with other addresses; those for which `change` says undefined stay as they are written. */
export function withCssUrls(css: string, change: (address: string) => string | undefined): string {
  return css.replace(written, (whole, double?: string, single?: string, bare?: string) => {
    const address = change(double ?? single ?? bare ?? '');
    return address === undefined ? whole : cssUrl(address);
  });
}
