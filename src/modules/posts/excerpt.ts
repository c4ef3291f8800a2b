import { htmlToText, trimWords } from '../../lib/plain-text.ts';
import type { Post } from './post.ts';

/** Words of an excerpt that is cut from the text, as in WordPress. */
export const excerptWords = 55;

/** Plain text that stands for a post in lists: the first words of the author's own excerpt, else of the text, with an ellipsis where there are more. */
export function excerptOf(
  { excerpt, opening }: Pick<Post, 'excerpt' | 'opening'>,
  words = excerptWords,
): string {
  return trimWords(htmlToText(excerpt) || opening, words);
}
