import sanitizeHtml from 'sanitize-html';
import { safeAutop } from '../document/classic-content.ts';
import { LruCache } from '../../lib/lru-cache.ts';

/** What WordPress lets commenters use, and what autop adds. */
const policy: sanitizeHtml.IOptions = {
  allowedTags: ['a', 'abbr', 'b', 'blockquote', 'br', 'cite', 'code', 'del', 'em', 'i', 'li', 'ol', 'p', 'pre', 'q', 's', 'strike', 'strong', 'ul'],
  allowedAttributes: { a: ['href', 'title', 'rel'], abbr: ['title'], blockquote: ['cite'], del: ['datetime'], pre: ['tabindex'], q: ['cite'] },
  allowedSchemes: ['http', 'https', 'mailto'],
  transformTags: { a: sanitizeHtml.simpleTransform('a', { rel: 'nofollow ugc' }), pre: sanitizeHtml.simpleTransform('pre', { tabindex: '0' }) },
};

/** Cleaning costs more than the rest of a comment; the same texts come again on every render of their post. */
const cleaned = new LruCache<string, string>(2000);

/** A comment as HTML that can't harm: it may have been written by anybody, here or on the site it was imported from. */
export function commentHtml(content: string): string {
  const known = cleaned.get(content);
  if (known !== undefined) return known;
  const html = sanitizeHtml(safeAutop(content), policy);
  cleaned.set(content, html);
  return html;
}
