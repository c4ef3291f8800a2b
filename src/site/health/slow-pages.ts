import type { SlowPage } from '../../kernel/http/health-source.ts';

/** Milliseconds of an uncached render from which it is recorded. */
export const slowMs = 500;

const maxPatterns = 50;

/** Groups paths, so that a thousand articles are one entry. */
export function patternOf(path: string): string {
  const [first = '', ...others] = path.split('/').filter(Boolean);
  return first === '' ? '/' : others.length === 0 ? '/*/' : `/${first}/*/`;
}

/**
 * The slowest renders of this process, by path pattern. Bounded: when it is full, the fastest pattern makes room for a
 * slower one. Queries are not recorded, since they may contain what readers typed.
 */
export class SlowPages {
  readonly #pageByPattern = new Map<string, SlowPage>();
  readonly since: number;
  readonly #now: () => number;

  constructor(now: () => number = Date.now) {
    this.#now = now;
    this.since = now();
  }

  /** `ms`: from the begin of the render to its reply, including the time it waited for others. */
  note(path: string, ms: number): void {
    const pattern = patternOf(path);
    const before = this.#pageByPattern.get(pattern);
    const page =
      before && before.ms >= ms
        ? { ...before, count: before.count + 1 }
        : {
            pattern,
            count: (before?.count ?? 0) + 1,
            path: path.slice(0, 200),
            ms: Math.round(ms),
            at: this.#now(),
          };
    if (!before && this.#pageByPattern.size >= maxPatterns) {
      const fastest = this.list().at(-1);
      if (!fastest || fastest.ms >= ms) return;
      this.#pageByPattern.delete(fastest.pattern);
    }
    this.#pageByPattern.set(pattern, page);
  }

  /** Slowest first. */
  list(): SlowPage[] {
    return [...this.#pageByPattern.values()].toSorted((a, b) => b.ms - a.ms);
  }
}
