import { canonicalJson } from '../../lib/canonical-json.ts';

/** Purpose of the signature in `td_magic_token`. */
export const magicPurpose = 'td_magic_token';

/** What a token signs: it says that a page of ours asked for this block with these settings, and never expires, since pages stay in caches. `atts`: JSON, in any spelling. */
export function magicText(blockType: string, atts: string): string {
  return `${blockType} ${canonicalJson(atts) ?? ''}`;
}
