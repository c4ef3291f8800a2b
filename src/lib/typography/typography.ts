import { htmlTokens } from '../markup/html-tokens.ts';
import type { HtmlToken } from '../markup/html-tokens.ts';
import { htmlToText, inlineElements } from '../plain-text.ts';
import { curlRun, firstCharacter, lineStart } from './curl-run.ts';
import type { Lead } from './curl-run.ts';
import { marksOf } from './marks.ts';
import type { Marks } from './marks.ts';

/**
 * How texts are rendered: with the marks of a language, or as typed. URLs (`http://`, `https://`, `www.`) are
 * unchanged. All functions are linear in time and idempotent.
 */
export interface Typography {
  /** Part of the cache key for rendered texts. */
  readonly key: string;
  text(plain: string): string;
  /** HTML: marks are numeric references; tags, code and other verbatim elements are unchanged. */
  html(html: string): string;
  line(html: string): string;
}

export const asTyped: Typography = {
  key: '',
  text: (plain) => plain,
  html: (html) => html,
  line: htmlToText,
};

/** The typography of a language tag such as `en-US`; undefined for texts as typed. */
export function typographyOf(language: string | undefined): Typography {
  if (language === undefined) return asTyped;
  const marks = marksOf(language);
  const text = (plain: string) => curlRun(plain, lineStart, '', { marks, isHtml: false }).text;
  const { double, single } = marks;
  return {
    key: [double.open, double.close, single.open, single.close].join(''),
    text,
    html: (html) => curlHtml(html, marks),
    line: (html) => text(htmlToText(html)),
  };
}

/** Elements whose content is not changed: players contain file names. */
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
/** Stands for code and similar elements on a line: quotes next to it are as next to a word. */
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

/** The next character on the same line; empty at its end. */
function nextCharacter(html: string, tokens: readonly HtmlToken[], from: number): string {
  for (let index = from, token = tokens[index]; token; token = tokens[++index]) {
    if (token.kind === 'text') return firstCharacter(html, token.start, true);
    if (token.kind === 'raw' || verbatim.has(token.name)) return inlineElements.has(token.name) ? word : '';
    if (endsLine(token.kind, token.name)) return '';
  }
  return '';
}
