import { Button, Modal } from '@wordpress/components';
import { useSyncExternalStore, useEffect, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import type { ListedType } from '../../app/boot.ts';
import { listAddress, editAddress } from '../../app/screens.ts';
import { siteFormat } from '../../app/boot.ts';
import type { Draft } from '../../editor/draft.ts';
import { connection } from '../../app/connection.ts';
import { rest, sendLast } from '../../app/rest.ts';
import { toast } from '../../app/toasts.tsx';
import { createTextLock } from '../../editor/text-lock.ts';
import type { LockAct, LockState } from '../../editor/text-lock.ts';
import { inSentence, say } from '../../words.ts';

const times = siteFormat({ hour: 'numeric', minute: '2-digit' });

interface LockDialogProps {
  readonly lock: Lock;
  readonly draft: Draft;
  readonly type: ListedType;
}

export function LockDialog({ lock: { stage, reply, isClaiming, act }, draft, type }: LockDialogProps) {
  useSyncExternalStore(draft.subscribe, draft.state);
  if (!reply) return null;
  const { holder, since, asking } = reply;
  const name = holder.name || say('Another user');
  return (
    <Modal
      title={stage === 'lost' ? say('%s has taken over', name) : say('%s is editing this', name)}
      className="lock-dialog"
      size="medium"
      isDismissible={false}
      shouldCloseOnClickOutside={false}
      shouldCloseOnEsc={false}
      onRequestClose={() => undefined}
    >
      {stage === 'lost' ? (
        <p>
          {draft.isDirty()
            ? say(
                'Your unsaved changes are kept, here and on the server. Take over again to continue with them, or restore them later from the notice above the text.',
              )
            : say('All your changes are saved.')}
        </p>
      ) : (
        <p>
          {say(
            'They have been editing since %s. If you take over, they are notified and their unsaved changes are saved for them.',
            times.format(new Date(since)),
          )}
        </p>
      )}
      {isClaiming && (
        <p role="status">{say('Waiting up to 20 seconds for the latest changes by %s.', name)}</p>
      )}
      {stage === 'elsewhere' && !isClaiming && asking !== 'no' && (
        <p role="status">
          {asking === 'waiting'
            ? say('Your request was sent to %s. The editor opens here as soon as they hand over.', name)
            : say('%s declined your request and is still editing.', name)}
        </p>
      )}
      <div className="lock-acts">
        <Link to={listAddress(type.name)}>{say('All %s', inSentence(type.plural))}</Link>
        {stage === 'elsewhere' && (
          <Button
            variant="secondary"
            __next40pxDefaultSize
            disabled={isClaiming || asking === 'waiting'}
            accessibleWhenDisabled
            onClick={() => void act('ask')}
          >
            {asking === 'waiting' && !isClaiming ? say('Requested') : say('Request to edit')}
          </Button>
        )}
        <Button
          variant="primary"
          __next40pxDefaultSize
          isBusy={isClaiming}
          disabled={isClaiming}
          accessibleWhenDisabled
          onClick={() => void act('claim')}
        >
          {stage === 'lost' ? say('Take over again') : say('Take over')}
        </Button>
      </div>
    </Modal>
  );
}

/** Another user asks for the text edited here. */
export function HandoverNotice({ lock: { reply, act } }: { readonly lock: Lock }) {
  if (!reply?.mine || !reply.asked_by || reply.claimed) return null;
  return (
    <div className="found-notice" role="status">
      <p>{say('%s wants to edit this.', reply.asked_by.name || say('Another user'))}</p>
      <Button variant="primary" size="compact" onClick={() => void act('give')}>
        {say('Hand over')}
      </Button>
      <Button variant="tertiary" size="compact" onClick={() => void act('refuse')}>
        {say('Not now')}
      </Button>
    </div>
  );
}

/** Milliseconds between heartbeats, as in WordPress. */
const beatMs = 15_000;

interface Lock extends LockState {
  readonly act: (act: LockAct) => Promise<void>;
}

/**
 * Holds the text's lock while the page is visible and shows other editors. No text depends on it: changes are saved
 * before another user takes over, and concurrent ones are merged.
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
      notify: (message) => void toast(message),
      sendLast,
      reopen: (opened, former) => void navigate(editAddress(opened), { replace: true, state: { former } }),
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
