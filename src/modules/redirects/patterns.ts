import { trimEndOf } from '../../lib/cut-text.ts';
import { safeDecode } from './model.ts';
import type { Redirect } from './model.ts';

/** Source of a redirect with one `*`: at the end it matches the rest of a path, elsewhere text without a slash. */
export interface Pattern {
  /** Before and after `*`, percent-encoded. */
  readonly stem: string;
  readonly tail: string;
}

export const maxAddressLength = 2000;

/** Escapes of delimiters stay, since decoding them would change the structure of a URL. */
const delimiters = /(%(?:2[346BCF]|3[ABDF]|40))/i;

/** A path in one spelling: percent-encoded, with escapes of delimiters as they are. */
export function encodedPath(path: string): string {
  return path
    .toWellFormed()
    .split(delimiters)
    .map((part, at) => (at % 2 === 0 ? encodeURI(safeDecode(part)) : part.toUpperCase()))
    .join('');
}

export function starsIn(text: string): number {
  return text.split('*').length - 1;
}

export function patternOf(source: string): Pattern | undefined {
  if (starsIn(source) !== 1) return undefined;
  const [before = '', after = ''] = source.split('*');
  return { stem: encodedPath(before), tail: encodedPath(after) };
}

/** The part of a path, percent-encoded, that a pattern's `*` stands for; undefined if it does not match. */
export function matchedText({ stem, tail }: Pattern, path: string): string | undefined {
  const plain = encodedPath(path);
  const other = plain.endsWith('/') ? trimEndOf(plain, '/') : `${plain}/`;
  for (const spelled of [plain, other]) {
    if (!spelled.startsWith(stem) || !spelled.endsWith(tail)) continue;
    if (spelled.length < stem.length + tail.length) continue;
    const text = spelled.slice(stem.length, spelled.length - tail.length);
    if (tail === '' || (text !== '' && !text.includes('/'))) return text;
  }
  return undefined;
}

/** Where a pattern leads from a path; undefined if it does not match, or the result could leave the site. */
export function targetFrom(
  redirect: Pick<Redirect, 'source' | 'target' | 'status'>,
  path: string,
): string | undefined {
  const pattern = patternOf(redirect.source);
  const text = pattern && matchedText(pattern, path);
  if (text === undefined) return undefined;
  if (redirect.status === 410) return '';
  const target = filled(redirect.target, text);
  return staysOnSite(target) ? target : undefined;
}

export function filled(target: string, text: string): string {
  const [before = '', after] = target.split('*');
  if (after === undefined) return before;
  return text === '' && before.endsWith('/') ? before + after.replace(/^\//, '') : before + text + after;
}

/** A path of this site however browsers and proxies decode it: no second slash or backslash at its start, escaped or after dots. */
export function staysOnSite(target: string): boolean {
  if (!isSitePath(target) || !URL.canParse(target, 'https://this.invalid')) return false;
  const { host, pathname } = new URL(target, 'https://this.invalid');
  return host === 'this.invalid' && [target, pathname].every((path) => !/^\/(?:[/\\]|%2f|%5c)/i.test(path));
}

/** A path on this site: one leading slash (two would name a host), no space or control character, no backslash (browsers read it as a slash). */
export function isSitePath(address: string): boolean {
  return address.length <= maxAddressLength && /^\/(?!\/)[^\s\\\p{Cc}]*$/u.test(address);
}

/** Compares patterns: longer ones first. */
export function bySpecificity(a: Pick<Redirect, 'source'>, b: Pick<Redirect, 'source'>): number {
  const [one, two] = [patternOf(a.source), patternOf(b.source)];
  const lengthOf = (pattern: Pattern | undefined) =>
    (pattern?.stem.length ?? 0) + (pattern?.tail.length ?? 0);
  return (
    lengthOf(two) - lengthOf(one) ||
    (two?.stem.length ?? 0) - (one?.stem.length ?? 0) ||
    (a.source < b.source ? -1 : 1)
  );
}

/** The pattern that applies to a path, with the target that it gives. */
export function firstPattern(redirects: readonly Redirect[], path: string): Redirect | undefined {
  for (const redirect of redirects.toSorted(bySpecificity)) {
    const target = targetFrom(redirect, path);
    if (target !== undefined) return { ...redirect, target };
  }
  return undefined;
}
