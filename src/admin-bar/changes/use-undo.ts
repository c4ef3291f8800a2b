import { useCallback, useState } from 'react';
import { useBar } from '../bar.ts';
import type { Bar } from '../bar.ts';
import { RefusedError } from '../calls.ts';
import { reloadWithPanel } from '../panel/reopen.ts';
import type { PanelName } from '../panel/reopen.ts';
import { changeWords } from './change-words.ts';
import { readLeft } from './told.ts';
import type { Told } from './told.ts';

/** A change that stands as it was made, and is no undo itself. */
export const stands = ({ undoes, isUndone, isChangedSince }: Told): boolean =>
  undoes === 0 && !isUndone && !isChangedSince;

/** The way back. */
export interface Undo {
  /** Takes one change back. */
  undo(told: Told): Promise<void>;
  /** Takes back this change and all newer ones of its kind that stand, or none of them; `all`: those that somebody sees, the newest first. */
  undoTo(told: Told, all: readonly Told[]): Promise<void>;
  readonly isBusy: boolean;
}

/** Takes changes back: the page is loaded anew then, with the panel. What refuses is said in a window; what stands there now is asked for by itself. */
export function useUndo(panel: PanelName, kind: string): Undo {
  const { rest, ask, say } = useBar();
  const [isBusy, setBusy] = useState(false);
  const run = useCallback(
    async (path: string, body: Readonly<Record<string, unknown>>, all: readonly Told[]) => {
      setBusy(true);
      try {
        const left = readLeft(
          await rest(`/broadsheet/v1/template-changes/${path}`, { method: 'POST', body }),
        );
        if (left > 0) await ask.modal({ text: say('change_left', left) });
        reloadWithPanel(panel);
      } catch (error) {
        console.error('broadsheet/v1/template-changes: error', error);
        setBusy(false);
        await ask.modal({ text: refusal(say, error, all) });
      }
    },
    [rest, ask, say, panel],
  );
  const undo = useCallback((told: Told) => run(`${told.id}/undo`, { from: told.from }, [told]), [run]);
  const undoTo = useCallback(
    (told: Told, all: readonly Told[]) =>
      run(`${told.id}/undo-since`, { kind, newest: all[0]?.id ?? 0 }, all),
    [run, kind],
  );
  return { undo, undoTo, isBusy };
}

function refusal(say: Bar['say'], error: unknown, all: readonly Told[]): string {
  if (!(error instanceof RefusedError)) return say('change_stale');
  const stopping = all.find(({ id }) => id === error.change);
  if (stopping) return say('change_stopped', changeWords(say, stopping));
  if (error.code === 'template_undo_too_far') return say('change_too_far');
  return say(
    /^(template_|rest_template_change_not_found)/.test(error.code) ? 'change_failed' : 'change_stale',
  );
}
