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
