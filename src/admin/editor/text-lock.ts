import type { ToldLock } from '../app/replies.ts';
import { awayCode, RestError } from '../app/rest-error.ts';
import type { LockSent } from '../app/sent.ts';
import type { AskRest, Line } from './draft-state.ts';
import type { Draft } from './draft.ts';
import type { Former } from './found-texts.ts';

export type LockAct = 'hold' | 'claim' | 'take' | 'ask' | 'give' | 'refuse';

/** Milliseconds between two looks whether last words have come, and after which nobody waits for them any more: a window that is seen is heard of by then. */
const lookMs = 1000;
const patienceMs = 20_000;

export interface LockState {
  /** `elsewhere`: somebody else has it since before it was opened here; `lost`: somebody took it, or was given it. */
  readonly stage: 'writing' | 'elsewhere' | 'lost';
  readonly told: ToldLock | undefined;
  /** Takes over, and waits for the last words of who has it. */
  readonly isClaiming: boolean;
}

interface TextLockOptions {
  /** Undefined while the text is no post yet. */
  readonly id: () => number | undefined;
  /** What this window calls itself; opened anew it is another one, so that the end of the one before takes nothing away. */
  readonly windowId: string;
  readonly draft: Pick<Draft, 'isDirty' | 'keepLast' | 'handOn'>;
  readonly rest: AskRest;
  readonly line: Pick<Line, 'standing'>;
  /** What a person should hear of. */
  readonly tell: (message: string) => void;
  /** Asks what nobody waits for. */
  readonly sendLast: (path: string, method: 'DELETE') => void;
  /** Opens the text as it is stored by now; this window has come to its end then. */
  readonly openAnew: (id: number, former: Former | undefined) => void;
}

/** What a window says of who is at a text, and hears of others. Who calls it says `hold` now and then, while somebody sees it. */
export function createTextLock({
  id,
  windowId,
  draft,
  rest,
  line,
  tell,
  sendLast,
  openAnew,
}: TextLockOptions) {
  let state: LockState = { stage: 'writing', told: undefined, isClaiming: false };
  const listeners = new Set<() => void>();
  const set = (change: Partial<LockState>) => {
    state = { ...state, ...change };
    for (const listener of listeners) listener();
  };
  let had = false;
  let isOver = false;
  /** This window asks for it, or claims it, as far as it knows. */
  let hasAsked = false;
  /** Who had it last. */
  let former: Former | undefined;
  /** From whom it is claimed, and since when, in milliseconds. */
  let claim:
    | { readonly from: number; readonly at: number; readonly timer: ReturnType<typeof setInterval> }
    | undefined;
  let running: Promise<void> | undefined;

  const path = () => `/broadsheet/v1/posts/${id()}/lock`;
  const letGo = () => sendLast(`${path()}?window=${windowId}`, 'DELETE');
  const endClaim = () => {
    clearInterval(claim?.timer);
    claim = undefined;
  };
  const beginClaim = (from: number) => {
    endClaim();
    const at = Date.now();
    claim = {
      from,
      at,
      timer: setInterval(() => void act(Date.now() - at < patienceMs ? 'hold' : 'take'), lookMs),
    };
  };

  const refused = (wanted: LockAct, error: RestError) => {
    if (isOver) {
      if (hasAsked) letGo(); // it may have been heard
    } else if (wanted !== 'hold' || (claim && error.code !== awayCode)) {
      endClaim();
      set({ isClaiming: false });
      tell(error.message);
    }
  };

  /** What came of a word; resolves to what is to be said because of it. */
  const hear = async (wanted: LockAct, told: ToldLock): Promise<LockAct | undefined> => {
    if (isOver) {
      if (told.mine || hasAsked) letGo();
      return undefined;
    }
    hasAsked &&= !told.mine && told.asking === 'waiting';
    if (had && !told.mine) await draft.keepLast();
    if (isOver) return undefined;
    const isOpenedAnew = told.mine && state.stage !== 'writing' && !draft.isDirty();
    if (!told.mine) former = { id: told.holder.id, name: told.holder.name || 'somebody' };
    const stage = told.mine ? 'writing' : had || state.stage === 'lost' ? 'lost' : 'elsewhere';
    had = told.mine;
    const isFromAnother = claim !== undefined && claim.from !== told.holder.id;
    if (told.mine) endClaim();
    else if (wanted === 'claim' || wanted === 'take') beginClaim(told.holder.id);
    set({ stage, told, isClaiming: claim !== undefined });
    if (isOpenedAnew) {
      isOver = true; // the one that is opened in its place has it: nobody comes in between
      // What the other one stored meanwhile is what there is to go on with, and what they had not stored is offered.
      openAnew(id() ?? 0, former);
      return undefined;
    }
    if (told.claimed && wanted !== 'give') return 'give';
    return !told.mine && isFromAnother && wanted === 'hold' ? 'claim' : undefined;
  };

  const say = async (wanted: LockAct): Promise<LockAct | undefined> => {
    if (wanted === 'give' && !isOver) await draft.handOn();
    if (isOver) return undefined;
    if (wanted === 'claim' || wanted === 'take' || wanted === 'ask') hasAsked = true;
    let told: ToldLock;
    try {
      told = (
        await rest<ToldLock, LockSent>(path(), { method: 'POST', body: { window: windowId, act: wanted } })
      ).body;
    } catch (error) {
      if (!(error instanceof RestError)) throw error;
      refused(wanted, error);
      return undefined;
    }
    return hear(wanted, told);
  };

  /** One after the other; what is said again and again never waits. */
  const act = (wanted: LockAct): Promise<void> => {
    if (isOver || id() === undefined) return Promise.resolve();
    if ((wanted === 'hold' || wanted === 'take') && (running || line.standing() !== 'there'))
      return Promise.resolve();
    const done = (running ?? Promise.resolve())
      .then(async () => {
        for (let next: LockAct | undefined = wanted; next; ) next = await say(next);
      })
      .finally(() => {
        if (running === done) running = undefined;
      });
    running = done;
    return done;
  };

  /** The page goes, and may come back: nobody waits for this window, and it waits for nobody. */
  const leave = () => {
    if (!isOver && (had || hasAsked)) letGo();
  };
  return {
    state: () => state,
    subscribe: (listener: () => void): (() => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    act,
    leave,
    /** Nobody is at it any more. An answer that is on its way changes nothing, and leaves nothing behind. */
    end: () => {
      leave();
      isOver = true;
      endClaim();
    },
  };
}
