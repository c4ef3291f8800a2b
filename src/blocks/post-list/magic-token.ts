import { canonicalJson } from '../../lib/json.ts';

export const magicPurpose = 'td_magic_token';

/** Number of orders of a random list (1 to this): few enough to cache the answer for each. */
export const randomDraws = 32;

/** Maps any positive whole number to a draw. */
export const drawOf = (seed: number): number => 1 + ((seed - 1) % randomDraws);

/** Settings without a list's draw, which the token does not sign, so that browsers may redraw; undefined without a valid draw. */
export function withoutDraw({
  random_seed: seed,
  ...atts
}: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> | undefined {
  return typeof seed === 'number' && Number.isInteger(seed) && seed >= 1 && seed <= randomDraws
    ? atts
    : undefined;
}

/**
 * The text that a token signs: a page of this site contained this block with these settings. It never expires, since
 * pages stay in caches. `atts`: JSON in any formatting.
 */
export function magicText(blockType: string, atts: string): string {
  return `${blockType} ${canonicalJson(atts) ?? ''}`;
}
