import { TooManyRequestsError } from './errors.ts';
import { LruCache } from './lru-cache.ts';

/** Callers remembered; the one that was quiet for longest is forgotten first. */
const mostCallers = 10_000;

export interface RateLimitOptions {
  /** Names what is limited, in the refusal. */
  readonly name: string;
  /** Calls that may come at once. */
  readonly burst: number;
  /** Calls that come back each second. */
  readonly perSecond: number;
  /** Milliseconds; for tests. */
  readonly now?: () => number;
}

/** A check that lets each caller through so many times, then so often; throws `TooManyRequestsError` beyond. Counts live in this process only. */
export function createRateLimit({ name, burst, perSecond, now = Date.now }: RateLimitOptions): (caller: string) => void {
  const callers = new LruCache<string, { left: number; at: number }>(mostCallers);
  return (caller) => {
    const moment = now();
    const known = callers.get(caller) ?? { left: burst, at: moment };
    const left = Math.min(burst, known.left + ((moment - known.at) / 1000) * perSecond);
    callers.set(caller, { left: left < 1 ? left : left - 1, at: moment });
    if (left < 1) throw new TooManyRequestsError(`${name} may be called ${burst} times at once and then ${perSecond} times a second; wait a moment.`, Math.ceil((1 - left) / perSecond));
  };
}
