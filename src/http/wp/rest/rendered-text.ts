import { safeAutop } from '../../../blocks/document/classic-content.ts';
import { cleanHtml } from '../../../lib/clean-html/clean-html.ts';
import { articleProfile, lineProfile } from '../../../lib/clean-html/profiles.ts';
import type { Profile } from '../../../lib/clean-html/profiles.ts';
import { LruCache } from '../../../lib/lru-cache.ts';
import { escapeHtml } from '../../../lib/plain-text.ts';
import { excerptOf } from '../../../content/posts/excerpt.ts';
import type { Post } from '../../../content/posts/post.ts';
import type { Typography } from '../../../lib/typography/typography.ts';

/** A title as WordPress renders it: HTML of one line, with ampersands that begin no entity escaped. */
export function renderedTitle(title: string, typography: Typography): string {
  return typography
    .html(cleanText(title, lineProfile))
    .replace(/&(?!#\d+;|#x[\da-f]+;|[a-z]\w*;)/gi, '&#038;');
}

/** A name as it is written, without anything but the markup of a line. */
export function renderedName(name: string): string {
  return cleanText(name, lineProfile);
}

/** Written text with its paragraphs, clean; empty stays empty. */
export function paragraphs(html: string, typography: Typography): string {
  return html.trim() === '' ? '' : `${typography.html(cleanText(safeAutop(html).trim(), articleProfile))}\n`;
}

/** A description as it is written, clean. */
export function renderedDescription(html: string): string {
  return cleanText(html, articleProfile);
}

/** By profile, since cleaning costs more than the rest of an item; the same texts are asked for again and again. */
const cleanTextsByProfile = new Map<Profile, LruCache<string, string>>();

function cleanText(html: string, profile: Profile): string {
  if (!html.includes('<')) return html;
  const cleanByText = cleanTextsByProfile.get(profile) ?? new LruCache<string, string>(1000);
  cleanTextsByProfile.set(profile, cleanByText);
  const clean = cleanByText.get(html) ?? cleanHtml(html, profile);
  cleanByText.set(html, clean);
  return clean;
}

/** The excerpt as written, else the first words of the content by the site's one rule. */
export function renderedExcerpt(post: Pick<Post, 'excerpt' | 'opening'>, typography: Typography): string {
  if (post.excerpt.trim() !== '') return paragraphs(post.excerpt, typography);
  const excerpt = excerptOf({ ...post, excerpt: '' });
  if (excerpt === '') return '';
  const text = typography.text(excerpt);
  return `<p>${excerpt === post.opening ? escapeHtml(text) : `${escapeHtml(text.slice(0, -1))} [&hellip;]`}</p>\n`;
}
