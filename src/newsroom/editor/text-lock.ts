import type { LockReply, LockSent } from '../app/rest-types.ts';
import { awayCode, RestError } from '../app/rest-error.ts';
import { createState } from './draft-state.ts';
import type { AskRest, Line } from './draft-state.ts';
import type { Draft } from './draft.ts';
import type { Former } from './found-texts.ts';
import { say } from '../words.ts';

export type LockAct = 'hold' | 'claim' | 'take' | 'ask' | 'give' | 'refuse';

/** Milliseconds between checks whether the holder has handed over, and until the lock is taken anyway; a visible window has responded by then. */
const lookMs = 1000;
const patienceMs = 20_000;

export interface LockState {
  /** `elsewhere`: another user held it before this window opened; `lost`: another user took it or was given it. */
  readonly stage: 'writing' | 'elsewhere' | 'lost';
  readonly reply: LockReply | undefined;
  /** Takes over, and waits for the holder's last changes. */
  readonly isClaiming: boolean;
}

interface TextLockOptions {
  readonly id: () => number | undefined;
  /** Id of this window; changes on reopening, so that the end of the previous window does not release the new lock. */
  readonly windowId: string;
  readonly draft: Pick<Draft, 'isDirty' | 'saveLast' | 'handOn'>;
  readonly rest: AskRest;
  readonly line: Pick<Line, 'standing'>;
  readonly notify: (message: string) => void;
  readonly sendLast: (path: string, method: 'DELETE') => void;
  /** Reopens the stored text; this client has ended then. */
  readonly reopen: (id: number, former: Former | undefined) => void;
}

/** Claims the lock from its holder: checks every `lookMs` whether they handed it over, and takes it after `patienceMs`. */
function createClaim(act: (requested: LockAct) => Promise<void>) {
  let current: { readonly from: number; readonly timer: ReturnType<typeof setInterval> } | undefined;
  const end = () => {
    clearInterval(current?.timer);
    current = undefined;
  };
  return {
    /** Id of the user it is claimed from; undefined without a claim. */
    from: () => current?.from,
    begin: (from: number) => {
      end();
      const at = Date.now();
      const look = () => void act(Date.now() - at < patienceMs ? 'hold' : 'take');
      current = { from, timer: setInterval(look, lookMs) };
    },
    end,
  };
}

async function sendAct(rest: AskRest, path: string, body: LockSent): Promise<LockReply | RestError> {
  try {
    return (await rest<LockReply, LockSent>(path, { method: 'POST', body })).body;
  } catch (error) {
    if (!(error instanceof RestError)) throw error;
    return error;
  }
}

/** This window's view of the lock: `send` sends an act and applies the answer. `act` queues one. */
function createLockClient(
  { id, windowId, draft, rest, notify, sendLast, reopen }: TextLockOptions,
  act: (requested: LockAct) => Promise<void>,
) {
  const { state, set, subscribe } = createState<LockState>({
    stage: 'writing',
    reply: undefined,
    isClaiming: false,
  });
  let had = false;
  let isOver = false;
  /** Whether this window holds or has requested the lock, as far as it knows. */
  let hasRequested = false;
  let former: Former | undefined;
  const path = () => `/broadsheet/v1/posts/${id()}/lock`;
  const release = () => sendLast(`${path()}?window=${windowId}`, 'DELETE');
  const claim = createClaim(act);

  const refused = (requested: LockAct, error: RestError): undefined => {
    if (isOver) {
      if (hasRequested) release();
    } else if (requested !== 'hold' || (claim.from() !== undefined && error.code !== awayCode)) {
      claim.end();
      set({ isClaiming: false });
      notify(error.message);
    }
  };

  /** Applies an answer; resolves to the act to send next. */
  const apply = async (requested: LockAct, reply: LockReply): Promise<LockAct | undefined> => {
    if (isOver) {
      if (reply.mine || hasRequested) release();
      return undefined;
    }
    hasRequested &&= !reply.mine && reply.asking === 'waiting';
    if (had && !reply.mine) await draft.saveLast();
    if (isOver) return undefined;
    const isReopening = reply.mine && state().stage !== 'writing' && !draft.isDirty();
    if (!reply.mine) former = { id: reply.holder.id, name: reply.holder.name || say('another user') };
    const stage = reply.mine ? 'writing' : had || state().stage === 'lost' ? 'lost' : 'elsewhere';
    had = reply.mine;
    const claimedFrom = claim.from();
    const isFromAnother = claimedFrom !== undefined && claimedFrom !== reply.holder.id;
    if (reply.mine) claim.end();
    else if (requested === 'claim' || requested === 'take') claim.begin(reply.holder.id);
    set({ stage, reply, isClaiming: claim.from() !== undefined });
    if (isReopening) {
      isOver = true; // the window reopened in its place holds the lock without a gap
      // Reopens with what the other user stored; their unsaved changes are offered as a found text.
      reopen(id() ?? 0, former);
      return undefined;
    }
    if (reply.claimed && requested !== 'give') return 'give';
    return !reply.mine && isFromAnother && requested === 'hold' ? 'claim' : undefined;
  };

  const send = async (requested: LockAct): Promise<LockAct | undefined> => {
    if (requested === 'give' && !isOver) await draft.handOn();
    if (isOver) return undefined;
    if (requested === 'claim' || requested === 'take' || requested === 'ask') hasRequested = true;
    const reply = await sendAct(rest, path(), { window: windowId, act: requested });
    if (reply instanceof RestError) return refused(requested, reply);
    return apply(requested, reply);
  };

  /** The page is hidden or closed, and may be restored: releases the lock and any request for it. */
  const leave = () => {
    if (!isOver && (had || hasRequested)) release();
  };
  const end = () => {
    leave();
    isOver = true;
    claim.end();
  };
  return { state, subscribe, send, isOver: () => isOver, leave, end };
}

/**
 * Tells the server that this window edits a post, and learns which other user does. The caller sends `hold` regularly
 * while the window is visible.
 */
export function createTextLock(options: TextLockOptions) {
  const { id, line } = options;
  let running: Promise<void> | undefined;
  /** Acts are sent one at a time; repeated ones are skipped while another is pending. */
  const act = (requested: LockAct): Promise<void> => {
    if (client.isOver() || id() === undefined) return Promise.resolve();
    if ((requested === 'hold' || requested === 'take') && (running || line.standing() !== 'there'))
      return Promise.resolve();
    const done = (running ?? Promise.resolve())
      .then(async () => {
        for (let next: LockAct | undefined = requested; next; ) next = await client.send(next);
      })
      .finally(() => {
        if (running === done) running = undefined;
      });
    running = done;
    return done;
  };
  const client = createLockClient(options, act);
  const { state, subscribe, leave, end } = client;
  return { state, subscribe, act, leave, end };
}
