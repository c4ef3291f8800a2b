import { trimEndOf } from '../../lib/cut-text.ts';

export const redirectStatuses = [301, 302, 307, 308, 410] as const;
/** 301 and 308 are lasting, 302 and 307 for now; 307 and 308 keep the method; 410: gone for good. */
export type RedirectStatus = (typeof redirectStatuses)[number];

/** Sends readers of one address to another. */
export interface Redirect {
  readonly id: number;
  /** Path of this site, with its query when that matters. */
  readonly source: string;
  /** Path of this site or http(s) address; empty for 410. */
  readonly target: string;
  readonly status: RedirectStatus;
  /** Milliseconds. */
  readonly createdAt: number;
  /** Counts changes; a stale save names an older one. */
  readonly revision: number;
}

/** A path or address with its escaped letters as letters; as it is where an escape is none. */
export function safeDecode(path: string): string {
  try {
    return decodeURI(path);
  } catch {
    return path; // compared as it is
  }
}

/** A path as an editor may have written it: with letters percent-encoded or not, with a slash at its end or not; as asked first. */
export function spellings(path: string): string[] {
  const other = path.endsWith('/') ? trimEndOf(path, '/') || '/' : `${path}/`;
  return [...new Set([path, safeDecode(path), other, safeDecode(other)])];
}

/** A path with its capitals as small letters, percent-encoded; undefined where it has none. */
export function lowerCased(path: string): string | undefined {
  // An escaped sign that would part the address stays as it is.
  const spelled = (turn: (text: string) => string) =>
    path
      .split(/(%(?:2[346BCF]|3[ABDF]|40))/i)
      .map((part, at) => (at % 2 === 0 ? encodeURI(turn(safeDecode(part))) : part))
      .join('');
  const lower = spelled((text) => text.toLowerCase());
  return lower === spelled(String) ? undefined : lower;
}

/**
 * What a redirect may start at by which who is sent to an address of this site (path, and query where it has one) is sent on, where no page is: it is found in
 * any spelling of the path, and by the small letters of one in capitals.
 */
export function sourcesFor(address: string): string[] {
  const { pathname, search } = new URL(address, 'https://this.invalid'); // as browsers ask for it
  const lower = lowerCased(pathname);
  const paths = [...spellings(pathname), ...(lower === undefined ? [] : spellings(lower))];
  return [...new Set(paths.flatMap((path) => [path + search, path + safeDecode(search)]))];
}
