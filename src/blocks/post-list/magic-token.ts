import { canonicalJson } from '../../lib/json.ts';

/** Purpose of the signature in `td_magic_token`. */
export const magicPurpose = 'td_magic_token';

/** A list that comes at random has one of so many orders, 1 to this: few enough that the answer to each is kept. */
export const randomDraws = 32;

/** The draw that any whole number above 0 stands for. */
export const drawOf = (seed: number): number => 1 + ((seed - 1) % randomDraws);

/** Settings of a list without its draw: that is what a token signs, so that a browser may draw anew; undefined where they hold no draw. */
export function withoutDraw({
  random_seed: seed,
  ...atts
}: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> | undefined {
  return typeof seed === 'number' && Number.isInteger(seed) && seed >= 1 && seed <= randomDraws
    ? atts
    : undefined;
}

/**
 * What a token signs: it says that a page of ours asked for this block with these settings, and never expires, since pages stay in caches. `atts`: JSON, in any
 * spelling.
 */
export function magicText(blockType: string, atts: string): string {
  return `${blockType} ${canonicalJson(atts) ?? ''}`;
}
