import { wholeLook } from '../../lib/look/look-choice.ts';
import type { LookChoice } from '../../lib/look/look-choice.ts';
import { ownCategoryColours } from '../../lib/look/look-tokens.ts';
import { madeOnceOf } from '../../lib/noted-reads.ts';
import type { CategoryColour } from '../posts/card.ts';
import type { Settings } from '../settings/settings.ts';
import type { Term } from './term.ts';

const ownColours = madeOnceOf((choice: LookChoice) => ownCategoryColours(wholeLook(choice)));

/** The colour of the last term of a chain: that which the look says of it, or of the nearest above it, beside its number among the eight. */
export function colourOf(
  chain: readonly Pick<Term, 'slug' | 'accent'>[],
  { look }: Pick<Settings, 'look'>,
): CategoryColour {
  const accent = chain.at(-1)?.accent ?? 0;
  if (look.colours?.category === undefined) return { accent };
  const colours = ownColours(look);
  const slug = chain.findLast((term) => colours.has(term.slug))?.slug;
  const own = slug === undefined ? undefined : colours.get(slug);
  return own === undefined ? { accent } : { accent, own };
}
