import { TooManyRequestsError } from './errors.ts';
import { LruCache } from './lru-cache.ts';

/** Callers tracked; the one inactive for longest is dropped first. */
const maxCallers = 10_000;

export interface AllowanceOptions {
  readonly burst: number;
  readonly perSecond: number;
  readonly now?: (() => number) | undefined;
}

/** Returns the seconds that a caller must wait; 0 lets the call through and counts it. */
export interface Allowance {
  (caller: string): number;
  /** Undoes the count of a call. */
  giveBack(caller: string): void;
}

/** Counts calls per caller (token bucket), in this process only. Setting the clock back has no effect. */
export function createAllowance({ burst, perSecond, now = Date.now }: AllowanceOptions): Allowance {
  const leftByCaller = new LruCache<string, { readonly left: number; readonly at: number }>(maxCallers);
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
  readonly name: string;
}

/** Creates a check that allows a burst and then a steady rate per caller; it throws `TooManyRequestsError` beyond. */
export function createRateLimit({ name, ...options }: RateLimitOptions): (caller: string) => void {
  const take = createAllowance(options);
  return (caller) => {
    const seconds = take(caller);
    if (seconds > 0) {
      throw new TooManyRequestsError(
        `${name} accepts ${options.burst} calls at once and then ${options.perSecond} per second. Wait a moment.`,
        seconds,
      );
    }
  };
}

/** Callers tracked; the one inactive for longest is dropped first, and then has its full budget again. */
const maxInDebt = 10_000;

interface CostBudgetOptions {
  /** Milliseconds of CPU time that a caller may spend at once. */
  readonly burstMs: number;
  /** Milliseconds of CPU time regained per second. */
  readonly perSecondMs: number;
  /** Milliseconds reserved while the cost of a response is unknown; limits a caller's concurrent requests. */
  readonly reservedMs: number;
  readonly now?: (() => number) | undefined;
}

/** Remaining CPU budgets, in this process only, since each process has its own CPU time. */
interface CostBudget {
  /** Seconds until this caller's next request; 0 for now. */
  waitFor(caller: string): number;
  /** Reserves budget. Call the returned function once with the actual cost in ms. */
  begin(caller: string): (costMs: number) => void;
}

/** Creates a budget per caller. Setting the clock back has no effect. */
export function createCostBudget({
  burstMs,
  perSecondMs,
  reservedMs,
  now = Date.now,
}: CostBudgetOptions): CostBudget {
  const leftByCaller = new LruCache<string, { readonly left: number; readonly at: number }>(maxInDebt);
  const leftOf = (caller: string, at: number): number => {
    const before = leftByCaller.get(caller);
    return before
      ? Math.min(burstMs, before.left + (Math.max(0, at - before.at) / 1000) * perSecondMs)
      : burstMs;
  };
  const spend = (caller: string, ms: number) => {
    const at = now();
    // A debt never exceeds one full budget, however expensive the last requests were.
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
