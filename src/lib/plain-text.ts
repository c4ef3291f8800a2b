import { parseFragment } from 'parse5';
import { endOfWord } from './cut-text.ts';
import { eachHtmlToken } from './markup/html-tokens.ts';

/** The most common entities; others are looked up in HTML's own table. */
const usualEntities: ReadonlyMap<string, string> = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
  ['nbsp', ' '],
  ['hellip', '…'],
  ['ndash', '–'],
  ['mdash', '—'],
  ['lsquo', '‘'],
  ['rsquo', '’'],
  ['ldquo', '“'],
  ['rdquo', '”'],
  ['laquo', '«'],
  ['raquo', '»'],
  ['copy', '©'],
]);

const entity = /&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|([a-z][a-z0-9]{1,31}));/gi;

/** HTML reads numeric references to C1 controls as Windows-1252: `&#146;` is an apostrophe, frequent in old texts. */
const windows = /* @__PURE__ */ new TextDecoder('windows-1252');
const isWindows = (code: number) => code >= 0x80 && code <= 0x9f;

/**
 * Decodes numeric and named entities; unknown ones are unchanged. Linear in time. Two surrogate halves form one
 * character; a lone one becomes U+FFFD, since it would be invalid in URLs.
 */
export function decodeEntities(text: string): string {
  if (!text.includes('&')) return text;
  let others: ReadonlyMap<string, string> | undefined;
  const decoded = text.replace(entity, (whole: string, hex?: string, decimal?: string, name?: string) => {
    if (name !== undefined) {
      const usual = usualEntities.get(name);
      if (usual !== undefined) return usual;
      others ??= namedEntities(unusualNames(text));
      return others.get(name) ?? usualEntities.get(name.toLowerCase()) ?? whole;
    }
    const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
    if (isWindows(code)) return windows.decode(Uint8Array.of(code));
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });
  return decoded.toWellFormed();
}

function unusualNames(text: string): Set<string> {
  const names = new Set<string>();
  for (const { 3: name } of text.matchAll(entity))
    if (name !== undefined && !usualEntities.has(name)) names.add(name);
  return names;
}

/** Escapes text for HTML text and double-quoted attributes. */
export function escapeHtml(text: string): string {
  return /[&<>"]/.test(text)
    ? text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
    : text;
}

/** Elements within a word or sentence; all others separate the text around them. */
export const inlineElements: ReadonlySet<string> = new Set([
  'a',
  'abbr',
  'b',
  'bdi',
  'bdo',
  'big',
  'cite',
  'code',
  'data',
  'del',
  'dfn',
  'em',
  'font',
  'i',
  'ins',
  'kbd',
  'mark',
  'q',
  's',
  'samp',
  'small',
  'span',
  'strike',
  'strong',
  'sub',
  'sup',
  'time',
  'tt',
  'u',
  'var',
  'wbr',
]);
/** Elements with invisible content. */
const silent: ReadonlySet<string> = new Set(['script', 'style', 'noscript', 'iframe', 'noembed', 'noframes']);

/** A space after a full-width full stop, which already includes space, before more Chinese or Japanese. */
const spaceInWide = /([。！？][」』”’）]?) (?=[\u3000-\u30ff\u3400-\u9fff\uf900-\ufaff\uff00-\uffef])/g;

/** White space other than a single space. Most is a single space, and replacing it would take half of the time for a long text. */
const otherThanOneSpace = /[^\S ]\s*| \s+/g;

/** Anything that `htmlToText` would change; most titles and names have nothing, and every page converts dozens. */
const mayChange = /[<&]|[^\S ]| {2}|^ | $/;

/** The text of HTML without tags, comments, scripts, styles, footnote numbers and entities; white space is collapsed. Linear in time. */
export function htmlToText(html: string): string {
  if (!mayChange.test(html)) return html;
  let text = html;
  if (html.includes('<')) {
    const parts: string[] = [];
    let inFootnote = false;
    eachHtmlToken(html, ({ kind, name, start, end, cut }) => {
      if (kind === 'text' || (kind === 'raw' && !silent.has(name))) {
        if (!inFootnote) parts.push(html.slice(start, end));
        return;
      }
      if ((kind !== 'open' && kind !== 'close') || cut) return;
      if (name === 'sup') inFootnote = kind === 'open' && /\sdata-fn=/i.test(html.slice(start, end));
      if (inlineElements.has(name)) return;
      inFootnote = false;
      parts.push(' ');
    });
    text = parts.join('');
  }
  return decodeEntities(text).replace(otherThanOneSpace, ' ').replace(spaceInWide, '$1').trim();
}

/** Maximum average word length, plus an allowance for few words; languages without spaces exceed it. */
const maxAverage = 16;
const maxFew = 64;

/**
 * The first `words` words, with an ellipsis if any were cut off. A text without spaces is cut at a word boundary after
 * a comparable number of characters.
 */
export function trimWords(text: string, words: number): string {
  const maxLength = words * maxAverage + maxFew;
  let end = 0;
  for (let count = 0; count < words; count++) {
    end = text.indexOf(' ', count === 0 ? 0 : end + 1);
    if (end > maxLength || (end === -1 && text.length > maxLength + 1))
      return `${text.slice(0, endOfWord(text, maxLength))}…`;
    if (end === -1) return text;
  }
  return `${text.slice(0, end)}…`;
}

/** Separates entities that are decoded together; no entity stands for it. */
const between = '\u0001';

/**
 * Decodes HTML's named entities (`eacute`, `Eacute`); unknown names are left out. Uses parse5's table, so it does not
 * run in browsers. Linear in time.
 */
function namedEntities(names: ReadonlySet<string>): Map<string, string> {
  const found = new Map<string, string>();
  const [node] = parseFragment([...names].map((name) => `&${name};`).join(between)).childNodes;
  const texts = node && 'value' in node ? node.value.split(between) : [];
  for (const [index, name] of [...names].entries()) {
    const text = texts[index] ?? '';
    // If HTML knows only a prefix of the name (`not` of `notit`) or nothing, the semicolon remains.
    if (text !== '' && (name === 'semi' || !text.endsWith(';'))) found.set(name, text);
  }
  return found;
}
