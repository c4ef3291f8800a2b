import { useCallback, useState } from 'react';
import { useBar } from '../bar.ts';
import { RefusedError } from '../calls.ts';
import { reloadWithPanel } from '../panel/reopen.ts';
import type { PanelName } from '../panel/reopen.ts';
import { readChanges, readLeft } from './told.ts';
import type { Told } from './told.ts';

/** A change that stands as it was made, and is no undo itself. */
export const stands = ({ undoes, isUndone, isChangedSince }: Told): boolean => undoes === 0 && !isUndone && !isChangedSince;

/** The way back. */
export interface Undo {
  /** Takes one change back. */
  undo(told: Told): Promise<void>;
  /** Takes back this change and all newer ones of its kind that stand, the newest first. */
  undoTo(told: Told): Promise<void>;
  readonly isBusy: boolean;
}

/** Takes changes back: the page is loaded anew then, with the panel. What refuses is said in a window; `again` asks for what stands there now. */
export function useUndo(panel: PanelName, kind: string, again: () => Promise<void>): Undo {
  const { rest, ask, say } = useBar();
  const [isBusy, setBusy] = useState(false);
  const send = useCallback(async ({ id, from }: Told) => (
    readLeft(await rest(`/broadsheet/v1/template-changes/${id}/undo`, { method: 'POST', body: { from } }))
  ), [rest]);
  const run = useCallback(async (work: () => Promise<number>) => {
    setBusy(true);
    try {
      const left = await work();
      if (left > 0) await ask.modal({ text: say('change_left', left) });
      reloadWithPanel(panel);
    } catch (error) {
      console.error('broadsheet/v1/template-changes: error', error);
      setBusy(false);
      const isGone = error instanceof RefusedError && /^(template_|rest_template_change_not_found)/.test(error.code);
      await ask.modal({ text: say(isGone ? 'change_failed' : 'change_stale') });
      await again();
    }
  }, [ask, say, panel, again]);
  const undo = useCallback((told: Told) => run(() => send(told)), [run, send]);
  const undoTo = useCallback((told: Told) => run(async () => {
    let left = 0;
    // Each one says what stands there now: that follows from the one before.
    const newest = async () => readChanges(await rest(`/broadsheet/v1/template-changes?kind=${encodeURIComponent(kind)}&per_page=100`)).find(stands);
    for (let next = await newest(); next && next.id >= told.id; next = await newest()) left += await send(next);
    return left;
  }), [run, send, rest, kind]);
  return { undo, undoTo, isBusy };
}
