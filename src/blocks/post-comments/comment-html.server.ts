import { cleanHtml } from '../../lib/clean-html/clean-html.ts';
import { commentProfile } from '../../lib/clean-html/profiles.ts';
import { LruCache } from '../../lib/lru-cache.ts';
import type { Typography } from '../../lib/typography/typography.ts';
import { safeAutop } from '../document/classic-content.ts';

/** Cleaning costs more than the rest of a comment; the same texts come again on every render of their post. */
const cleanByText = new LruCache<string, string>(2000);

/** A comment as HTML that can't harm: it may have been written by anybody, here or on the site it was imported from. */
export function commentHtml(content: string, typography: Typography): string {
  const key = `${typography.key} ${content}`;
  const known = cleanByText.get(key);
  if (known !== undefined) return known;
  const html = cleanHtml(safeAutop(typography.html(content)), commentProfile);
  cleanByText.set(key, html);
  return html;
}
