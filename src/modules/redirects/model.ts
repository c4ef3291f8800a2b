import { trimEndOf } from '../../lib/cut-text.ts';

export const redirectStatuses = [301, 302, 307, 308, 410] as const;
/** 301 and 308 are permanent, 302 and 307 temporary; 307 and 308 keep the method; 410: gone for good. */
export type RedirectStatus = (typeof redirectStatuses)[number];

export interface Redirect {
  readonly id: number;
  /** Path on this site, with a query if it matters. `*` makes it a pattern; a literal asterisk is `%2A`. */
  readonly source: string;
  /** Path on this site or http(s) URL; empty for 410. */
  readonly target: string;
  readonly status: RedirectStatus;
  /** Milliseconds. */
  readonly createdAt: number;
  /** Incremented by each change; detects stale saves. */
  readonly revision: number;
}

/** Decoded if it is valid; null bytes stay escaped, since PostgreSQL rejects them. */
export function safeDecode(path: string): string {
  try {
    return decodeURI(path).replaceAll('\0', '%00');
  } catch {
    return path;
  }
}

/** Asterisks of addresses as sources have them. */
export const escapeAsterisks = (address: string): string => address.replaceAll('*', '%2A');

/** A source as it is stored. */
export const normalSource = (source: string): string => source.trim().replace(/%2a/g, '%2A');

export function spellings(path: string): string[] {
  const other = path.endsWith('/') ? trimEndOf(path, '/') || '/' : `${path}/`;
  return [...new Set([path, safeDecode(path), other, safeDecode(other)])];
}

/** Escapes of delimiters, since decoding them would change the structure of a URL, and of null bytes. */
export const stayingEscapes = /(%(?:00|2[346BCF]|3[ABDF]|40))/i;

/** The path in lower case, percent-encoded; undefined if it is already. */
export function lowerCased(path: string): string | undefined {
  const spelled = (turn: (text: string) => string) =>
    path
      .split(stayingEscapes)
      .map((part, at) => (at % 2 === 0 ? encodeURI(turn(safeDecode(part))) : part))
      .join('');
  const lower = spelled((text) => text.toLowerCase());
  return lower === spelled(String) ? undefined : lower;
}

/** Sources of redirects that apply to an address (path with optional query) without a page: all spellings of its path, also in lower case. */
export function sourcesFor(address: string): string[] {
  const { pathname, search } = new URL(address, 'https://this.invalid'); // normalized as browsers request it
  const lower = lowerCased(pathname);
  const paths = [...spellings(pathname), ...(lower === undefined ? [] : spellings(lower))];
  const sources = paths.flatMap((path) => [path + search, path + safeDecode(search)]);
  return [...new Set(sources.map(escapeAsterisks))];
}
