import type { Base } from './merge-posts.ts';
import type { Fields } from './stored-post.ts';

/** What somebody has written that the server may not have: kept in this browser, whatever becomes of the page. */
export interface LocalCopy {
  /** Who wrote it in what, and the window: `3:12:f00d`, `3:new:post:f00d`. */
  readonly key: string;
  readonly content: string;
  /** What else was changed, by the names of REST. */
  readonly fields: Fields;
  /** What it began from; undefined: from nothing. */
  readonly base: Base | undefined;
  /** Autosaves of the server that say what this said before: with it nobody needs them any more. */
  readonly autosaves?: readonly number[];
  /** Milliseconds. */
  readonly at: number;
  /** Counts what the window kept: what comes later is higher. */
  readonly step: number;
}

/** Copies by their keys. Where a browser keeps nothing (in some private windows) there are none. */
export interface LocalCopies {
  /** All whose keys begin with this and a colon. */
  find(prefix: string): Promise<readonly LocalCopy[]>;
  /** Whether it was kept. */
  keep(copy: LocalCopy): Promise<boolean>;
  /** Removes what is kept under a key, unless it is of a later step. */
  forget(key: string, upTo: number): Promise<void>;
}

const store = 'copies';

const answerOf = <Result>(request: IDBRequest<Result>): Promise<Result> =>
  new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result));
    request.addEventListener('error', () => reject(request.error ?? new Error('The browser keeps nothing.')));
  });

/** Copies in the database of a browser, which `factory` opens. */
export function createLocalCopies(factory: () => IDBFactory): LocalCopies {
  let opened: Promise<IDBDatabase> | undefined;
  const openAnew = async (): Promise<IDBDatabase> => {
    const request = factory().open('broadsheet-writing', 1);
    request.addEventListener('upgradeneeded', () =>
      request.result.createObjectStore(store, { keyPath: 'key' }),
    );
    const database = await answerOf(request);
    const isGone = () => (opened = undefined);
    database.addEventListener('close', isGone);
    database.addEventListener('versionchange', () => {
      isGone();
      database.close();
    });
    return database;
  };
  /** What `act` asked, once the browser says that it is written: a full disk is told only then. A database that failed is opened anew the next time. */
  const within = async <Result>(
    mode: IDBTransactionMode,
    act: (copies: IDBObjectStore) => Promise<Result>,
  ): Promise<Result> => {
    const using = (opened ??= openAnew());
    try {
      const transaction = (await using).transaction(store, mode);
      const isDone = new Promise<void>((resolve, reject) => {
        transaction.addEventListener('complete', () => resolve());
        transaction.addEventListener('abort', () =>
          reject(transaction.error ?? new Error('The browser kept nothing.')),
        );
      });
      const [result] = await Promise.all([act(transaction.objectStore(store)), isDone]);
      return result;
    } catch (error) {
      if (opened === using) opened = undefined;
      throw error;
    }
  };
  return {
    // ';' is the character behind ':'.
    find: (prefix) =>
      within('readonly', (copies) => {
        const all: IDBRequest<LocalCopy[]> = copies.getAll(
          IDBKeyRange.bound(`${prefix}:`, `${prefix};`, false, true),
        );
        return answerOf(all);
      }).catch(() => []),
    keep: (copy) =>
      within('readwrite', (copies) => answerOf(copies.put(copy))).then(
        () => true,
        () => false,
      ),
    forget: (key, upTo) =>
      within('readwrite', async (copies) => {
        const kept = await answerOf(copies.get(key) as IDBRequest<LocalCopy | undefined>);
        if (kept && kept.step <= upTo) await answerOf(copies.delete(key));
      }).catch(() => undefined),
  };
}

export const localCopies = createLocalCopies(() => indexedDB);

/** What a window wrote, to be kept in the browser. `at`: when, where that was not now. */
type Kept = Pick<LocalCopy, 'content' | 'fields' | 'base' | 'autosaves'> & Partial<Pick<LocalCopy, 'at'>>;

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
