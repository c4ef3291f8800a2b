import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { useNavigate } from 'react-router';
import { connection } from '../../app/connection.ts';
import type { ToldLock } from '../../app/replies.ts';
import { rest, RestError, sendLast } from '../../app/rest.ts';
import { editAddress } from '../../app/screens.ts';
import type { LockSent } from '../../app/sent.ts';
import { toast } from '../../app/toasts.tsx';
import type { Draft } from '../../editor/draft.ts';

type Act = 'hold' | 'take' | 'ask' | 'give' | 'refuse';

/** Milliseconds between two words to the server that somebody is at it, as in WordPress. */
const beatMs = 15_000;
/** Statuses of what no reader sees yet: who goes on has it all. */
const unsettled = new Set(['draft', 'pending']);

export interface Lock {
  /** `elsewhere`: somebody else has it since before it was opened here; `lost`: somebody took it, or was given it. */
  readonly stage: 'writing' | 'elsewhere' | 'lost';
  readonly told: ToldLock | undefined;
  readonly act: (act: Act) => Promise<void>;
}

/**
 * Says while the page is seen that somebody is at this text, and hears who else is. Nothing of a text depends on it: what was written is kept before somebody
 * is told that it was taken, and two that write at once are merged as ever.
 */
export function useLock(draft: Draft): Lock {
  const { post } = useSyncExternalStore(draft.subscribe, draft.state);
  const navigate = useNavigate();
  const id = post?.id;
  const [{ stage, told }, setLock] = useState<Pick<Lock, 'stage' | 'told'>>({ stage: 'writing', told: undefined });
  const last = useRef<Lock['stage']>('writing');
  const had = useRef(false);
  const running = useRef<Promise<void>>(undefined);
  // Opened anew it is another one, so that the end of the one before takes nothing away.
  const [windowId] = useState(() => crypto.randomUUID());

  const say = useCallback(async (wanted: Act): Promise<void> => {
    if (id === undefined) return;
    try {
      if (wanted === 'give') {
        await draft.keepLocally();
        await (unsettled.has(draft.state().post?.status ?? '') ? draft.save() : draft.autosave());
      }
      const { body } = await rest<ToldLock, LockSent>(`/broadsheet/v1/posts/${id}/lock`, { method: 'POST', body: { window: windowId, act: wanted } });
      if (had.current && !body.mine) {
        await draft.keepLocally();
        await draft.autosave();
      }
      const isOpenedAnew = body.mine && last.current !== 'writing' && !draft.isDirty();
      last.current = body.mine ? 'writing' : had.current || last.current === 'lost' ? 'lost' : 'elsewhere';
      had.current = body.mine;
      setLock({ stage: last.current, told: body });
      if (isOpenedAnew) {
        had.current = false; // the one that is opened in its place has it: nobody comes in between
        void navigate(editAddress(id), { replace: true }); // what the other one stored meanwhile is what there is to go on with
      }
    } catch (error) {
      if (!(error instanceof RestError)) throw error;
      if (wanted !== 'hold') toast(error.message);
    }
  }, [draft, id, navigate, windowId]);
  /** One after the other; what is only to say that one is at it never waits. */
  const act = useCallback((wanted: Act): Promise<void> => {
    if (wanted === 'hold' && (running.current || connection.standing() !== 'there')) return Promise.resolve();
    const done = (running.current ?? Promise.resolve()).then(() => say(wanted)).finally(() => {
      if (running.current === done) running.current = undefined;
    });
    running.current = done;
    return done;
  }, [say]);

  useEffect(() => {
    if (id === undefined) return undefined;
    const beat = () => {
      if (document.visibilityState === 'visible') void act('hold');
    };
    const leave = () => had.current && sendLast(`/broadsheet/v1/posts/${id}/lock?window=${windowId}`, 'DELETE');
    beat();
    const timer = window.setInterval(beat, beatMs);
    document.addEventListener('visibilitychange', beat);
    window.addEventListener('pagehide', leave);
    return () => {
      window.clearInterval(timer);
      document.removeEventListener('visibilitychange', beat);
      window.removeEventListener('pagehide', leave);
      leave();
    };
  }, [act, id, windowId]);
  return { stage, told, act };
}
