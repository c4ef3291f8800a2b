import { useBar } from '../bar.ts';
import type { PanelName } from '../panel/reopen.ts';
import { changeWords, whenWords } from './change-words.ts';
import type { Told } from './told.ts';
import { useChanges } from './use-changes.ts';
import { stands, useUndo } from './use-undo.ts';

const hasOne = (changes: readonly Told[]) => changes.some(stands);

/** What was changed last of the page's kind, and the way back: undone, it shows the one before. */
export function LastChange({ panel }: { readonly panel: PanelName }) {
  const {
    say,
    config: { layout },
  } = useBar();
  const kind = layout?.kind ?? '';
  const told = useChanges(kind, 20, hasOne);
  const { undo, isBusy } = useUndo(panel, kind);
  const last = told?.changes.find(stands);
  return (
    <div className="bar-last" role="status" hidden={!last}>
      {last && (
        <>
          <p>
            <b>{say('change_last')}</b> {changeWords(say, last)} <small>{whenWords(last)}</small>
          </p>
          <button
            type="button"
            aria-disabled={isBusy}
            aria-label={say('panel_action_of', say('change_undo'), changeWords(say, last))}
            onClick={() => void (isBusy || undo(last))}
          >
            {say('change_undo')}
          </button>
        </>
      )}
    </div>
  );
}
