import { autop } from '@wordpress/autop';
import { findProvider } from '../../lib/embed-providers.ts';
import { withCodeElements } from '../../lib/shortcodes/code.ts';
import { partBreak } from './text-parts.ts';
import { eachHtmlToken } from '../../lib/markup/html-tokens.ts';
import type { HtmlToken } from '../../lib/markup/html-tokens.ts';

/**
 * Creates paragraphs from lines of classic content, as WordPress does; addresses of known sites on their own line
 * become `[embed]`. Leaves all shortcodes but those of code for the next step.
 */
export function autopContent(content: string): string {
  if (content.trim() === '') return '';
  return content
    .split(partBreak)
    .map((part) => safeAutop(isolateEmbeds(withCodeElements(part))))
    .join(partBreak);
}

/** WordPress' autop if it is fast for this text, else paragraphs at blank lines. Use it for all untrusted texts. */
export function safeAutop(text: string): string {
  return isTame(text) ? autop(text) : plainParagraphs(text);
}

/** Elements in which an address is quoted, not embedded. */
const quoting: ReadonlySet<string> = new Set(['a', 'pre', 'code', 'kbd', 'samp', 'audio', 'video', 'object']);

function isolateEmbeds(content: string): string {
  if (!/^[ \t]*https?:\/\//m.test(content)) return content;
  let result = '';
  let quoted = 0;
  eachHtmlToken(content, (token) => {
    const html = content.slice(token.start, token.end);
    if (quoting.has(token.name))
      quoted = Math.max(0, quoted + (token.kind === 'open' ? 1 : token.kind === 'close' ? -1 : 0));
    result +=
      token.kind === 'text' && quoted === 0 && html.includes('://') ? embedLines(html, token, content) : html;
  });
  return result;
}

function embedLines(html: string, token: HtmlToken, content: string): string {
  return html.replace(
    /(^|\n)[ \t]*(https?:\/\/[^\s<>"[\]]+)[ \t]*(?=\r?\n|$)/g,
    (whole: string, lineStart: string, url: string, at: number) => {
      const startsLine = lineStart === '\n' || token.start === 0;
      const endsLine = at + whole.length < html.length || token.end === content.length;
      return startsLine && endsLine && findProvider(url) ? `\n\n[embed]${url}[/embed]\n\n` : whole;
    },
  );
}

/** Bounds within which autop's regular expressions stay fast: they are quadratic in each of these. */
const maxUnclosed = 200;
const maxRawElements = 500;
const maxGap = 400;

/** Whether autop handles a text in roughly linear time. Crafted text can keep it busy for hours; normal text passes. */
export function isTame(text: string): boolean {
  let unclosed = 0;
  for (let at = text.indexOf('<'); at !== -1; ) {
    const next = text.indexOf('<', at + 1);
    const close = text.indexOf('>', at + 1);
    if (close === -1) {
      // No further tag ends: each further `<` costs a scan to the end.
      for (let open = next; open !== -1 && unclosed <= maxUnclosed; open = text.indexOf('<', open + 1))
        unclosed++;
      break;
    }
    if (next !== -1 && next < close && ++unclosed > maxUnclosed) return false;
    at = next;
  }
  if (unclosed > maxUnclosed) return false;
  let raw = 0;
  for (const _ of text.matchAll(/<(?:pre|script|style|svg|math)/g)) if (++raw > maxRawElements) return false;
  let gap = 0;
  for (let at = 0; at < text.length; at++) {
    gap = text.charCodeAt(at) <= 32 ? gap + 1 : 0;
    if (gap > maxGap) return false;
  }
  return true;
}

/** Creates paragraphs at blank lines only, for texts that would take autop too long. */
function plainParagraphs(text: string): string {
  return text
    .replace(/\r\n?/g, '\n')
    .split(/\n\s*\n/)
    .map((piece) => piece.trim())
    .filter((piece) => piece !== '')
    .map((piece) => (/^<\/?[a-z]/i.test(piece) ? piece : `<p>${piece}</p>`))
    .join('\n');
}
