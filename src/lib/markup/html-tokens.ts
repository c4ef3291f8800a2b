/** Kind of a token. `raw` is text within script, style, textarea …, never markup. */
export type HtmlTokenKind = 'text' | 'open' | 'close' | 'comment' | 'raw';

/** A token of HTML. The tokens of a text cover it without gaps; offsets refer to it. */
export interface HtmlToken {
  readonly kind: HtmlTokenKind;
  readonly start: number;
  readonly end: number;
  /** Lower-case name of a tag, or of the element around raw text; otherwise empty. */
  readonly name: string;
  /** Whether the text ends within this tag or comment; a browser would swallow whatever follows. */
  readonly cut: boolean;
}

export interface HtmlAttribute {
  readonly name: string;
  /** As written: entities are not decoded. Empty for an attribute without a value. */
  readonly value: string;
}

/** Elements whose content is text up to their own closing tag (with scripting enabled). */
const rawElements: ReadonlySet<string> = new Set([
  'script',
  'style',
  'textarea',
  'title',
  'xmp',
  'iframe',
  'noembed',
  'noframes',
  'noscript',
]);

/** Tokenizes HTML like browsers, in linear time; never throws. `visit` receives every token in order. */
export function eachHtmlToken(html: string, visit: (token: HtmlToken) => void): void {
  const length = html.length;
  const missing = new Set<string>(); // closing tags with no further occurrence, to search for them only once
  let textStart = 0;
  let at = html.indexOf('<');
  const emit = (kind: HtmlTokenKind, start: number, end: number, name = '', cut = false): void => {
    if (start > textStart) visit({ kind: 'text', start: textStart, end: start, name: '', cut: false });
    visit({ kind, start, end, name, cut });
    textStart = end;
  };
  while (at !== -1 && at < length - 1) {
    const next = html.charCodeAt(at + 1);
    if (next === 33 /* ! */ || next === 63 /* ? */) {
      const end = commentEnd(html, at);
      emit('comment', at, end === -1 ? length : end, '', end === -1);
      at = html.indexOf('<', textStart);
      continue;
    }
    const closing = next === 47 /* / */;
    const nameStart = closing ? at + 2 : at + 1;
    if (!isLetter(html.charCodeAt(nameStart))) {
      if (closing && nameStart < length) {
        const end = html.indexOf('>', nameStart); // browsers read `</3>` as a comment
        emit('comment', at, end === -1 ? length : end + 1, '', end === -1);
        at = html.indexOf('<', textStart);
      } else at = html.indexOf('<', at + 1);
      continue;
    }
    const nameEnd = endOfName(html, nameStart);
    const name = html.slice(nameStart, nameEnd).toLowerCase();
    const end = endOfTag(html, nameEnd);
    emit(closing ? 'close' : 'open', at, end === -1 ? length : end, name, end === -1);
    if (!closing && end !== -1 && rawElements.has(name)) {
      const close = missing.has(name) ? -1 : findClosing(html, name, end);
      if (close === -1) missing.add(name);
      const rawEnd = close === -1 ? length : close;
      if (rawEnd > end) emit('raw', end, rawEnd, name, close === -1);
    }
    at = html.indexOf('<', textStart);
  }
  if (textStart < length) visit({ kind: 'text', start: textStart, end: length, name: '', cut: false });
}

export function htmlTokens(html: string): HtmlToken[] {
  const tokens: HtmlToken[] = [];
  eachHtmlToken(html, (token) => tokens.push(token));
  return tokens;
}

/** The offset after the tag at `at`; -1 when it is incomplete. */
export function tagEnd(html: string, at: number): number {
  return endOfTag(html, endOfName(html, at + 1));
}

/** The attributes of an opening tag (`<img …>`), in order; of a repeated one the first counts, as in browsers. */
export function readAttributes(tag: string): HtmlAttribute[] {
  const attributes: HtmlAttribute[] = [];
  const seen = new Set<string>();
  const pattern = /[\s/]*([^\s/>][^\s/>=]*)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>"'][^\s>]*)))?/gy;
  pattern.lastIndex = endOfName(tag, 1);
  for (let match = pattern.exec(tag); match; match = pattern.exec(tag)) {
    const name = (match[1] ?? '').toLowerCase();
    if (seen.has(name)) continue;
    seen.add(name);
    attributes.push({ name, value: match[2] ?? match[3] ?? match[4] ?? '' });
  }
  return attributes;
}

export function readAttribute(tag: string, name: string): string | undefined {
  return readAttributes(tag).find((attribute) => attribute.name === name)?.value;
}

/** Writes an opening tag. Values already contain entities; only quotes are escaped. */
export function writeTag(name: string, attributes: readonly HtmlAttribute[]): string {
  let tag = `<${name}`;
  for (const attribute of attributes) {
    tag +=
      attribute.value === '' && attribute.name !== 'alt'
        ? ` ${attribute.name}`
        : ` ${attribute.name}="${attribute.value.replaceAll('"', '&quot;')}"`;
  }
  return `${tag}>`;
}

