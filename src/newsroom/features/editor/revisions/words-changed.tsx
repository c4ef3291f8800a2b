import { diffWordsWithSpace } from 'diff';
import { useMemo } from 'react';

/** Milliseconds after which two texts are shown one below the other. */
export const patienceMs = 400;

/** Two texts in one: what is gone is struck out, what came is underlined. */
export function WordsChanged({
  older,
  newer,
  isCode = false,
}: {
  readonly older: string;
  readonly newer: string;
  readonly isCode?: boolean;
}) {
  const parts = useMemo(
    () =>
      diffWordsWithSpace(older, newer, { timeout: patienceMs }) ?? [
        { value: older, removed: true, added: false },
        { value: newer, added: true, removed: false },
      ],
    [older, newer],
  );
  return (
    <p className={isCode ? 'past-words past-code' : 'past-words'} dir="auto">
      {parts.map(({ value, added, removed }, index) =>
        // They have nothing but their order.
        // oxlint-disable-next-line react/no-array-index-key
        added ? (
          <ins key={index}>{value}</ins>
        ) : removed ? (
          <del key={index}>{value}</del>
        ) : (
          <span key={index}>{value}</span>
        ),
      )}
    </p>
  );
}
