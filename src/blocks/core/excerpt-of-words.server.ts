import type { PostCard } from '../../modules/posts/card.ts';
import { excerptOf, excerptWords } from '../../modules/posts/excerpt.ts';
import type { Post } from '../../modules/posts/post.ts';
import { siteTypography } from '../../modules/settings/site-typography.ts';
import { htmlToText, trimWords } from '../../lib/plain-text.ts';
import type { LoadContext } from '../load-context.ts';

/** The excerpt of a card with this many words at most; a longer one than cards have is cut from the text: of `post`, or asked for with those of other cards. */
export async function excerptOfWords(
  { id, excerpt }: Pick<PostCard, 'id' | 'excerpt'>,
  words: number,
  context: LoadContext,
  post?: Post,
): Promise<string> {
  if (excerpt === '' || words <= excerptWords || !excerpt.endsWith('…'))
    return excerpt && trimWords(excerpt, words);
  const whole = post ?? (await context.posts([id]))[0];
  if (!whole) return excerpt;
  return siteTypography(await context.content.settings.current()).text(excerptOf(whole, words));
}

/** The excerpt that somebody wrote, whole: of a longer one than cards have the text is asked for with those of other cards. */
export async function ownExcerptOf(
  { id, excerpt }: Pick<PostCard, 'id' | 'excerpt'>,
  context: LoadContext,
): Promise<string> {
  const [whole] = excerpt.endsWith('…') ? await context.posts([id]) : [];
  return whole
    ? siteTypography(await context.content.settings.current()).text(htmlToText(whole.excerpt))
    : excerpt;
}
