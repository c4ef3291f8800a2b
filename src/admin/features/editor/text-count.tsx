import { count } from '@wordpress/wordcount';
import { useDeferredValue, useMemo } from 'react';
import type { Block } from '../../editor/block-kit.ts';

/** Words a minute, of somebody who reads for pleasure. */
const pace = 220;

/** How long the text is, in words and minutes. */
export function TextCount({ blocks, write }: { readonly blocks: readonly Block[]; readonly write: () => string }) {
  const calm = useDeferredValue(blocks);
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- the blocks are what is written
  const words = useMemo(() => count(write(), 'words'), [calm]);
  const minutes = Math.max(1, Math.round(words / pace));
  return <p className="text-count">{words.toLocaleString()} {words === 1 ? 'word' : 'words'}{words > 0 && ` · ${minutes} min`}</p>;
}
