import { contentToText } from '../content-text.ts';
import { trimWords } from '../plain-text.ts';
import { expandShortcodes } from '../shortcodes/expand.ts';
import { hasBlocks, parseMarkup, withoutHidden } from './block-markup.ts';
import type { ParsedBlock } from './block-markup.ts';

/** Number of words returned; excerpts are never longer. */
export const openingWords = 100;

/** Characters of markup parsed at first, enough for the beginning of nearly every text. */
const firstMarkup = 32_000;
/** Characters of plain text in it that suffice: more than `openingWords` have, plus a truncated shortcode. */
const enoughText = 8_000;

/** WordPress' blocks included in excerpts; those for pictures, files, buttons and lists are not. Blocks of plugins all are. */
const readInExcerpts: ReadonlySet<string> = new Set(
  [
    'freeform',
    'heading',
    'html',
    'list',
    'list-item',
    'media-text',
    'paragraph',
    'preformatted',
    'pullquote',
    'quote',
    'table',
    'verse',
    'columns',
    'column',
    'group',
  ].map((name) => `core/${name}`),
);

/** Shortcodes of pictures and players; they enclose a caption or a URL. */
const shown =
  /\[(caption|wp_caption|embed|audio|video|playlist|gallery)\b[^\][]{0,4000}\][^[]{0,20000}\[\/\1\]/gi;
/** A URL alone in its paragraph or line, which becomes an embed. */
const paragraphOfAddress = /<p(?:\s[^<>]*)?>\s*https?:\/\/[^\s<>"]+\s*<\/p>/gi;
const lineOfAddress = /^[ \t]*https?:\/\/[^\s<>"]+[ \t]*$/gim;

/**
 * The first 100 words of a text, for excerpts and descriptions: visible blocks before the `more` mark, without headings
 * unless there is no other text, since they are no sentences. `written` includes the content of synced patterns.
 */
export function openingOfMarkup(written: string): string {
  const markup = expandShortcodes(withoutHidden(written), { isText: true }).content;
  const more = markup.search(/<!--more\b/);
  const before = more === -1 ? '' : openingOf(markup.slice(0, more));
  return before === '' ? openingOf(markup) : before;
}

function openingOf(markup: string): string {
  const plain = withoutHeadings(markup);
  const opening = beginningOf(plain);
  return opening === '' && plain !== markup ? beginningOf(markup) : opening;
}

const headingTag = /<(\/?)h([1-6])(?=[\s>])/gi;

/** Removes headings; an unclosed one stays. Linear in time. */
function withoutHeadings(markup: string): string {
  let text = '';
  let from = 0;
  let open: { readonly level: string | undefined; readonly at: number } | undefined;
  for (const { 1: closes, 2: level, index } of markup.matchAll(headingTag)) {
    if (!closes) open ??= { level, at: index };
    if (!closes || open === undefined || open.level !== level) continue;
    const end = markup.indexOf('>', index);
    if (end === -1) break;
    text += `${markup.slice(from, open.at)} `; // keeps the surrounding words apart
    from = end + 1;
    open = undefined;
  }
  return text + markup.slice(from);
}

function beginningOf(markup: string): string {
  if (markup.length > firstMarkup) {
    const text = textOf(markup.slice(0, endOfWhole(markup, firstMarkup)));
    if (text.length > enoughText) return trimWords(text, openingWords);
  }
  return trimWords(textOf(markup), openingWords);
}

function textOf(markup: string): string {
  const parts: string[] = [];
  const visit = ({ name, parts: inner }: ParsedBlock): void => {
    if (/^core(?:-embed)?\//.test(name) && !readInExcerpts.has(name)) return;
    for (const part of inner) {
      if (typeof part === 'string') parts.push(part);
      else visit(part);
    }
  };
  if (hasBlocks(markup)) for (const block of parseMarkup(markup, () => undefined)) visit(block);
  else parts.push(markup);
  // Keeps the words around removed parts apart.
  return contentToText(
    parts.join('\n').replace(shown, ' ').replace(paragraphOfAddress, ' ').replace(lineOfAddress, ' '),
  );
}

/** The start of the comment or tag that a cut at `end` would split; otherwise `end`. */
function endOfWhole(markup: string, end: number): number {
  const open = markup.lastIndexOf('<', end - 1);
  return open > markup.lastIndexOf('>', end - 1) ? open : end;
}
