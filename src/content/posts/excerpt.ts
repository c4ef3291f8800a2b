import { LruCache } from '../../lib/lru-cache.ts';
import { contentToText, htmlToText, trimWords } from '../../lib/plain-text.ts';

/** Words of an excerpt that is cut from the text, as in WordPress. */
export const excerptWords = 55;

/** Pages list the same posts again and again. The texts themselves are the key: nothing has to be forgotten when a post changes. */
const known = new LruCache<string, string>(500);

/** Plain text that stands for a post in lists: the author's own excerpt, else the text up to the `more` mark, else its first 55 words. `opening` is the beginning of the content; a tag cut off at its end is left out. */
export function excerptOf(post: { readonly excerpt: string }, opening: string): string {
  const key = `${post.excerpt.length} ${post.excerpt}${opening}`;
  let text = known.get(key);
  if (text === undefined) known.set(key, (text = cutExcerpt(post.excerpt, opening)));
  return text;
}

function cutExcerpt(excerpt: string, opening: string): string {
  const own = htmlToText(excerpt);
  if (own !== '') return trimWords(own, excerptWords);
  const more = opening.search(/<!--more\b/);
  const text = more === -1 ? opening.replace(/<(?:!--(?:(?!-->)[^])*|[^<>]*)$/, '') : opening.slice(0, more);
  return trimWords(contentToText(text), excerptWords);
}
