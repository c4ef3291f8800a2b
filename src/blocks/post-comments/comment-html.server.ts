import { cleanHtml } from '../../lib/clean-html/clean-html.ts';
import { commentProfile } from '../../lib/clean-html/profiles.ts';
import { LruCache } from '../../lib/lru-cache.ts';
import { safeAutop } from '../document/classic-content.ts';

/** Cleaning costs more than the rest of a comment; the same texts come again on every render of their post. */
const cleanByText = new LruCache<string, string>(2000);

/** A comment as HTML that can't harm: it may have been written by anybody, here or on the site it was imported from. */
export function commentHtml(content: string): string {
  const known = cleanByText.get(content);
  if (known !== undefined) return known;
  const html = cleanHtml(safeAutop(content), commentProfile);
  cleanByText.set(content, html);
  return html;
}
