import { z } from 'zod';
import { readFootnotes } from '../../modules/posts/footnotes.ts';
import { cleanHtml } from '../../lib/clean-html/clean-html.ts';
import { fillIn } from '../../lib/fill-in.ts';
import { escapeHtml } from '../../lib/plain-text.ts';
import { cssOf, supportAttributes, wrapperProps } from '../core/block-supports.ts';
import type { TextWords } from './content-env.ts';

const settingsOf = z.object(supportAttributes);

/** The empty list that stands for the footnotes block until `withFootnotesList` fills it. */
export function footnotesPlace(attributes: Readonly<Record<string, unknown>>): string {
  const { id, className, style } = wrapperProps('core/footnotes', settingsOf.parse(attributes));
  const css = style ? cssOf(style as Readonly<Record<string, unknown>>) : '';
  return `<ol class="${escapeHtml(className)}"${id === undefined ? '' : ` id="${escapeHtml(id)}"`}${css === '' ? '' : ` style="${escapeHtml(css)}"`}></ol>`;
}

const places = /(<ol class="wp-block-footnotes[ "][^<>]*>)<\/ol>/g;

/**
 * Fills the first footnotes block of a text with the list, as WordPress writes it; others would repeat its ids and are left out, as is an empty list.
 * `isUsed`: asked before the list is filled in, so that texts of several stretches get one list.
 */
export function withFootnotesList(html: string, items: string, isUsed: () => boolean): string {
  return html.replaceAll(places, (_, open: string) =>
    items === '' || isUsed() ? '' : `${open}${items}</ol>`,
  );
}

/** The notes as list items, each with a link back to its reference. Throws `SyntaxError` or `ZodError` where the JSON is no list of notes. */
export function footnoteItems(json: string, words: Pick<TextWords, 'text_footnote_back'>): string {
  return readFootnotes(json)
    .map(({ id, content }, index) => {
      const anchor = escapeHtml(id);
      const label = escapeHtml(fillIn(words.text_footnote_back, index + 1));
      // Each is cleaned by itself, so that none can end the list.
      return `<li id="${anchor}">${cleanHtml(content)} <a href="#${anchor}-link" aria-label="${label}">↩︎</a></li>`;
    })
    .join('');
}
