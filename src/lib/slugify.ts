import { trimEndsOf } from './trim-ends.ts';
import { visibleName } from './visible-name.ts';

/** Longest slug in characters, as in WordPress. */
const longest = 200;

/** Makes a slug of a title: `Crème brûlée & co` → `creme-brulee-co`; letters of other scripts stay. Empty when nothing is left. */
export function slugify(title: string): string {
  return trimEndsOf(title
    .normalize('NFKD').replace(/\p{M}+/gu, '').normalize('NFC')
    .toLowerCase()
    .replace(/<[^<>]*>|&[a-z]+;|&#\d+;/g, ' ')
    .replace(/['’]/g, '')
    .replace(/[^\p{L}\p{N}_]+/gu, '-')
    .slice(0, longest).replace(/[\uD800-\uDBFF]$/, ''), '-'); // a cut may halve a character
}

/** Decodes a slug as exports hold it (`%e3%81%82`); leaves it alone when it is not valid percent-encoding. */
export function decodeSlug(slug: string): string {
  try {
    return decodeURIComponent(slug);
  } catch {
    return slug; // a literal per cent sign
  }
}

/**
 * A slug that somebody else made, as we keep it: decoded, at most as long as ours, and without what would part or end an address. Empty when nothing is left
 * that can be seen.
 */
export function foreignSlug(slug: string): string {
  // oxlint-disable-next-line no-control-regex -- these are the characters to replace
  const harmless = decodeSlug(slug.slice(0, longest * 9)).toWellFormed().replace(/[\u0000-\u0020\u007f/\\?#]+/g, '-');
  const cut = harmless.length > longest ? harmless.slice(0, longest).replace(/[\uD800-\uDBFF]$/, '') : harmless;
  return visibleName(cut.replace(/[.-]+/g, '')) === '' ? '' : cut;
}
