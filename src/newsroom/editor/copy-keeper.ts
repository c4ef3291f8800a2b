import type { LocalCopies, LocalCopy } from './local-copies.ts';

/** What a window wrote, to be kept in the browser. `at`: when, where that was not now. */
export type Kept = Pick<LocalCopy, 'content' | 'fields' | 'base' | 'autosaves'> &
  Partial<Pick<LocalCopy, 'at'>>;

/** One copy in the browser: its key, and how new it was when somebody saw it. */
export interface CopyMark {
  readonly key: string;
  readonly step: number;
}

/** Copies of one text, by who writes it: of a post, or of a new one of a type. */
export const copyPrefix = (userId: number, type: string, id: number | undefined): string =>
  `${userId}:${id ?? `new:${type}`}`;

/** A name that no other window has. */
export const randomName = () =>
  [...crypto.getRandomValues(new Uint32Array(2))].map((part) => part.toString(36)).join('');

/** Runs actions one after the other, even after one that failed. */
export function createTurns() {
  let last: Promise<unknown> = Promise.resolve();
  return {
    inTurn: <Result>(act: () => Promise<Result>): Promise<Result> => {
      const done = last.then(act);
      last = done.catch(() => undefined);
      return done;
    },
    /** Resolves once the actions that were added so far are done. */
    idle: () => last,
  };
}

/** Keeps the copy of one window, one thing after the other: several windows with the same text have a copy each. */
export function createCopyKeeper(copies: LocalCopies, prefix: () => string) {
  const tab = randomName();
  let step = 0;
  let keptKey: string | undefined;
  const { inTurn } = createTurns();
  const made = (kept: Kept, key: string): LocalCopy => ({ at: Date.now(), ...kept, key, step: (step += 1) });
  return {
    /** How new the newest copy is that was taken: what is sent now holds all of it. */
    step: () => step,
    /** Keeps what is written now in place of what was. Resolves to whether the browser has it. */
    keep: (kept: Kept): Promise<boolean> => {
      const copy = made(kept, `${prefix()}:${tab}`);
      return inTurn(async () => {
        if (!(await copies.keep(copy))) return false;
        // A text that became a post has another key.
        if (keptKey !== undefined && keptKey !== copy.key) await copies.forget(keptKey, Infinity);
        keptKey = copy.key;
        return true;
      });
    },
    /** Removes it, unless something later was kept. */
    forget: (upTo = Infinity): Promise<void> =>
      inTurn(async () => {
        if (keptKey !== undefined) await copies.forget(keptKey, upTo);
      }),
    /** Keeps a text that nobody has decided about beside the one that is written. Resolves to where it is, undefined where the browser does not keep it. */
    keepAside: (kept: Kept): Promise<CopyMark | undefined> => {
      const copy = made(kept, `${prefix()}:${tab}-${step + 1}`);
      return inTurn(async () => ((await copies.keep(copy)) ? { key: copy.key, step: copy.step } : undefined));
    },
    /** Removes copies as they were seen: what was kept there since stays. */
    letGo: (marks: readonly CopyMark[]): Promise<void> =>
      inTurn(async () => {
        for (const { key, step: seen } of marks) await copies.forget(key, seen);
      }),
  };
}

export type CopyKeeper = ReturnType<typeof createCopyKeeper>;
