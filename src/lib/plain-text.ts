import { parseFragment } from 'parse5';
import { endOfWord } from './cut-text.ts';
import { eachHtmlToken } from './markup/html-tokens.ts';

/** The entities that nearly all texts make do with; all others are looked up in HTML's own table. */
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

/** What HTML reads numbers as that are controls: `&#146;` is the apostrophe of Windows, which old texts are full of. */
const windows = /* @__PURE__ */ new TextDecoder('windows-1252');
const isWindows = (code: number) => code >= 0x80 && code <= 0x9f;

/**
 * Replaces entities, by number or by any name that HTML has; unknown ones stay as they are. Linear in time. Two that are the halves of one character make it, a
 * half alone makes U+FFFD: whatever makes an address of it would fail.
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

/** Elements that stand inside a word or a sentence; all others part what is around them. */
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
/** Elements whose content nobody reads. */
const silent: ReadonlySet<string> = new Set(['script', 'style', 'noscript', 'iframe', 'noembed', 'noframes']);

/** A space behind a full stop that has its space in it, before the next sentence of Chinese or Japanese. */
const spaceInWide = /([。！？][」』”’）]?) (?=[\u3000-\u30ff\u3400-\u9fff\uf900-\ufaff\uff00-\uffef])/g;

/** Runs of white space that are not one space already: nearly all are, and to put a space in the place of each takes half of the time of a long text. */
const otherThanOneSpace = /[^\S ]\s*| \s+/g;

/** What a text has that is not its words already: titles and names have none of it, and every page asks for dozens. */
const mayChange = /[<&]|[^\S ]| {2}|^ | $/;

/**
 * The words of an HTML text: no tags, comments, scripts, styles, numbers of footnotes or entities; runs of white space are one space. Linear in time,
 * whatever the text.
 */
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

/** Characters that words have at most on average, and what a few of them may have: languages without spaces between words have long ones. */
const longestAverage = 16;
const longestFew = 64;

/**
 * The first `words` words, with an ellipsis where something was cut off; a text without spaces is cut behind a word that
 * ends after about as many characters as words have at most.
 */
export function trimWords(text: string, words: number): string {
  const longest = words * longestAverage + longestFew;
  let end = 0;
  for (let count = 0; count < words; count++) {
    end = text.indexOf(' ', count === 0 ? 0 : end + 1);
    if (end > longest || (end === -1 && text.length > longest + 1))
      return `${text.slice(0, endOfWord(text, longest))}…`;
    if (end === -1) return text;
  }
  return `${text.slice(0, end)}…`;
}

/** Stands between the entities that are looked up at once: none of them means it. */
const between = '\u0001';

/**
 * What HTML's named entities stand for, by name (`eacute`, `Eacute`); names that HTML does not have are left out. The table is that of the parser, so this is
 * nothing for browsers. Takes time in proportion to the names.
 */
function namedEntities(names: ReadonlySet<string>): Map<string, string> {
  const found = new Map<string, string>();
  const [node] = parseFragment([...names].map((name) => `&${name};`).join(between)).childNodes;
  const texts = node && 'value' in node ? node.value.split(between) : [];
  for (const [index, name] of [...names].entries()) {
    const text = texts[index] ?? '';
    // Where HTML knows a beginning of the name (`not` of `notit`), or nothing of it, the semicolon stays.
    if (text !== '' && (name === 'semi' || !text.endsWith(';'))) found.set(name, text);
  }
  return found;
}
