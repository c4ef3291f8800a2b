import type { BlockToken } from '../markup/block-tokens.ts';
import { withoutListings } from './code.ts';

/** Which blocks hold classic text, and which leave no trace between listings when a text is rendered. */
export interface BlockKinds {
  isClassic(name: string): boolean;
  isSaved(name: string): boolean;
}

/**
 * A text of blocks, as long as before, in which listings of code hold no bracket. The HTML of blocks is searched without the comments around them, since a
 * listing may span several; classic text by itself, since it may hold any element.
 */
export function maskListings(
  written: string,
  tokens: readonly BlockToken[],
  { isClassic, isSaved }: BlockKinds,
): string {
  if (!written.includes('[/')) return written;
  let html = '';
  let at = 0;
  let depth = 0;
  let inClassic = true;
  const add = (end: number) => {
    const text = written.slice(at, end);
    html += inClassic && !/<p[\s>]/i.test(text) ? withoutListings(text) : text;
  };
  for (const { kind, name, start, end } of tokens) {
    add(start);
    html += isSaved(name) ? ' '.repeat(end - start) : written.slice(start, end);
    at = end;
    depth = Math.max(0, depth + (kind === 'open' ? 1 : kind === 'close' ? -1 : 0));
    inClassic = depth === 0 || (kind === 'open' && isClassic(name));
  }
  add(written.length);
  const shown = withoutListings(html, true);
  let result = '';
  at = 0;
  for (const { start, end } of tokens) {
    result +=
      shown.slice(at, start) +
      (shown.slice(start, end).trim() === '' ? written.slice(start, end) : shown.slice(start, end));
    at = end;
  }
  return result + shown.slice(at);
}
