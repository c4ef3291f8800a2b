import { useEffect, useState, useSyncExternalStore } from 'react';
import { useNavigate } from 'react-router';
import { connection } from '../../app/connection.ts';
import { rest, sendLast } from '../../app/rest.ts';
import { editAddress } from '../../app/screens.ts';
import { toast } from '../../app/toasts.tsx';
import type { Draft } from '../../editor/draft.ts';
import { createTextLock } from '../../editor/text-lock.ts';
import type { LockAct, LockState } from '../../editor/text-lock.ts';

/** Milliseconds between two words to the server that somebody is at it, as in WordPress. */
const beatMs = 15_000;

export interface Lock extends LockState {
  readonly act: (act: LockAct) => Promise<void>;
}

/**
 * Says while the page is seen that somebody is at this text, and hears who else is. Nothing of a text depends on it: what was written is kept before somebody
 * is told that it was taken, and two that write at once are merged as ever.
 */
export function useLock(draft: Draft): Lock {
  const { post } = useSyncExternalStore(draft.subscribe, draft.state);
  const navigate = useNavigate();
  const id = post?.id;
  const [lock] = useState(() =>
    createTextLock({
      id: () => draft.state().post?.id,
      windowId: crypto.randomUUID(),
      draft,
      rest,
      line: connection,
      tell: (message) => void toast(message),
      sendLast,
      openAnew: (opened, former) => void navigate(editAddress(opened), { replace: true, state: { former } }),
    }),
  );
  const state = useSyncExternalStore(lock.subscribe, lock.state);
  useEffect(() => {
    if (id === undefined) return undefined;
    const beat = () => {
      if (document.visibilityState === 'visible') void lock.act('hold');
    };
    beat();
    const timer = window.setInterval(beat, beatMs);
    document.addEventListener('visibilitychange', beat);
    window.addEventListener('pagehide', lock.leave);
    return () => {
      window.clearInterval(timer);
      document.removeEventListener('visibilitychange', beat);
      window.removeEventListener('pagehide', lock.leave);
      lock.end();
    };
  }, [lock, id]);
  return { ...state, act: lock.act };
}
