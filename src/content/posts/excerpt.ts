import { LruCache } from '../../lib/lru-cache.ts';
import type { Post } from './post.ts';
import { contentToText, htmlToText, trimWords } from '../../lib/plain-text.ts';

/** Words of an excerpt that is cut from the text, as in WordPress. */
export const excerptWords = 55;

/** Characters of a text, with its synced patterns, that excerpts and descriptions are cut from where the whole text is at hand. */
export const openingCharacters = 6000;

/** What excerpts of a post are cut from. */
export function openingOf({ content, openingWithPatterns }: Pick<Post, 'content' | 'openingWithPatterns'>): string {
  return openingWithPatterns ?? content.slice(0, openingCharacters);
}

/** Pages list the same posts again and again. The texts themselves are the key: nothing has to be forgotten when a post changes. */
const excerptByTexts = new LruCache<string, string>(500);

/**
 * Plain text that stands for a post in lists: the author's own excerpt, else the text up to the `more` mark, else its first 55 words. `opening` is the
 * beginning of the content; a tag cut off at its end is left out.
 */
export function excerptOf(post: { readonly excerpt: string }, opening: string, words = excerptWords): string {
  const key = `${words} ${post.excerpt.length} ${post.excerpt}${opening}`;
  let text = excerptByTexts.get(key);
  if (text === undefined) excerptByTexts.set(key, (text = cutExcerpt(post.excerpt, opening, words)));
  return text;
}

function cutExcerpt(excerpt: string, opening: string, words: number): string {
  const own = htmlToText(excerpt);
  if (own !== '') return trimWords(own, words);
  const more = opening.search(/<!--more\b/);
  return trimWords(contentToText(more === -1 ? opening.slice(0, endOfWhole(opening)) : opening.slice(0, more)), words);
}

/** Where the comment or tag begins that a cut-off text ends in; its length where it ends in none. */
function endOfWhole(opening: string): number {
  const comment = opening.indexOf('<!--', Math.max(0, opening.lastIndexOf('-->')));
  if (comment !== -1) return comment;
  const tag = opening.lastIndexOf('<');
  return tag > opening.lastIndexOf('>') ? tag : opening.length;
}
