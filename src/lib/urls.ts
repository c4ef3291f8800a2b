/** Adds encoded parameters (`a=1&b=2`) to a URL, before its fragment; '' leaves it unchanged. */
export function withQuery(address: string, query: string): string {
  if (query === '') return address;
  const hash = address.indexOf('#');
  const path = hash < 0 ? address : address.slice(0, hash);
  return `${path}${path.includes('?') ? '&' : '?'}${query}${address.slice(path.length)}`;
}

/** The text after the first `?` of a URL, as written and including further ones; '' without a query. */
export function queryOf(address: string): string {
  const mark = address.indexOf('?');
  return mark < 0 ? '' : address.slice(mark + 1);
}

export function parametersOf(address: string): Set<string> {
  return new Set(new URLSearchParams(queryOf(address.split('#', 1)[0] ?? '')).keys());
}

/** Path, query and fragment of a URL on this site; undefined for invalid URLs and other sites. */
export function ownPath(address: string | undefined, siteUrl: string): string | undefined {
  if (!address || !URL.canParse(address, siteUrl)) return undefined;
  const { origin, pathname, search, hash } = new URL(address, siteUrl);
  return origin === new URL(siteUrl).origin && !pathname.startsWith('//')
    ? pathname + search + hash
    : undefined;
}

/** Characters not allowed in an IRI (RFC 3987): bare percent signs, blanks, markup characters, unassigned characters. */
const notInIri =
  /%(?![\da-f]{2})|[^\w\-.~:/?#@!$&'()*+,;=%\u00a0-\ud7ff\uf900-\ufdcf\ufdf0-\uffef\u{10000}-\u{1fffd}\u{20000}-\u{2fffd}\u{30000}-\u{3fffd}]/giu;

/** Trims a URL of any scheme and escapes characters that are not allowed in an IRI. Idempotent. */
export function asIri(address: string): string {
  const [before = '', ...fragment] = address.trim().toWellFormed().split('#');
  const iri = [before, ...(fragment.length > 0 ? [fragment.join('%23')] : [])].join('#');
  return iri.replace(notInIri, (character) => encodeURIComponent(character));
}

/** First path segments that WordPress or site owners put before all URLs. */
export const addressPrefixes: ReadonlySet<string> = new Set(['index.php', 'blog', 'archives']);

export const isDate = ([year = '', ...parts]: readonly string[]): boolean =>
  /^\d{4}$/.test(year) && parts.length <= 2 && parts.every((part) => /^\d{1,2}$/.test(part));

/** Whether a path may be a date archive, apart from a prefix: `/2026/12/`, `/archives/2019/`. */
export const mayBeArchive = (segments: readonly string[]): boolean => {
  const bare = segments.filter((part) => !addressPrefixes.has(part));
  return isDate(bare) && /^(?:19|20)/.test(bare[0] ?? '');
};

/** Whether segments may precede an article's id in a permalink: `/archives/123`, `/2026/03/123/`. */
export const mayStandBeforeId = (inFront: readonly string[]): boolean =>
  inFront.every((part) => addressPrefixes.has(part) || /^\d{1,4}$/.test(part));

const scheme = String.raw`(?:https?:\/\/)?`;
const domain = String.raw`(?:[\p{L}\d](?:[\p{L}\d-]*[\p{L}\d])?\.)+\p{L}{2,}`;
const byte = String.raw`(?:25[0-5]|2[0-4]\d|1?\d?\d)`;
const rest = String.raw`(?::\d{1,5})?(?:\/[^\s?#]*)?(?:\?[^\s#]*)?(?:#\S*)?`;
const pattern = new RegExp(`^${scheme}(?:${domain}|${byte}(?:\\.${byte}){3})${rest}$`, 'iu');

/** Whether a smart list may link to a URL: a domain or IPv4 host, with or without `http://` or `https://`, or this site (`origin`). */
export function isSlideAddress(address: string, origin: string): boolean {
  const isOwn = /^[/?#]\S*$/.test(address) || address === origin || address.startsWith(`${origin}/`);
  return isOwn || pattern.test(address);
}

/** `url(…)` with all characters escaped that could end it. */
export function cssUrl(address: string): string {
  const escaped = (letter: string) =>
    encodeURIComponent(letter).replace(/['()]/, (sign) => `%${sign.charCodeAt(0).toString(16)}`);
  return `url(${address.toWellFormed().replace(/[^\w\-.~:/?#@!$&*+,=%]/gu, escaped)})`;
}

const written = /url\(\s*(?:"([^"]*)"|'([^']*)'|([^"'()\s]+))\s*\)/gi;

export function cssUrls(css: string): string[] {
  return [...css.matchAll(written)].map(([, double, single, bare]) => double ?? single ?? bare ?? '');
}

/** Replaces URLs in CSS; those for which `change` returns undefined are unchanged. */
export function withCssUrls(css: string, change: (address: string) => string | undefined): string {
  return css.replace(written, (whole, double?: string, single?: string, bare?: string) => {
    const address = change(double ?? single ?? bare ?? '');
    return address === undefined ? whole : cssUrl(address);
  });
}
