import { LruCache } from '../lru-cache.ts';
import { htmlTokens } from '../markup/html-tokens.ts';
import type { HtmlToken } from '../markup/html-tokens.ts';
import { htmlToText, inlineElements } from '../plain-text.ts';
import { curlRun, firstCharacter, lineStart } from './curl-run.ts';
import type { Lead } from './curl-run.ts';
import { marksOf } from './marks.ts';
import type { Marks } from './marks.ts';

/**
 * How texts are written for readers: with the marks of a language, or as they were typed. Addresses (`http://`, `https://`, `www.`) keep their letters. All of
 * it is linear in time, and done twice it is as done once.
 */
export interface Typography {
  /** Names the typography to what is kept with its marks. */
  readonly key: string;
  /** A text without markup. */
  text(plain: string): string;
  /** HTML: marks are numeric references, and stand in no tag, nor in code and what else is read as it was typed. */
  html(html: string): string;
  /** The words of an HTML text, on one line. */
  line(html: string): string;
}

/** Texts as they were typed. */
export const asTyped: Typography = {
  key: '',
  text: (plain) => plain,
  html: (html) => html,
  line: htmlToText,
};

const typographyByLanguage = new LruCache<string, Typography>(10);

/** The typography of a language, which is a tag such as `en-US`; undefined: as typed. */
export function typographyOf(language: string | undefined): Typography {
  if (language === undefined) return asTyped;
  const known = typographyByLanguage.get(language);
  if (known) return known;
  const made = typographyWith(marksOf(language));
  typographyByLanguage.set(language, made);
  return made;
}

function typographyWith(marks: Marks): Typography {
  const text = (plain: string) => curlRun(plain, lineStart, '', { marks, isHtml: false }).text;
  const { double, single } = marks;
  return {
    key: [double.open, double.close, single.open, single.close].join(''),
    text,
    html: (html) => curlHtml(html, marks),
    line: (html) => text(htmlToText(html)),
  };
}

/** Elements in which everything stays as it was typed: players hold names of files. */
const verbatim: ReadonlySet<string> = new Set([
  'audio',
  'code',
  'kbd',
  'math',
  'pre',
  'script',
  'style',
  'svg',
  'textarea',
  'tt',
  'video',
]);
/** Stands for code and the like in a line: quotes beside it are as beside a word. */
const word = 'x';

function curlHtml(html: string, marks: Marks): string {
  const tokens = htmlTokens(html);
  const within: string[] = [];
  let lead: Lead = lineStart;
  let result = '';
  for (const [index, { kind, name, start, end }] of tokens.entries()) {
    const source = html.slice(start, end);
    if (kind === 'open' && verbatim.has(name) && !source.endsWith('/>')) within.push(name);
    else if (kind === 'close' && within.at(-1) === name) within.pop();
    if (kind !== 'text' || within.length > 0) {
      result += source;
      if (within.length > 0) lead = { ...lead, before: word, inAddress: false };
      else if (endsLine(kind, name)) lead = lineStart;
      continue;
    }
    const { text, ...after } = curlRun(source, lead, nextCharacter(html, tokens, index + 1), {
      marks,
      isHtml: true,
    });
    result += text;
    lead = after;
  }
  return result;
}

const endsLine = (kind: HtmlToken['kind'], name: string): boolean =>
  (kind === 'open' || kind === 'close') && !inlineElements.has(name);

/** The character that follows in the same line; empty where it ends. */
function nextCharacter(html: string, tokens: readonly HtmlToken[], from: number): string {
  for (let index = from, token = tokens[index]; token; token = tokens[++index]) {
    if (token.kind === 'text') return firstCharacter(html, token.start, true);
    if (token.kind === 'raw' || verbatim.has(token.name)) return inlineElements.has(token.name) ? word : '';
    if (endsLine(token.kind, token.name)) return '';
  }
  return '';
}
