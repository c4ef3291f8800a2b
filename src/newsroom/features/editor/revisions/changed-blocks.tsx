import { getBlockType } from '@wordpress/blocks';
import { Button } from '@wordpress/components';
import { useMemo } from 'react';
import type { BlockChange } from '../../../editor/compare-texts.ts';
import { wordsOfBlock } from './block-words.ts';
import { WordsChanged } from './words-changed.tsx';

const titles = { changed: 'Changed', added: 'Added', removed: 'Removed', same: '' } as const;
const restores = {
  changed: 'Restore this block',
  added: 'Take this block out',
  removed: 'Put this block back',
  same: '',
} as const;
/** Blocks without a change that are shown on each side of one that has some. */
const around = 1;

interface ChangedBlocksProps {
  readonly changes: readonly BlockChange[];
  /** Makes one of them what it was; undefined where that has no place. */
  readonly onRestore: ((index: number) => void) | undefined;
}

/** The blocks of two texts in one list; long runs of those that stayed are folded. */
export function ChangedBlocks({ changes, onRestore }: ChangedBlocksProps) {
  const rows = useMemo(() => folded(changes), [changes]);
  return (
    <ol className="past-blocks">
      {rows.map(({ from, to, isFolded }) =>
        isFolded ? (
          <li key={from}>
            <details>
              <summary>{to - from} blocks without a change</summary>
              {changes.slice(from, to).map(({ newer }, index) => (
                <p key={from + index} className="past-words" dir="auto">
                  {wordsOfBlock(newer)}
                </p>
              ))}
            </details>
          </li>
        ) : (
          <li key={from}>
            <OneBlock change={changes[from]} onRestore={onRestore && (() => onRestore(from))} />
          </li>
        ),
      )}
    </ol>
  );
}

interface Row {
  readonly from: number;
  readonly to: number;
  readonly isFolded: boolean;
}

/** Runs of blocks without a change as one row, all others as rows of their own. */
export function folded(changes: readonly BlockChange[]): readonly Row[] {
  const isNear = (index: number) =>
    changes.slice(Math.max(0, index - around), index + around + 1).some(({ kind }) => kind !== 'same');
  const rows: Row[] = [];
  for (let index = 0; index < changes.length; index++) {
    let end = index;
    while (end < changes.length && !isNear(end)) end++;
    if (end - index > 1) {
      rows.push({ from: index, to: end, isFolded: true });
      index = end - 1;
    } else rows.push({ from: index, to: index + 1, isFolded: false });
  }
  return rows;
}

function OneBlock({
  change,
  onRestore,
}: {
  readonly change: BlockChange | undefined;
  readonly onRestore: (() => void) | undefined;
}) {
  if (!change) return null;
  const { kind, name, older, newer } = change;
  if (kind === 'same')
    return (
      <p className="past-words" dir="auto">
        {wordsOfBlock(newer)}
      </p>
    );
  const [was, is] = [wordsOfBlock(older), wordsOfBlock(newer)];
  const isCode = was === is; // the words are the same: what is around them is not
  return (
    <section className="past-block" data-kind={kind} aria-label={`${titles[kind]}: ${titleOf(name)}`}>
      <header>
        <strong>{titles[kind]}</strong>{' '}
        <span>
          {titleOf(name)}
          {isCode ? ', only in its markup' : ''}
        </span>
      </header>
      <WordsChanged older={isCode ? older.trim() : was} newer={isCode ? newer.trim() : is} isCode={isCode} />
      {onRestore && (
        <Button variant="tertiary" size="compact" onClick={onRestore}>
          {restores[kind]}
        </Button>
      )}
    </section>
  );
}

const titleOf = (name: string): string => (name === '' ? 'Classic' : (getBlockType(name)?.title ?? name));
