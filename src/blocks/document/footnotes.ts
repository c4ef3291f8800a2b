import { readFootnotes } from '../../content/posts/footnotes.ts';
import { escapeHtml } from '../../lib/plain-text.ts';
import type { TextWords } from './content-env.ts';

/** Where the footnotes block stood; becomes the list. */
export const footnotesPlace = '<ol class="wp-block-footnotes"></ol>';

/** The same, with the classes that hide it on some screens. */
export const footnotesPlaces = /<ol class="wp-block-footnotes((?: wp-block-hidden-[a-z]+)*)"><\/ol>/g;

/** A text's notes. */
export interface Footnotes {
  /** The notes as a list, each with a link back to its mark in the text; empty when there are none. */
  readonly list: string;
  /** HTML of the text with its marks named: the margin has each note beside its own (`theme/article-notes.css`). */
  marked(html: string): string;
}

/**
 * Makes a text's notes. `html`: the text, since only notes with a mark there have a place beside it. Throws `SyntaxError` or `ZodError` for what is no list of
 * notes.
 */
export function footnotesOf(json: string, html: readonly string[], words: Pick<TextWords, 'text_footnote_back'>): Footnotes {
  const back = escapeHtml(words.text_footnote_back);
  const notes = readFootnotes(json);
  const marks = new Set(html.flatMap((part) => [...part.matchAll(tags)].map(([tag]) => noteOf(tag))));
  const numbers = new Map(notes.map(({ id }) => escapeHtml(id)).filter((id) => marks.has(id)).map((id, index) => [id, index + 1] as const));
  // A note stands below the one before it, wherever its mark is.
  const place = (id: string) => {
    const number = numbers.get(id);
    return number === undefined ? '' : ` style="--mark:--fn-${number};--above:--note-${number - 1};anchor-name:--note-${number}"`;
  };
  const items = notes.map(({ id, content }) => {
    const name = escapeHtml(id);
    return `<li id="${name}"${place(name)}>${content} <a href="#${name}-link" aria-label="${back}">↩</a></li>`;
  });
  const named = new Set<string>();
  return {
    list: items.length === 0 ? '' : `<ol class="wp-block-footnotes">${items.join('')}</ol>`,
    marked: (text) => text.replaceAll(tags, (tag) => {
      const id = noteOf(tag) ?? '';
      const number = numbers.get(id);
      // A note that is called twice stands beside the first mark.
      if (number === undefined || named.has(id) || tag.includes(' style=')) return tag;
      named.add(id);
      return tag.replace(` data-fn="${id}"`, () => ` data-fn="${id}" style="anchor-name:--fn-${number}"`);
    }),
  };
}

/** Tags that may be marks, as the editor writes them: in texts `<` begins a tag. */
const tags = /<sup\b[^<>]*>/g;
const noteOf = (tag: string) => / data-fn="([^"]*)"/.exec(tag)?.[1];
