import { trimEndOf } from '../../lib/cut-text.ts';
import { escapeAsterisks, safeDecode, stayingEscapes } from './model.ts';
import type { Redirect } from './model.ts';

/** Source of a redirect with one `*`: at the end it matches the rest of a path, elsewhere text without a slash. */
export interface Pattern {
  /** Before and after `*`, percent-encoded. */
  readonly stem: string;
  readonly tail: string;
}

export const maxAddressLength = 2000;

/** A path in one spelling: percent-encoded, also `*`, with escapes of delimiters as they are. */
export function encodedPath(path: string): string {
  return path
    .toWellFormed()
    .split(stayingEscapes)
    .map((part, at) => (at % 2 === 0 ? escapeAsterisks(encodeURI(safeDecode(part))) : part.toUpperCase()))
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

/** A redirect with its parsed source. */
export interface ParsedRedirect {
  readonly redirect: Redirect;
  readonly pattern: Pattern;
}

/** The patterns among redirects, the one that applies first before others. */
export function parsePatterns(redirects: readonly Redirect[]): ParsedRedirect[] {
  return redirects
    .flatMap((redirect) => {
      const pattern = patternOf(redirect.source);
      return pattern ? [{ redirect, pattern }] : [];
    })
    .toSorted(bySpecificity);
}

/** Compares patterns: longer ones first. */
export function bySpecificity(one: ParsedRedirect, two: ParsedRedirect): number {
  const lengthOf = ({ stem, tail }: Pattern) => stem.length + tail.length;
  return (
    lengthOf(two.pattern) - lengthOf(one.pattern) ||
    two.pattern.stem.length - one.pattern.stem.length ||
    (one.redirect.source < two.redirect.source ? -1 : 1)
  );
}

/** The part of a path that a pattern's `*` stands for; undefined if it does not match. `encoded`: by `encodedPath`. */
export function matchedText({ stem, tail }: Pattern, encoded: string): string | undefined {
  const other = encoded.endsWith('/') ? trimEndOf(encoded, '/') : `${encoded}/`;
  for (const spelled of [encoded, other]) {
    if (!spelled.startsWith(stem) || !spelled.endsWith(tail)) continue;
    if (spelled.length < stem.length + tail.length) continue;
    const text = spelled.slice(stem.length, spelled.length - tail.length);
    if (tail === '' || (text !== '' && !text.includes('/'))) return text;
  }
  return undefined;
}

/** Where a pattern leads from an encoded path; undefined if it does not match, or the result could leave the site. */
function targetFrom({ redirect, pattern }: ParsedRedirect, encoded: string): string | undefined {
  const text = matchedText(pattern, encoded);
  if (text === undefined) return undefined;
  if (redirect.status === 410) return '';
  const target = filled(redirect.target, text);
  return staysOnSite(target) ? target : undefined;
}

/** The first of sorted patterns that applies to a path, with the target that it gives. */
export function firstPattern(patterns: readonly ParsedRedirect[], path: string): Redirect | undefined {
  const encoded = encodedPath(path);
  for (const parsed of patterns) {
    const target = targetFrom(parsed, encoded);
    if (target !== undefined) return { ...parsed.redirect, target };
  }
  return undefined;
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
