import { count } from '@wordpress/wordcount';
import { useDeferredValue, useMemo } from 'react';
import type { Block } from '../../editor/block-kit.ts';
import { sayCount } from '../../words.ts';

const pace = 220;

/** Length of the text in words and minutes. `of`: its blocks, or its code; `write` returns its markup. */
export function TextCount({
  of,
  write,
}: {
  readonly of: readonly Block[] | string;
  readonly write: () => string;
}) {
  const calm = useDeferredValue(of);
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- it is what is written
  const words = useMemo(() => count(write(), 'words'), [calm]);
  const minutes = Math.max(1, Math.round(words / pace));
  return (
    <p className="text-count">
      {sayCount('%s word|%s words', words, words.toLocaleString())}
      {words > 0 && ` · ${sayCount('%d min|%d min', minutes)}`}
    </p>
  );
}
