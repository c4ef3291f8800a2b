import type { PostCard } from '../content/posts/card.ts';
import { plateOf } from '../lib/plate-letter.ts';
import { accentOf } from './kicker.tsx';

/** How cards side by side show pictures. `own`: who has one; `plates`: who has none shows a plate with its first letter; `none`: words only. */
export type Pictures = 'own' | 'plates' | 'none';

/** Pixels of width from which a picture can lead a list. */
const minLeadWidth = 600;

/** Whether a post's picture is large enough to lead a list. One of another site, whose size nobody knows, may be small or gone. */
export const hasLeadPicture = ({ picture }: Pick<PostCard, 'picture'>): boolean =>
  picture !== undefined && picture.width >= minLeadWidth;

/** A row that is mostly pictures has no holes, and one that is mostly words is all words. */
export function picturesOf(cards: readonly PostCard[]): Pictures {
  const having = cards.filter(({ picture }) => picture !== undefined).length;
  if (having === cards.length) return 'own';
  return having * 2 >= cards.length ? 'plates' : 'none';
}

/** What colours the link around a letter in place of a picture: the category. */
export function plateGround(
  { title, category }: PostCard,
  picture: PostCard['picture'],
): ReturnType<typeof accentOf> | undefined {
  return category && plateOf(title) !== '' && (!picture || picture.color === '')
    ? accentOf(category)
    : undefined;
}

/** Cards with the first in front that has a large picture, or else any picture. */
export function pictureFirst(cards: readonly PostCard[]): readonly PostCard[] {
  const first = cards.find(hasLeadPicture) ?? cards.find(({ picture }) => picture !== undefined);
  return first ? [first, ...cards.filter((card) => card !== first)] : cards;
}
