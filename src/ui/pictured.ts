import type { PostCard } from '../content/posts/card.ts';
import { plateOf } from '../lib/plate-letter.ts';
import { accentOf } from './kicker.tsx';

/** How cards side by side show pictures. `own`: who has one; `plates`: who has none shows a plate with its first letter; `none`: words only. */
export type Pictures = 'own' | 'plates' | 'none';

/** A row that is mostly pictures has no holes, and one that is mostly words is all words. */
export function picturesOf(cards: readonly PostCard[]): Pictures {
  const having = cards.filter(({ picture }) => picture !== undefined).length;
  if (having === cards.length) return 'own';
  return having * 2 >= cards.length ? 'plates' : 'none';
}

/** What colours the link around a letter in place of a picture: the category. */
export function plateGround({ title, category }: PostCard, picture: PostCard['picture']): ReturnType<typeof accentOf> | undefined {
  return category && plateOf(title) !== '' && (!picture || picture.color === '') ? accentOf(category) : undefined;
}

/** Cards with the first that has a picture in front. */
export function pictureFirst(cards: readonly PostCard[]): readonly PostCard[] {
  const first = cards.find(({ picture }) => picture !== undefined);
  return first ? [first, ...cards.filter((card) => card !== first)] : cards;
}
