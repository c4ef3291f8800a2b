import { contentToText } from '../content-text.ts';
import { textsOf } from './parts.ts';
import type { Part } from './parts.ts';

/** Texts that are looked for in the content, and content that is searched, at most. */
const maxCompared = 2000;
const maxSearched = 1_000_000;

/** A text in which case, spaces and the shapes of quotes don't count. */
export const folded = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\s\u00ad\u200b]+/g, ' ')
    .replace(/[‘’]/g, "'")
    .replace(/[“”]/g, '"');

/** The folded words of a content. */
export const searchable = (content: string): string =>
  ` ${folded(contentToText(content.slice(0, maxSearched)))} `;

/** Whether a text lacks words of the parts. */
export function lacksWords(parts: readonly Part[], text: string): boolean {
  const words = searchable(text);
  return textsOf(parts)
    .slice(0, maxCompared)
    .some((one) => !words.includes(folded(one)));
}
