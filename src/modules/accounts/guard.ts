import { TooManyRequestsError } from '../../lib/errors.ts';
import { LruCache } from '../../lib/lru-cache.ts';
import { normalizeEmail } from '../../lib/normalize-email.ts';
import { createRankedTurns } from '../../lib/turns.ts';
import { createAllowance } from '../../lib/rate-limit.ts';
import type { Allowance } from '../../lib/rate-limit.ts';

export interface Attempt {
  /** The client (`callerOf`). */
  readonly caller: string;
  /** The account's id, or the typed name if it doesn't exist, so that both are refused alike. Undefined if the credential can't be guessed. */
  readonly account: number | string | undefined;
  /** Evidence of the owner: a known browser (`Sessions.deviceOf`) or a session. All attempts of a kind share one allowance. */
  readonly known: 'browser' | 'session' | undefined;
  /** Whether the account is currently logged in from the same address; called when the account's allowance is used up. */
  readonly isNear?: (() => Promise<boolean>) | undefined;
}

/**
 * The requester of a password hash: `known` is an account identified by a session, link or known browser; otherwise the
 * client (`callerOf`) and the account it tries.
 */
export type HashRequester =
  | { readonly known: number }
  | { readonly caller: string; readonly account?: number | undefined };

export interface CountedRequest {
  /** The client (`callerOf`). */
  readonly caller?: string | undefined;
  /** The logged-in account, counted instead of the address, which a whole newsroom may share. */
  readonly account?: number | undefined;
  readonly recipient?: string | undefined;
}

/**
 * `known`: a browser that completed a log-in to this account before; `session`: one without a password, perhaps stolen.
 * Each has its own allowance, so that neither a thief nor strangers use up the owner's.
 */
export type CodeSender = 'known' | 'session' | 'anybody';

/** Rate limits against guessing. Refusals only read memory. Counts are per process. */
export interface Guard {
  /** Counts an attempt; the returned function takes it back after success. Throws `TooManyRequestsError`. */
  attempt(attempt: Omit<Attempt, 'isNear'>): () => void;
  /** Counts an attempt and runs the hash in turn. Successes, and attempts that were never hashed, don't count. Throws `TooManyRequestsError`. */
  password<Result>(attempt: Attempt, work: () => Promise<Result | undefined>): Promise<Result | undefined>;
  /** Counts a second-step code; the returned function takes it back after success. Throws `TooManyRequestsError`. */
  code(attempt: { readonly account: number; readonly by: CodeSender }): () => void;
  post(caller: string): void;
  /** Counts mails, new accounts and the like by client and recipient, all or none. Throws `TooManyRequestsError`. */
  request(request: CountedRequest): void;
  /**
   * Runs password hashes one at a time: first a few per known account, then clients with the fewest recent attempts.
   * Throws `TooManyRequestsError` if too many wait before it. `isRight`: results that are soon forgotten.
   */
  inTurn<Result>(
    requester: HashRequester,
    work: () => Promise<Result>,
    isRight?: (result: Result) => boolean,
  ): Promise<Result>;
}

/**
 * Known browsers share a separate allowance, so guessing can't lock owners out, nor frequent log-ins gain guesses. With
 * the password, a code is guessed in three years. In a mail flood, the newest link is at most ten minutes old.
 */
const bounds = {
  caller: { burst: 20, perSecond: 0.1 },
  account: { burst: 10, perSecond: 1 / 60 },
  device: { burst: 10, perSecond: 1 / 30 },
  code: { burst: 5, perSecond: 1 / 300 },
  request: { burst: 10, perSecond: 1 / 120 },
  network: { burst: 60, perSecond: 1 / 20 },
  recipient: { burst: 5, perSecond: 1 / 600 },
  post: { burst: 60, perSecond: 1 },
} as const;

/** Waiting hashes, about 25 ms each. */
const maxWaiting = 20;
/** Milliseconds that a wrong password, or a pending one, lowers a client's priority. */
const rememberedMs = 600_000;
/** Milliseconds that a correct one lowers an account's priority, after the first few. */
const rightMs = 10_000;
/** Recent or pending passwords of a known account that run before those of strangers. */
const maxAhead = 3;
const maxRemembered = 1000;
/**
 * Recent wrong passwords up to which an unknown browser can be the owner's, if the account is logged in from its
 * address. Otherwise owners get in by a mailed or handed-over link.
 */
const maxNear = 5;
const maxNames = 10_000;

