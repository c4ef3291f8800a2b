import { contentToText } from '../content-text.ts';
import { trimWords } from '../plain-text.ts';
import { expandShortcodes } from '../shortcodes/expand.ts';
import { hasBlocks, parseMarkup, withoutHidden } from './block-markup.ts';
import type { ParsedBlock } from './block-markup.ts';

/** Words that are known of the beginning of a text; no excerpt is longer. */
export const openingWords = 100;

/** Characters of markup that are read first: of nearly every text these hold its beginning. */
const firstMarkup = 32_000;
/** Characters of words in it from which on what follows can't change its beginning: more than `openingWords` have, and a shortcode that is cut off there. */
const enoughText = 8_000;

/** WordPress' own blocks that excerpts have the words of; they leave out what is about pictures, files, buttons and lists. Blocks of others all count. */
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

/** Shortcodes that show a picture or a player: what they enclose is its caption or its address. */
const shown =
  /\[(caption|wp_caption|embed|audio|video|playlist|gallery)\b[^\][]{0,4000}\][^[]{0,20000}\[\/\1\]/gi;
/** An address that stands alone in its paragraph or line: what is there is shown in its place. */
const paragraphOfAddress = /<p(?:\s[^<>]*)?>\s*https?:\/\/[^\s<>"]+\s*<\/p>/gi;
const lineOfAddress = /^[ \t]*https?:\/\/[^\s<>"]+[ \t]*$/gim;

/**
 * How a text begins, in plain words: 100 at most, with an ellipsis where there are more. What automatic excerpts and descriptions are cut from: what stands
 * before the `more` mark, of the blocks that WordPress takes into excerpts and nobody has hidden, without headings where it has other words: they are no
 * sentences, and in a line with some they read as the beginning of one. `written`: with what synced patterns hold in their places.
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

/** Without headings, each from its tag to the one that ends it; what never ends stays. Linear in time. */
function withoutHeadings(markup: string): string {
  let text = '';
  let from = 0;
  let open: { readonly level: string | undefined; readonly at: number } | undefined;
  for (const { 1: closes, 2: level, index } of markup.matchAll(headingTag)) {
    if (!closes) open ??= { level, at: index };
    if (!closes || open === undefined || open.level !== level) continue;
    const end = markup.indexOf('>', index);
    if (end === -1) break;
    text += `${markup.slice(from, open.at)} `; // what is left out parts what stands around it
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
  // What is left out between two parts parts them.
  return contentToText(
    parts.join('\n').replace(shown, ' ').replace(paragraphOfAddress, ' ').replace(lineOfAddress, ' '),
  );
}

/** Where the comment or tag begins that a text would be cut in at `end`; `end` where it would be cut in none. */
function endOfWhole(markup: string, end: number): number {
  const open = markup.lastIndexOf('<', end - 1);
  return open > markup.lastIndexOf('>', end - 1) ? open : end;
}
