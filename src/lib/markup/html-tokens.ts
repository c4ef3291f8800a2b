/** What a stretch of HTML is. `raw` is what stands inside script, style, textarea … : never markup. */
export type HtmlTokenKind = 'text' | 'open' | 'close' | 'comment' | 'raw';

/** A stretch of HTML; the stretches of a text, one after the other, are the text. Offsets are into it. */
export interface HtmlToken {
  readonly kind: HtmlTokenKind;
  readonly start: number;
  readonly end: number;
  /** Lower-case element name of tags, and of the element around raw text; otherwise empty. */
  readonly name: string;
  /** True where the text ended inside this tag or comment: a browser would swallow what follows. */
  readonly cut: boolean;
}

export interface HtmlAttribute {
  /** Lower case. */
  readonly name: string;
  /** As written: entities are not decoded. Empty for an attribute without a value. */
  readonly value: string;
}

/** Elements whose content is text up to their own closing tag (with scripting on). */
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

/**
 * Splits HTML the way browsers do, in linear time, and throws at nothing. `visit` sees every token in order.
 */
export function eachHtmlToken(html: string, visit: (token: HtmlToken) => void): void {
  const length = html.length;
  const missing = new Set<string>(); // closing tags that don't occur any more: looked for once
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
        const end = html.indexOf('>', nameStart); // `</3>` is a comment to browsers
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

/** All tokens of a text at once, for code that looks ahead. */
export function htmlTokens(html: string): HtmlToken[] {
  const tokens: HtmlToken[] = [];
  eachHtmlToken(html, (token) => tokens.push(token));
  return tokens;
}

/** Behind the `>` of the tag whose `<` stands at `at`; -1 where the text ends first. */
export function tagEnd(html: string, at: number): number {
  return endOfTag(html, endOfName(html, at + 1));
}

/** Attributes of an opening tag (`<img …>`), in order; of a repeated one the first counts, as in browsers. */
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

/** The value of one attribute of an opening tag as written, or undefined. */
export function readAttribute(tag: string, name: string): string | undefined {
  return readAttributes(tag).find((attribute) => attribute.name === name)?.value;
}

/** Writes an opening tag. Values hold entities already; only the quote is escaped. */
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

/** Where a comment, doctype or processing instruction that begins at `at` ends, or -1. */
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

/** Behind the `>` of a tag whose name ends at `from`; a quote opens a value only after `=`. -1 where the text ends first. */
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

/** What stands instead of a stretch of a text; offsets are into it. A stretch without length is a place where something is put in. */
export interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** A text with edits made, which are in order and touch each other at most; every other character stays as it is. */
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

/** Tags and comments that never end and are shown as text; after so many all further `<` are. */
const mostMends = 50;

/**
 * Shows a tag or comment that never ends as text: a browser would swallow the rest of the page with it. HTML without such comes back as it is.
 */
export function mendCutTags(html: string): string {
  let done = '';
  let rest = html;
  for (let mends = 0; mends < mostMends; mends++) {
    const cut = findCut(rest);
    if (!cut) return done + rest;
    done += `${rest.slice(0, cut.start)}&lt;`;
    // No comment ends behind one that does not, and no tag where there is no `>`.
    rest = rest.slice(cut.start + 1);
    if (!rest.includes('>')) return done + rest.replaceAll('<', '&lt;');
    if (cut.comment) rest = rest.replaceAll('<!--', '&lt;!--');
  }
  return done + rest.replaceAll('<', '&lt;');
}

/** The same, and raw text (styles and the like) that is not closed ends with its stretch: what stands behind it is read as if it stood alone. */
export function mendStretch(html: string): string {
  const mended = mendCutTags(html);
  const last = htmlTokens(mended).at(-1);
  return last && (last.kind === 'raw' ? last.cut : last.kind === 'open' && rawElements.has(last.name))
    ? `${mended}</${last.name}>`
    : mended;
}

function findCut(html: string): { start: number; comment: boolean } | undefined {
  let found: { start: number; comment: boolean } | undefined;
  eachHtmlToken(html, ({ kind, cut, start }) => {
    if (cut && kind !== 'raw') found = { start, comment: kind === 'comment' };
  });
  return found;
}

/** Control characters mean nothing in HTML, and PostgreSQL refuses the first of them. */
export function withoutControls(content: string): string {
  // eslint-disable-next-line no-control-regex -- these very characters are meant
  return content.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f]/g, '');
}

/**
 * Whether HTML can stand inside a `<template>` without reaching out of it: no tag, comment or script is cut off, and none ends a template that it did not
 * begin. Elements that are merely left open are fine; the template ends them.
 */
export function isWholeHtml(html: string): boolean {
  let depth = 1;
  let endsAt = -1;
  eachHtmlToken(`${html}</template>`, ({ kind, name, start }) => {
    if (name === 'plaintext') depth = Infinity; // the rest of the page would be text
    if (name === 'template' && depth > 0) depth += kind === 'open' ? 1 : -1;
    if (depth === 0 && endsAt === -1) endsAt = start;
  });
  return endsAt === html.length;
}
