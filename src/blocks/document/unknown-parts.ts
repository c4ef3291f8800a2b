import { blockTokens } from '../../lib/markup/block-tokens.ts';
import { nameToday } from './former-names.ts';
import { isSavedBlock } from './saved-blocks.ts';
import { scanShortcodes } from './shortcodes/scan.ts';

/** How often a text holds what nothing here knows, by name. */
export interface UnknownParts {
  readonly blocks: ReadonlyMap<string, number>;
  readonly shortcodes: ReadonlyMap<string, number>;
}

/** What a text holds that readers don't get as it was meant; `isRegistered` says which blocks the server renders. Takes time in proportion to the text. */
export function unknownParts(markup: string, isRegistered: (name: string) => boolean): UnknownParts {
  const isKnown = (name: string) => isSavedBlock(name) || isRegistered(name);
  const blocks = markup.includes('wp:') ? blockTokens(markup).filter(({ kind, name }) => kind !== 'close' && !isKnown(nameToday(name))) : [];
  const shortcodes = scanShortcodes(markup).filter(({ kind, closing }) => kind === 'drop' && !closing);
  return { blocks: countNames(blocks), shortcodes: countNames(shortcodes) };
}

function countNames(things: readonly { readonly name: string }[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { name } of things) counts.set(name, (counts.get(name) ?? 0) + 1);
  return counts;
}
