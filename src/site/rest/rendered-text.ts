import { safeAutop } from '../../blocks/document/classic-content.ts';
import { articleProfile } from '../../lib/clean-html/profiles.ts';
import { cleanText } from '../../kernel/http/rest/clean-text.ts';
import { escapeHtml } from '../../lib/plain-text.ts';
import { excerptOf } from '../../modules/posts/excerpt.ts';
import type { Post } from '../../modules/posts/post.ts';
import type { Typography } from '../../lib/typography/typography.ts';

/** Written text with its paragraphs, clean; empty stays empty. */
export function paragraphs(html: string, typography: Typography): string {
  return html.trim() === '' ? '' : `${typography.html(cleanText(safeAutop(html).trim(), articleProfile))}\n`;
}

/** The excerpt as written, else the first words of the content by the site's one rule. */
export function renderedExcerpt(post: Pick<Post, 'excerpt' | 'opening'>, typography: Typography): string {
  if (post.excerpt.trim() !== '') return paragraphs(post.excerpt, typography);
  const excerpt = excerptOf({ ...post, excerpt: '' });
  if (excerpt === '') return '';
  const text = typography.text(excerpt);
  return `<p>${excerpt === post.opening ? escapeHtml(text) : `${escapeHtml(text.slice(0, -1))} [&hellip;]`}</p>\n`;
}
