import { TooManyRequestsError } from '../../lib/errors.ts';
import { LruCache } from '../../lib/lru-cache.ts';
import { normalizeEmail } from '../../lib/normalize-email.ts';
import { createRankedTurns } from '../../lib/turns.ts';
import { createAllowance } from '../../lib/rate-limit.ts';
import type { Allowance } from '../../lib/rate-limit.ts';

/** Somebody who tries to get into an account. */
export interface Attempt {
  /** From where (`callerOf`). */
  readonly caller: string;
  /** The account by its id; by what was typed where there is none, so that both are refused alike. Undefined: what is shown can't be guessed. */
  readonly account: number | string | undefined;
  /** A sign of the account's owner: a browser that it knows (`Sessions.deviceOf`), or a session of it. All of one kind are counted together. */
  readonly known: 'browser' | 'session' | undefined;
  /** Whether the account is signed in from the same place at this moment; asked where too many have tried it. */
  readonly isNear?: (() => Promise<boolean>) | undefined;
}

/**
 * Whose password is hashed: `known`, the account that is theirs by a session, a link or a browser that was signed in with it before; else from where they
 * come (`callerOf`), and which account they try.
 */
export type Asker =
  | { readonly known: number }
  | { readonly caller: string; readonly account?: number | undefined };

/** What is asked for that costs, or that is sent to somebody. */
export interface Asking {
  /** From where (`callerOf`). */
  readonly caller?: string | undefined;
  /** Who is signed in: counted in place of their address, behind which a whole newsroom may sit. */
  readonly account?: number | undefined;
  /** Whom a mail goes to. */
  readonly recipient?: string | undefined;
}

/** Slows down who guesses. What it refuses costs a look into memory. Counts live in this process only. */
export interface Guard {
  /** Counts an attempt; the function that it gives takes it back, for one that was right. Throws `TooManyRequestsError`. */
  attempt(attempt: Omit<Attempt, 'isNear'>): () => void;
  /** Counts an attempt and hashes its password in turn. What was right, and what was never hashed, counts for nothing. Throws `TooManyRequestsError`. */
  password<Result>(attempt: Attempt, work: () => Promise<Result | undefined>): Promise<Result | undefined>;
  /**
   * Counts a code of a second step; the function that it gives takes it back, for one that was right. Throws `TooManyRequestsError`. `isKnown`: sent from
   * where the account was let in by all of its steps before.
   */
  code(attempt: { readonly account: number; readonly isKnown: boolean }): () => void;
  /** Counts a form of accounts that somebody sends, whatever comes of it. Throws `TooManyRequestsError`. */
  post(caller: string): void;
  /** Counts mails, accounts and the like, for who asks and whom they go to: all of it or, throwing `TooManyRequestsError`, nothing. */
  request(asking: Asking): void;
  /**
   * Runs what hashes a password, one after the other: first those who are known to their accounts, a few at a time, then those of whom least came lately.
   * Where too many wait that come before, it throws `TooManyRequestsError`, and nothing is hashed. `isRight`: what is soon forgotten.
   */
  inTurn<Result>(
    asker: Asker,
    work: () => Promise<Result>,
    isRight?: (result: Result) => boolean,
  ): Promise<Result>;
}

/**
 * Of wrong passwords an address has 20 and then six a minute, an account ten and then one a minute, wherever they come from. Browsers that an account knows
 * have as many again, all together: strangers who guess shut nobody out of theirs, and who signs in often gains no guesses. So have new ones at an address
 * from which little came and where the account is signed in at that moment; elsewhere one gets in by a link that is mailed, or handed over.
 * Codes of six digits get five tries, and then one in five minutes, and known browsers as many: who knows the password guesses right once in three years.
 * Of mails nobody gets more than five at once and then six an hour: in a flood, the newest link is never older than ten minutes.
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

/** Passwords that wait to be hashed, at some 25 ms each. */
const mostWaiting = 20;
/** For so long one wrong password, and one that is being hashed, puts an address behind others, in milliseconds. */
const rememberedMs = 600_000;
/** For so long a right one puts an account behind others, in milliseconds; the first few do not. */
const rightMs = 10_000;
/** Passwords of who is known that come before those of strangers, lately or under way. */
const mostAhead = 3;
const mostRemembered = 1000;
/** Wrong passwords that an address may have sent lately and still be the owner's, by their being signed in there. */
const mostNear = 5;
const mostNames = 10_000;

/** `now`: for tests, in milliseconds. */
export function createGuard(now: () => number = Date.now): Guard {
  const callers = createAllowance({ ...bounds.caller, now });
  const accounts = createAllowance({ ...bounds.account, now });
  // Apart from accounts: who makes up many names pushes none of these out.
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
    mostWaiting,
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
          if (strangers.count(caller) >= mostNear || !(await isNear?.())) throw error;
          return take([[devices, `near ${account}`]]);
        },
      );
      const id = typeof account === 'number' ? account : undefined;
      const asker = known !== undefined && id !== undefined ? { known: id } : { caller, account: id };
      let isHashed = false;
      try {
        const result = await guard.inTurn(asker, async () => {
          isHashed = true;
          return work();
        });
        if (result !== undefined) forgive();
        return result;
      } finally {
        if (!isHashed) forgive();
      }
    },
    code: ({ account, isKnown }) => take([[codes, `${isKnown ? 'known' : 'anybody'} ${account}`]]),
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
    inTurn: async (asker, work, isRight = (result) => result !== undefined) => {
      const isKnown = 'known' in asker;
      const [record, key] = isKnown ? [owners, String(asker.known)] : [strangers, asker.caller];
      const account = isKnown ? asker.known : asker.account;
      // Who knows a password is heard as often as they like, but not before everybody else: somebody with an account would keep the queue full.
      const many = record.count(key) + (account === undefined ? 0 : right.count(String(account)));
      const rank = isKnown && many < mostAhead ? many - mostAhead : many;
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

/** What is counted, and under which name. */
type Counted = readonly [of: Allowance, key: string];

/** Counts once under each name; where one has no more left, under none. Returns how to take it back. */
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

/** What came lately under a name: each is forgotten after `keptMs`. Names beyond a bound push out those that were quiet for longest. */
function createRecord(now: () => number, keptMs: number) {
  const countByName = new LruCache<string, { readonly count: number; readonly at: number }>(mostNames);
  const left = (key: string, at: number) => {
    const before = countByName.get(key);
    return before ? Math.max(0, before.count - Math.max(0, at - before.at) / keptMs) : 0;
  };
  return {
    /** A whole number: who began one a moment ago has one. */
    count: (key: string) => Math.ceil(left(key, now())),
    add: (key: string, many: number) => {
      const at = now();
      countByName.set(key, { count: Math.min(mostRemembered, Math.max(0, left(key, at) + many)), at });
    },
  };
}