/** The end of a comment, doctype or processing instruction that begins at `at`, or -1. */
function commentEnd(html: string, at: number): number {
  if (html.startsWith('<!--', at)) {
    if (html.startsWith('>', at + 4)) return at + 5;
    if (html.startsWith('->', at + 4)) return at + 6;
    const end = html.indexOf('-->', at + 4);
    return end === -1 ? -1 : end + 3;
  }
  const end = html.indexOf('>', at + 2);
  return end === -1 ? -1 : end + 1;
}

function endOfName(html: string, start: number): number {
  let end = start;
  while (end < html.length) {
    const code = html.charCodeAt(end);
    if (code === 62 || code === 47 || isSpace(code)) break;
    end++;
  }
  return end;
}

/** The offset after a tag whose name ends at `from`, or -1 when it is incomplete. A quote opens a value only after `=`. */
function endOfTag(html: string, from: number): number {
  let at = from;
  let afterEquals = false;
  while (at < html.length) {
    const code = html.charCodeAt(at);
    if (code === 62) return at + 1;
    if ((code === 34 || code === 39) && afterEquals) {
      const close = html.indexOf(code === 34 ? '"' : "'", at + 1);
      if (close === -1) return -1;
      at = close;
      afterEquals = false;
    } else if (code === 61) afterEquals = true;
    else if (!isSpace(code)) afterEquals = false;
    at++;
  }
  return -1;
}

function findClosing(html: string, name: string, from: number): number {
  const pattern = new RegExp(`</${name}(?=[\\s/>])`, 'gi');
  pattern.lastIndex = from;
  return pattern.exec(html)?.index ?? -1;
}

function isSpace(code: number): boolean {
  return code === 32 || code === 10 || code === 9 || code === 13 || code === 12;
}

function isLetter(code: number): boolean {
  return (code >= 97 && code <= 122) || (code >= 65 && code <= 90);
}

/** A replacement for a range of a text. An empty range is an insertion. */
export interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** Applies edits, which must be sorted and not overlap. */
export function splice(text: string, edits: readonly Edit[]): string {
  if (edits.length === 0) return text;
  const pieces: string[] = [];
  let copied = 0;
  for (const edit of edits) {
    pieces.push(text.slice(copied, edit.start), edit.text);
    copied = edit.end;
  }
  pieces.push(text.slice(copied));
  return pieces.join('');
}

/** Unclosed tags and comments escaped one by one; after that all further `<` are. */
const maxMends = 50;

/** Escapes unclosed tags and comments, so that browsers don't swallow the rest of the page. Other HTML is unchanged. */
export function mendCutTags(html: string): string {
  let done = '';
  let rest = html;
  for (let mends = 0; mends < maxMends; mends++) {
    const cut = findCut(rest);
    if (!cut) return done + rest;
    done += `${rest.slice(0, cut.start)}&lt;`;
    // After an unclosed comment no other one is closed, and without `>` no tag is.
    rest = rest.slice(cut.start + 1);
    if (!rest.includes('>')) return done + rest.replaceAll('<', '&lt;');
    if (cut.comment) rest = rest.replaceAll('<!--', '&lt;!--');
  }
  return done + rest.replaceAll('<', '&lt;');
}

/** Like `mendCutTags`, and closes raw text (such as `<style>`) at the end, so that it does not affect the following HTML. */
export function mendStretch(html: string): string {
  const repaired = mendCutTags(html);
  const last = htmlTokens(repaired).at(-1);
  return last && (last.kind === 'raw' ? last.cut : last.kind === 'open' && rawElements.has(last.name))
    ? `${repaired}</${last.name}>`
    : repaired;
}

function findCut(html: string): { start: number; comment: boolean } | undefined {
  let found: { start: number; comment: boolean } | undefined;
  eachHtmlToken(html, ({ kind, cut, start }) => {
    if (cut && kind !== 'raw') found = { start, comment: kind === 'comment' };
  });
  return found;
}

/** Control characters are meaningless in HTML, and PostgreSQL rejects NUL. */
export function withoutControls(content: string): string {
  // eslint-disable-next-line no-control-regex -- these very characters are meant
  return content.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f]/g, '');
}

/**
 * Whether HTML can be put into a `<template>` safely: no tag, comment or script is incomplete, and none closes a
 * template that it did not open. Unclosed elements are fine.
 */
export function isWholeHtml(html: string): boolean {
  let depth = 1;
  let endsAt = -1;
  eachHtmlToken(`${html}</template>`, ({ kind, name, start }) => {
    if (name === 'plaintext') depth = Infinity; // the rest of the page would become text
    if (name === 'template' && depth > 0) depth += kind === 'open' ? 1 : -1;
    if (depth === 0 && endsAt === -1) endsAt = start;
  });
  return endsAt === html.length;
}
