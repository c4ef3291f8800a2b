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

/**
 * Says how many seconds a caller must wait; 0: it may go on, and that counts. Counts live in this process only; a clock that is set back gives nothing and
 * takes nothing.
 */
export function createAllowance({ burst, perSecond, now = Date.now }: AllowanceOptions): (caller: string) => number {
  const callers = new LruCache<string, { readonly left: number; readonly at: number }>(mostCallers);
  return (caller) => {
    const at = now();
    const before = callers.get(caller) ?? { left: burst, at };
    const left = Math.min(burst, before.left + (Math.max(0, at - before.at) / 1000) * perSecond);
    callers.set(caller, { left: left >= 1 ? left - 1 : left, at });
    return left >= 1 ? 0 : Math.ceil((1 - left) / perSecond);
  };
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
        `${name} may be called ${options.burst} times at once and then ${options.perSecond} times a second; wait a moment.`, seconds,
      );
    }
  };
}
