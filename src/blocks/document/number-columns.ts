import { htmlToText } from '../../lib/plain-text.ts';
import type { HtmlToken } from '../../lib/markup/html-tokens.ts';

const maxTokens = 6000;

/** A number in a table cell, without spaces: with a sign, currency or short unit, in any script's digits. */
const number = /^[+\-−±~≈<>]?[$€£¥]?\p{Nd}[\p{Nd}.,'’٫٬]*(?:[%‰٪]|[$€£¥]|\p{L}{1,3})?$/u;
/** An empty cell or a placeholder such as a dash. */
const none = /^[-–—.]?$/;

/**
 * Columns, from 0, of the table at `index` with numbers in at least two rows and nothing else below the head. Never the
 * first one, which names the row; none in tables with spanning cells or nested tables.
 */
export function numberColumns(
  html: string,
  tokens: readonly HtmlToken[],
  index: number,
): ReadonlySet<number> {
  const numbers = new Map<number, number>();
  const others = new Set<number>();
  let column = -1;
  for (let at = index + 1; at < tokens.length; at++) {
    const token = tokens[at];
    if (!token || at > index + maxTokens) return new Set();
    if (token.name === 'table') {
      if (token.kind === 'open') return new Set();
      if (token.kind === 'close') break;
    }
    if (token.kind !== 'open') continue;
    if (token.name === 'tr') column = -1;
    if (token.name !== 'td' && token.name !== 'th') continue;
    column++;
    if (/\b(?:col|row)span=/.test(html.slice(token.start, token.end))) return new Set();
    if (token.name === 'th') continue;
    const text = textOfCell(html, tokens, at);
    if (number.test(text)) numbers.set(column, (numbers.get(column) ?? 0) + 1);
    else if (!none.test(text)) others.add(column);
  }
  return new Set(
    [...numbers].filter(([at, count]) => at > 0 && count > 1 && !others.has(at)).map(([at]) => at),
  );
}

/** Without white space. */
function textOfCell(html: string, tokens: readonly HtmlToken[], index: number): string {
  let end = index + 1;
  while (end < tokens.length && !['td', 'th', 'tr', 'table', 'tbody'].includes(tokens[end]?.name ?? ''))
    end++;
  return htmlToText(html.slice(tokens[index]?.end, tokens[end]?.start ?? html.length)).replace(/\s/g, '');
}
