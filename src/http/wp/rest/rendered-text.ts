import { safeAutop } from '../../../blocks/document/classic-content.ts';
import { escapeHtml } from '../../../lib/plain-text.ts';
import { excerptOf, excerptWords } from '../../../content/posts/excerpt.ts';
import type { Post } from '../../../content/posts/post.ts';

/** Content looked at for it, in characters. */
const openingCharacters = 6000;

/** A title as WordPress renders it: HTML, with ampersands that begin no entity escaped. */
export function renderedTitle(title: string): string {
  return title.replace(/&(?!#\d+;|#x[\da-f]+;|[a-z]\w*;)/gi, '&#038;');
}

/** Written text with its paragraphs; empty stays empty. */
export function paragraphs(html: string): string {
  return html.trim() === '' ? '' : `${safeAutop(html).trim()}\n`;
}

/** The excerpt as written, else the first words of the content by the site's one rule. */
export function renderedExcerpt(post: Pick<Post, 'excerpt' | 'content'>): string {
  if (post.excerpt.trim() !== '') return paragraphs(post.excerpt);
  const text = excerptOf({ excerpt: '' }, post.content.slice(0, openingCharacters));
  if (text === '') return '';
  const cut = text.endsWith('…') && text.split(' ').length >= excerptWords;
  return `<p>${cut ? `${escapeHtml(text.slice(0, -1))} [&hellip;]` : escapeHtml(text)}</p>\n`;
}
