import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { useNavigate } from 'react-router';
import { connection } from '../../app/connection.ts';
import type { ToldLock } from '../../app/replies.ts';
import { rest, RestError, sendLast } from '../../app/rest.ts';
import { editAddress } from '../../app/screens.ts';
import type { LockSent } from '../../app/sent.ts';
import { toast } from '../../app/toasts.tsx';
import type { Draft } from '../../editor/draft.ts';
import type { Former } from '../../editor/found-texts.ts';

type Act = 'hold' | 'claim' | 'take' | 'ask' | 'give' | 'refuse';

/** Milliseconds between two words to the server that somebody is at it, as in WordPress. */
const beatMs = 15_000;
/** Milliseconds between two looks whether last words have come, and after which nobody waits for them any more: a window that is seen is heard of by then. */
const lookMs = 1000;
const patienceMs = 20_000;
/** Statuses of what no reader sees yet: who goes on has it all. */
const unsettled = new Set(['draft', 'pending']);

export interface Lock {
  /** `elsewhere`: somebody else has it since before it was opened here; `lost`: somebody took it, or was given it. */
  readonly stage: 'writing' | 'elsewhere' | 'lost';
  readonly told: ToldLock | undefined;
  /** Takes over, and waits for the last words of who has it. */
  readonly isClaiming: boolean;
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
  /** Who had it last. */
  const former = useRef<Former>(undefined);
  const running = useRef<Promise<void>>(undefined);
  // Opened anew it is another one, so that the end of the one before takes nothing away.
  const [windowId] = useState(() => crypto.randomUUID());

  const [claimedAt, setClaimedAt] = useState<number>();

  /** Resolves to whether somebody takes over, and what is written here is to be handed on. */
  const say = useCallback(async (wanted: Act): Promise<boolean> => {
    if (id === undefined) return false;
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
      if (!body.mine) former.current = { id: body.holder.id, name: body.holder.name || 'somebody' };
      last.current = body.mine ? 'writing' : had.current || last.current === 'lost' ? 'lost' : 'elsewhere';
      had.current = body.mine;
      setLock({ stage: last.current, told: body });
      if (body.mine) setClaimedAt(undefined);
      else if (wanted === 'claim') setClaimedAt(Date.now());
      if (isOpenedAnew) {
        had.current = false; // the one that is opened in its place has it: nobody comes in between
        // What the other one stored meanwhile is what there is to go on with, and what they had not stored is offered.
        void navigate(editAddress(id), { replace: true, state: { former: former.current } });
      }
      return body.claimed;
    } catch (error) {
      if (!(error instanceof RestError)) throw error;
      if (wanted !== 'hold') toast(error.message);
      return false;
    }
  }, [draft, id, navigate, windowId]);
  /** One after the other; what is only to say that one is at it never waits. */
  const act = useCallback((wanted: Act): Promise<void> => {
    if (wanted === 'hold' && (running.current || connection.standing() !== 'there')) return Promise.resolve();
    const done = (running.current ?? Promise.resolve()).then(async () => {
      if (await say(wanted) && wanted !== 'give') await say('give');
    }).finally(() => {
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
  useEffect(() => {
    if (claimedAt === undefined) return undefined;
    const timer = window.setInterval(() => void act(Date.now() - claimedAt < patienceMs ? 'hold' : 'take'), lookMs);
    return () => window.clearInterval(timer);
  }, [act, claimedAt]);
  return { stage, told, isClaiming: claimedAt !== undefined, act };
}
