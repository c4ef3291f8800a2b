import { readFootnotes } from '../../content/posts/footnotes.ts';
import { escapeHtml } from '../../lib/plain-text.ts';
import type { TextWords } from './content-env.ts';

/** Where the footnotes block stood; becomes the list. */
export const footnotesPlace = '<ol class="wp-block-footnotes"></ol>';

/** The same, with the classes that hide it on some screens. */
export const footnotesPlaces = /<ol class="wp-block-footnotes((?: wp-block-hidden-[a-z]+)*)"><\/ol>/g;

/**
 * The notes as a list, each with a link back to its mark in the text; empty when there are none. Throws `SyntaxError` or `ZodError` for what is no list of
 * notes.
 */
export function footnotesList(json: string, words: Pick<TextWords, 'text_footnote_back'>): string {
  const back = escapeHtml(words.text_footnote_back);
  const items = readFootnotes(json)
    .map(({ id, content }) => `<li id="${escapeHtml(id)}">${content} <a href="#${escapeHtml(id)}-link" aria-label="${back}">↩</a></li>`);
  return items.length === 0 ? '' : `<ol class="wp-block-footnotes">${items.join('')}</ol>`;
}
