import { TooManyRequestsError } from './errors.ts';
import { LruCache } from './lru-cache.ts';

/** Callers remembered; the one that was quiet for longest is forgotten first. */
const mostCallers = 10_000;

export interface AllowanceOptions {
  /** Calls that may come at once. */
  readonly burst: number;
  /** Calls that come back each second. */
  readonly perSecond: number;
  /** Milliseconds; for tests. */
  readonly now?: (() => number) | undefined;
}

/** Says how many seconds a caller must wait; 0: it may go on, and that counts. */
export interface Allowance {
  (caller: string): number;
  /** A call that turned out to be none that should count. */
  giveBack(caller: string): void;
}

/** Counts calls. Counts live in this process only; a clock that is set back gives nothing and takes nothing. */
export function createAllowance({ burst, perSecond, now = Date.now }: AllowanceOptions): Allowance {
  const leftByCaller = new LruCache<string, { readonly left: number; readonly at: number }>(mostCallers);
  const take = (caller: string) => {
    const at = now();
    const before = leftByCaller.get(caller) ?? { left: burst, at };
    const left = Math.min(burst, before.left + (Math.max(0, at - before.at) / 1000) * perSecond);
    leftByCaller.set(caller, { left: left >= 1 ? left - 1 : left, at });
    return left >= 1 ? 0 : Math.ceil((1 - left) / perSecond);
  };
  const giveBack = (caller: string) => {
    const before = leftByCaller.get(caller);
    if (before) leftByCaller.set(caller, { left: Math.min(burst, before.left + 1), at: before.at });
  };
  return Object.assign(take, { giveBack });
}

export interface RateLimitOptions extends AllowanceOptions {
  /** Names what is limited, in the refusal. */
  readonly name: string;
}

/** A check that lets each caller through so many times, then so often; throws `TooManyRequestsError` beyond. */
export function createRateLimit({ name, ...options }: RateLimitOptions): (caller: string) => void {
  const take = createAllowance(options);
  return (caller) => {
    const seconds = take(caller);
    if (seconds > 0) {
      throw new TooManyRequestsError(
        `${name} may be called ${options.burst} times at once and then ${options.perSecond} times a second; wait a moment.`,
        seconds,
      );
    }
  };
}

/** Callers remembered; the one that was quiet for longest is forgotten first, and has its whole budget again. */
const mostInDebt = 10_000;

interface CostBudgetOptions {
  /** Milliseconds of CPU time that a caller may spend at once. */
  readonly burstMs: number;
  /** Milliseconds of CPU time that come back each second. */
  readonly perSecondMs: number;
  /** Taken while an answer is made and its cost is not known yet, in milliseconds: it bounds how many of one caller's are made side by side. */
  readonly reservedMs: number;
  /** Milliseconds; for tests. */
  readonly now?: (() => number) | undefined;
}

/** What callers have left to spend. Kept in this process only: each process has a processor's time of its own to give away. */
interface CostBudget {
  /** Seconds until this caller may ask again; 0: now. */
  waitFor(caller: string): number;
  /** Takes the reservation; call what it returns once, with what the answer cost in milliseconds. */
  begin(caller: string): (costMs: number) => void;
}

/** A budget for each caller. A clock that is set back gives nothing and takes nothing. */
export function createCostBudget({
  burstMs,
  perSecondMs,
  reservedMs,
  now = Date.now,
}: CostBudgetOptions): CostBudget {
  const leftByCaller = new LruCache<string, { readonly left: number; readonly at: number }>(mostInDebt);
  const leftOf = (caller: string, at: number): number => {
    const before = leftByCaller.get(caller);
    return before
      ? Math.min(burstMs, before.left + (Math.max(0, at - before.at) / 1000) * perSecondMs)
      : burstMs;
  };
  const spend = (caller: string, ms: number) => {
    const at = now();
    // Nobody owes more than a whole budget, however dear the last answers were.
    leftByCaller.set(caller, { left: Math.min(burstMs, Math.max(-burstMs, leftOf(caller, at) - ms)), at });
  };
  return {
    waitFor: (caller) => {
      const left = leftOf(caller, now());
      return left > 0 ? 0 : Math.max(1, Math.ceil((reservedMs - left) / perSecondMs));
    },
    begin: (caller) => {
      spend(caller, reservedMs);
      return (costMs) => spend(caller, costMs - reservedMs);
    },
  };
}
