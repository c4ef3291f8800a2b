import { useState } from 'react';
import { useBar } from '../bar.ts';
import { changeWords, whenWords } from './change-words.ts';
import { readChanges } from './told.ts';
import { useTold } from './use-told.ts';
import { stands, useUndo } from './use-undo.ts';

/** Changes that are shown at first, and more of each time. */
const step = 20;
/** As many are asked for at once, at most. */
const most = 100;

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
  const { say, config: { layout } } = useBar();
  const [shown, setShown] = useState(step);
  const kind = layout?.kind ?? '';
  const { value: changes, again } = useTold(`/broadsheet/v1/template-changes?kind=${encodeURIComponent(kind)}&per_page=${shown}`, readChanges);
  const { undo, undoTo, isBusy } = useUndo('templates', kind, again);
  if (!changes) return null;
  if (changes.length === 0) return <p className="bar-empty">{say('change_nothing')}</p>;
  const newest = changes.find(stands);
  return (
    <>
      <ol className="bar-list">
        {changes.map((told) => {
          const what = changeWords(say, told);
          return (
            <li key={told.id}>
              <p>{what}<small>{whenWords(told)}</small>{told.isChangedSince && !told.isUndone && <small>{say('change_since')}</small>}</p>
              {stands(told) && told !== newest && (
                <button type="button" aria-disabled={isBusy} onClick={() => void (isBusy || undoTo(told, changes))}>{say('change_undo_to')}</button>
              )}
              {told.isUndone ? <span>{say('change_undone')}</span> : (
                <button type="button" aria-disabled={isBusy} onClick={() => void (isBusy || undo(told))}>{say('change_undo')}</button>
              )}
            </li>
          );
        })}
      </ol>
      {changes.length === shown && shown < most && (
        <button type="button" onClick={() => setShown(Math.min(most, shown + step))}>{say('change_older')}</button>
      )}
    </>
  );
}