export function createGuard(now: () => number = Date.now): Guard {
  const callers = createAllowance({ ...bounds.caller, now });
  const accounts = createAllowance({ ...bounds.account, now });
  // Separate from accounts, so that many invented names can't evict real ones.
  const madeUp = createAllowance({ ...bounds.account, now });
  const devices = createAllowance({ ...bounds.device, now });
  const codes = createAllowance({ ...bounds.code, now });
  const requests = createAllowance({ ...bounds.request, now });
  const networks = createAllowance({ ...bounds.network, now });
  const requesters = createAllowance({ ...bounds.request, now });
  const recipients = createAllowance({ ...bounds.recipient, now });
  const posts = createAllowance({ ...bounds.post, now });
  const strangers = createRecord(now, rememberedMs);
  const owners = createRecord(now, rememberedMs);
  const right = createRecord(now, rightMs);
  const turns = createRankedTurns(
    maxWaiting,
    () => new TooManyRequestsError('Too many people sign in at this moment.', 2),
  );
  const guard: Guard = {
    attempt: ({ caller, account, known }) => {
      if (known !== undefined) return take([[devices, `${known} ${account}`]]);
      const named: Counted[] =
        account === undefined
          ? []
          : [typeof account === 'number' ? [accounts, String(account)] : [madeUp, account]];
      return take([[callers, caller], ...named]);
    },
    password: async ({ caller, account, known, isNear }, work) => {
      const forgive = await (async () => guard.attempt({ caller, account, known }))().catch(
        async (error: unknown) => {
          if (strangers.count(caller) >= maxNear || !(await isNear?.())) throw error;
          return take([[devices, `near ${account}`]]);
        },
      );
      const id = typeof account === 'number' ? account : undefined;
      const requester = known !== undefined && id !== undefined ? { known: id } : { caller, account: id };
      let isHashed = false;
      try {
        const result = await guard.inTurn(requester, async () => {
          isHashed = true;
          return work();
        });
        if (result !== undefined) forgive();
        return result;
      } finally {
        if (!isHashed) forgive();
      }
    },
    code: ({ account, by }) => take([[codes, `${by} ${account}`]]),
    post: (caller) => void take([[posts, caller]]),
    request: ({ caller, account, recipient }) => {
      const from: Counted[] =
        caller === undefined ? [] : [[account === undefined ? requests : networks, caller]];
      const by: Counted[] = account === undefined ? [] : [[requesters, String(account)]];
      take([
        ...from,
        ...by,
        ...(recipient === undefined ? [] : [[recipients, normalizeEmail(recipient)] as const]),
      ]);
    },
    inTurn: async (requester, work, isRight = (result) => result !== undefined) => {
      const isKnown = 'known' in requester;
      const [record, key] = isKnown ? [owners, String(requester.known)] : [strangers, requester.caller];
      const account = isKnown ? requester.known : requester.account;
      // After a few log-ins a known account ranks like strangers; otherwise a user could keep the queue full.
      const many = record.count(key) + (account === undefined ? 0 : right.count(String(account)));
      const rank = isKnown && many < maxAhead ? many - maxAhead : many;
      record.add(key, 1);
      let isCounted = false;
      try {
        return await turns(rank, async () => {
          isCounted = true;
          const result = await work();
          isCounted = !isRight(result);
          if (!isCounted && account !== undefined) right.add(String(account), 1);
          return result;
        });
      } finally {
        if (!isCounted) record.add(key, -1);
      }
    },
  };
  return guard;
}

type Counted = readonly [of: Allowance, key: string];

/** Counts once under each key, or under none if one is exhausted (throws). The returned function takes it back. */
function take(counted: readonly Counted[]): () => void {
  const giveBack = (many = counted.length) => {
    for (const [of, key] of counted.slice(0, many)) of.giveBack(key);
  };
  for (const [index, [of, key]] of counted.entries()) {
    const seconds = of(key);
    if (seconds === 0) continue;
    giveBack(index);
    throw new TooManyRequestsError('There were too many attempts.', seconds);
  }
  return () => giveBack();
}

/** Recent attempts by name, which decay over `retainedMs` each. The least recently used names are evicted. */
function createRecord(now: () => number, retainedMs: number) {
  const countByName = new LruCache<string, { readonly count: number; readonly at: number }>(maxNames);
  const left = (key: string, at: number) => {
    const before = countByName.get(key);
    return before ? Math.max(0, before.count - Math.max(0, at - before.at) / retainedMs) : 0;
  };
  return {
    /** Rounded up, so that an attempt just begun counts as one. */
    count: (key: string) => Math.ceil(left(key, now())),
    add: (key: string, many: number) => {
      const at = now();
      countByName.set(key, { count: Math.min(maxRemembered, Math.max(0, left(key, at) + many)), at });
    },
  };
}
