import { TooManyRequestsError } from '../../lib/errors.ts';
import { createAllowance } from '../../lib/rate-limit.ts';
import { createTurns } from '../../lib/turns.ts';

/** Somebody who tries to get into an account. */
export interface Attempt {
  /** From where (`callerOf`). */
  readonly caller: string;
  /** The account by its id; by what was typed where there is none, so that both are refused alike. */
  readonly account: number | string;
  /** A browser that this account was signed in with before (`Sessions.deviceOf`). */
  readonly device: string | undefined;
}

/** Slows down who guesses. What it refuses costs a look into memory. Counts live in this process only. */
export interface Guard {
  /** Counts an attempt; the function that it gives takes it back, for one that was right. Throws `TooManyRequestsError`. */
  attempt(attempt: Attempt): () => void;
  /** Counts a code of a second step; the function that it gives takes it back, for one that was right. Throws `TooManyRequestsError`. */
  code(attempt: Pick<Attempt, 'device'> & { readonly account: number }): () => void;
  /** Counts mails, accounts and the like that a caller has made. Throws `TooManyRequestsError`. */
  request(caller: string): void;
  /** Runs what hashes a password, one after the other; where too many wait already, it throws `TooManyRequestsError`. */
  inTurn<Result>(work: () => Promise<Result>): Promise<Result>;
}

/**
 * Of wrong passwords an address has 20 and then six a minute, an account ten and then one a minute, wherever they come from. Browsers that an account was
 * signed in with before are counted by themselves: strangers who guess shut nobody out of theirs, and a new browser gets in by a link that is mailed.
 * Codes of six digits get five tries, and then one in five minutes: who knows the password guesses right once in three years.
 */
const bounds = {
  caller: { burst: 20, perSecond: 0.1 }, account: { burst: 10, perSecond: 1 / 60 }, device: { burst: 10, perSecond: 1 / 30 },
  code: { burst: 5, perSecond: 1 / 300 }, request: { burst: 10, perSecond: 1 / 120 },
} as const;

/** Passwords that wait to be hashed, at some 25 ms each. */
const mostWaiting = 20;

/** `now`: for tests, in milliseconds. */
export function createGuard(now?: () => number): Guard {
  const callers = createAllowance({ ...bounds.caller, now });
  const accounts = createAllowance({ ...bounds.account, now });
  // Apart from accounts: who makes up many names pushes none of these out.
  const madeUp = createAllowance({ ...bounds.account, now });
  const devices = createAllowance({ ...bounds.device, now });
  const codes = createAllowance({ ...bounds.code, now });
  const requests = createAllowance({ ...bounds.request, now });
  const turns = createTurns(mostWaiting);
  return {
    attempt: ({ caller, account, device }) => {
      if (device !== undefined) {
        refuse(devices(device));
        return () => devices.giveBack(device);
      }
      refuse(callers(caller));
      const [of, key] = typeof account === 'number' ? [accounts, String(account)] : [madeUp, account];
      refuse(of(key));
      return () => {
        callers.giveBack(caller);
        of.giveBack(key);
      };
    },
    code: ({ account, device = String(account) }) => {
      refuse(codes(device));
      return () => codes.giveBack(device);
    },
    request: (caller) => refuse(requests(caller)),
    inTurn: async (work) => {
      const turn = turns(work);
      if (!turn) throw new TooManyRequestsError('Too many people sign in at this moment.', 2);
      return turn;
    },
  };
}

function refuse(seconds: number): void {
  if (seconds > 0) throw new TooManyRequestsError('There were too many attempts.', seconds);
}
