import type { PostCard } from '../modules/posts/card.ts';
import { plateOf } from '../lib/plate-letter.ts';
import { accentOf } from './kicker.tsx';

/** How adjacent cards show pictures. `own`: only their own; `plates`: a card without a picture shows its first letter; `none`: words only. */
export type Pictures = 'own' | 'plates' | 'none';

/** Pixels of width from which a picture can lead a list. */
const minLeadWidth = 600;

/** Whether a post's picture is large enough to lead a list. An external picture of unknown size is not: it may be small or missing. */
export const hasLeadPicture = ({ picture }: Pick<PostCard, 'picture'>): boolean =>
  picture !== undefined && picture.width >= minLeadWidth;

/** Fills the gaps of a row with mostly pictures; hides the pictures of a row with mostly words. */
export function picturesOf(cards: readonly PostCard[]): Pictures {
  const having = cards.filter(({ picture }) => picture !== undefined).length;
  if (having === cards.length) return 'own';
  return having * 2 >= cards.length ? 'plates' : 'none';
}

/** The category color for the letter in place of a picture. */
export function plateGround(
  { title, category }: PostCard,
  picture: PostCard['picture'],
): ReturnType<typeof accentOf> | undefined {
  return category && plateOf(title) !== '' && (!picture || picture.color === '')
    ? accentOf(category)
    : undefined;
}

/** Moves the first card with a large picture, or else with any picture, to the front. */
export function pictureFirst(cards: readonly PostCard[]): readonly PostCard[] {
  const first = cards.find(hasLeadPicture) ?? cards.find(({ picture }) => picture !== undefined);
  return first ? [first, ...cards.filter((card) => card !== first)] : cards;
}
