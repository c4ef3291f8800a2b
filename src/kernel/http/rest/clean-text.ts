import { cleanHtml } from '../../../lib/clean-html/clean-html.ts';
import { articleProfile, lineProfile } from '../../../lib/clean-html/profiles.ts';
import type { Profile } from '../../../lib/clean-html/profiles.ts';
import { LruCache } from '../../../lib/lru-cache.ts';
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

/** A description as it is written, clean. */
export function renderedDescription(html: string): string {
  return cleanText(html, articleProfile);
}

/** By profile, since cleaning costs more than the rest of an item; the same texts are asked for again and again. */
const cleanTextsByProfile = new Map<Profile, LruCache<string, string>>();

export function cleanText(html: string, profile: Profile): string {
  if (!html.includes('<')) return html;
  const cleanByText = cleanTextsByProfile.get(profile) ?? new LruCache<string, string>(1000);
  cleanTextsByProfile.set(profile, cleanByText);
  const clean = cleanByText.get(html) ?? cleanHtml(html, profile);
  cleanByText.set(html, clean);
  return clean;
}
