import { decodeEntities, htmlToText } from '../plain-text.ts';
import { readAttribute, tagEnd } from './html-tokens.ts';
import { parseMarkup, isHidden } from './block-markup.ts';
import type { ParsedBlock } from './block-markup.ts';

export interface Heading {
  readonly text: string;
  readonly level: number;
  readonly id: string;
  /** Page of a paginated text (`<!--nextpage-->`), from 1. */
  readonly part: number;
}

const maxHeadings = 500;
const partBreak = /<!--nextpage-->/g;

/** The visible, non-empty heading blocks of a text as saved, in order. Linear in time. */
export function headingsOf(markup: string): Heading[] {
  const headings: Heading[] = [];
  let part = 1;
  const walk = (parts: ParsedBlock['parts']): void => {
    for (const piece of parts) {
      if (typeof piece === 'string') part += piece.match(partBreak)?.length ?? 0;
      else if (isHidden(piece)) continue;
      else if (piece.name === 'core/heading') add(piece);
      else walk(piece.parts);
    }
  };
  const add = ({ parts }: ParsedBlock): void => {
    const html = parts.filter((piece) => typeof piece === 'string').join('');
    const at = html.search(/<h[1-6](?=[\s/>])/i);
    const end = at === -1 ? -1 : tagEnd(html, at);
    const text =
      end === -1
        ? ''
        : htmlToText(html.slice(end).replaceAll(/<br\s*\/?>/gi, ' '))
            .replaceAll(/\s+/g, ' ')
            .trim();
    if (text === '' || headings.length === maxHeadings) return;
    headings.push({
      text,
      level: Number(html[at + 2]),
      id: decodeEntities(readAttribute(html.slice(at, end), 'id') ?? '').trim(),
      part,
    });
  };
  walk(parseMarkup(markup, () => {}));
  return headings;
}
