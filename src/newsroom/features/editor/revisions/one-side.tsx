import './revisions.css';
import { diffWordsWithSpace } from 'diff';
import { Fragment, useMemo } from 'react';
import { compareTexts } from '../../../editor/compare-texts.ts';
import type { BlockChange } from '../../../editor/compare-texts.ts';
import { folded, wordsOfBlock, patienceMs } from './changed-blocks.tsx';
import { sayCount } from '../../../words.ts';

export interface SideProps {
  readonly text: string;
  readonly other: string;
  readonly label: string;
}

/** One of two versions as text; differences are marked, common parts folded. */
export function OneSide({ text, other, label }: SideProps) {
  const changes = useMemo(
    () => compareTexts(other, text).filter(({ kind }) => kind !== 'removed'),
    [other, text],
  );
  return (
    <div className="past-side" role="group" aria-label={label} tabIndex={0}>
      {folded(changes).map(({ from, to, isFolded }) =>
        isFolded ? (
          <p key={from} className="past-message">
            {sayCount('%d identical block|%d identical blocks', to - from)}
          </p>
        ) : (
          changes.slice(from, to).map((change) => <OneBlock key={from} change={change} />)
        ),
      )}
    </div>
  );
}

function OneBlock({ change: { kind, older, newer } }: { readonly change: BlockChange }) {
  const [was, is] = [wordsOfBlock(older), wordsOfBlock(newer)];
  const isCode = kind === 'changed' && was === is; // only the markup differs
  const [before, now] = isCode ? [older.trim(), newer.trim()] : [was, is];
  return (
    <p className={isCode ? 'past-words past-code' : 'past-words'} dir="auto" data-kind={kind}>
      {kind === 'same' ? now : kind === 'added' ? <mark>{now}</mark> : <Marked older={before} newer={now} />}
    </p>
  );
}

function Marked({ older, newer }: { readonly older: string; readonly newer: string }) {
  const parts = useMemo(
    () =>
      diffWordsWithSpace(older, newer, { timeout: patienceMs }) ?? [
        { value: newer, added: true, removed: false },
      ],
    [older, newer],
  );
  return parts
    .filter(({ removed }) => !removed)
    .map(({ value, added }, index) =>
      // Identified only by their order.
      // oxlint-disable-next-line react/no-array-index-key
      added ? <mark key={index}>{value}</mark> : <Fragment key={index}>{value}</Fragment>,
    );
}
