import { useCallback, useLayoutEffect, useRef, useState } from 'react';
import { useBar } from '../bar.ts';
import { changeWords, whenWords } from './change-words.ts';
import type { Told } from './told.ts';
import { useChanges } from './use-changes.ts';
import { stands, useUndo } from './use-undo.ts';

/** Changes that are shown at first. */
const first = 20;
/** More of them, each time that older ones are wanted. */
const step = 100;

/** What was changed of the page's kind, by whom and when, also days ago; each can be taken back. */
export function History() {
  const { say } = useBar();
  const [isOpen, setOpen] = useState(false);
  return (
    <details className="bar-history" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{say('change_history')}</summary>
      {isOpen && <Changes />}
    </details>
  );
}

function Changes() {
  const {
    say,
    config: { layout },
  } = useBar();
  const [shown, setShown] = useState(first);
  const kind = layout?.kind ?? '';
  // One more tells whether there are older ones.
  const all = useChanges(
    kind,
    first + 1,
    useCallback(({ length }: readonly Told[]) => length > shown, [shown]),
  );
  const { undo, undoTo, isBusy } = useUndo('templates', kind);
  const list = useRef<HTMLOListElement>(null);
  const shownBefore = useRef(first);
  const isAll = all?.isAll === true;
  // The button that asks for older ones goes once the oldest has come: its focus is the first one's of those that came with it.
  useLayoutEffect(() => {
    const came = list.current?.children[shownBefore.current];
    if (isAll && document.activeElement === document.body && came instanceof HTMLElement) came.focus();
  }, [isAll]);
  if (!all) return null;
  const { changes } = all;
  if (changes.length === 0) return <p className="bar-empty">{say('change_nothing')}</p>;
  const newest = changes.find(stands);
  return (
    <>
      <ol ref={list} className="bar-list">
        {changes.slice(0, shown).map((told) => {
          const what = changeWords(say, told);
          const named = (action: 'change_undo' | 'change_undo_to') => ({
            children: say(action),
            'aria-label': say('panel_action_of', say(action), what),
          });
          return (
            <li key={told.id} tabIndex={-1}>
              <p>
                {what}
                <small>{whenWords(told)}</small>
                {told.isChangedSince && !told.isUndone && <small>{say('change_since')}</small>}
              </p>
              {/* What was changed since is taken back first, so that this one stands again. */}
              {told.undoes === 0 && !told.isUndone && told !== newest && (
                <button
                  type="button"
                  aria-disabled={isBusy}
                  onClick={() => void (isBusy || undoTo(told, changes))}
                  {...named('change_undo_to')}
                />
              )}
              {told.isUndone ? (
                <span>{say('change_undone')}</span>
              ) : (
                <button
                  type="button"
                  aria-disabled={isBusy}
                  onClick={() => void (isBusy || undo(told))}
                  {...named('change_undo')}
                />
              )}
            </li>
          );
        })}
      </ol>
      {(!isAll || changes.length > shown) && (
        <button
          type="button"
          onClick={() => {
            shownBefore.current = shown;
            setShown(shown + step);
          }}
        >
          {say('change_older')}
        </button>
      )}
    </>
  );
}
