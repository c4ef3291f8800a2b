import { autop } from '@wordpress/autop';
import { contentToText, escapeHtml } from '../../../lib/plain-text.ts';
import type { Post } from '../../../content/posts/post.ts';

/** Words of an excerpt that is cut from the content, as in WordPress. */
const excerptWords = 55;
/** Content looked at for it, in characters. */
const openingCharacters = 6000;

/** A title as WordPress renders it: HTML, with ampersands that begin no entity escaped. */
export function renderedTitle(title: string): string {
  return title.replace(/&(?!#\d+;|#x[\da-f]+;|[a-z]\w*;)/gi, '&#038;');
}

/** Written text with its paragraphs; empty stays empty. */
export function paragraphs(html: string): string {
  return html.trim() === '' ? '' : `${autop(html).trim()}\n`;
}

/** The excerpt as written, else the first 55 words of the content. */
export function renderedExcerpt(post: Pick<Post, 'excerpt' | 'content'>): string {
  if (post.excerpt.trim() !== '') return paragraphs(post.excerpt);
  const words = contentToText(post.content.slice(0, openingCharacters).replace(/<[^>]*$/, '')).split(' ').filter(Boolean);
  if (words.length === 0) return '';
  const cut = words.length > excerptWords || post.content.length > openingCharacters;
  return `<p>${escapeHtml(words.slice(0, excerptWords).join(' '))}${cut ? ' [&hellip;]' : ''}</p>\n`;
}
