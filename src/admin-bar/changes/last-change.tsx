import { useBar } from '../bar.ts';
import type { PanelName } from '../panel/reopen.ts';
import { changeWords, whenWords } from './change-words.ts';
import { readChanges } from './told.ts';
import { useTold } from './use-told.ts';
import { stands, useUndo } from './use-undo.ts';

/** What was changed last of the page's kind, and the way back: undone, it shows the one before. */
export function LastChange({ panel }: { readonly panel: PanelName }) {
  const { say, config: { layout } } = useBar();
  const kind = layout?.kind ?? '';
  const { value: changes = [], again } = useTold(`/broadsheet/v1/template-changes?kind=${encodeURIComponent(kind)}`, readChanges);
  const { undo, isBusy } = useUndo(panel, kind, again);
  const last = changes.find(stands);
  return (
    <div className="bar-last" role="status" hidden={!last}>
      {last && (
        <>
          <p><b>{say('change_last')}</b> {changeWords(say, last)} <small>{whenWords(last)}</small></p>
          <button type="button" aria-disabled={isBusy} onClick={() => void (isBusy || undo(last))}>{say('change_undo')}</button>
        </>
      )}
    </div>
  );
}
