import type { Base } from './merge-posts.ts';
import type { Fields } from './stored-post.ts';

/** Unsaved text stored in the browser, which survives the page. */
export interface LocalCopy {
  /** User, post and window: `3:12:f00d`, `3:new:post:f00d`. */
  readonly key: string;
  readonly content: string;
  readonly fields: Fields;
  /** The base of its changes; undefined for a new text. */
  readonly base: Base | undefined;
  /** Ids of autosaves that this copy makes redundant. */
  readonly autosaves?: readonly number[];
  /** Milliseconds. */
  readonly at: number;
  /** Increases with each copy that the window stores. */
  readonly step: number;
}

/** Copies by key. Empty in browsers without storage, such as some private windows. */
export interface LocalCopies {
  /** Finds all whose key begins with this prefix and a colon. */
  find(prefix: string): Promise<readonly LocalCopy[]>;
  keep(copy: LocalCopy): Promise<boolean>;
  /** Deletes the copy under a key unless its step is later. */
  forget(key: string, upTo: number): Promise<void>;
}

const store = 'copies';

const answerOf = <Result>(request: IDBRequest<Result>): Promise<Result> =>
  new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result));
    request.addEventListener('error', () =>
      reject(request.error ?? new Error('The browser storage is unavailable.')),
    );
  });

export function createLocalCopies(factory: () => IDBFactory): LocalCopies {
  let opened: Promise<IDBDatabase> | undefined;
  const openDatabase = async (): Promise<IDBDatabase> => {
    const request = factory().open('broadsheet-writing', 1);
    request.addEventListener('upgradeneeded', () =>
      request.result.createObjectStore(store, { keyPath: 'key' }),
    );
    const database = await answerOf(request);
    const dropDatabase = () => (opened = undefined);
    database.addEventListener('close', dropDatabase);
    database.addEventListener('versionchange', () => {
      dropDatabase();
      database.close();
    });
    return database;
  };
  /**
   * Resolves when the transaction is complete, because a full disk is only reported then. After a failure the database
   * is reopened on the next call.
   */
  const within = async <Result>(
    mode: IDBTransactionMode,
    act: (copies: IDBObjectStore) => Promise<Result>,
  ): Promise<Result> => {
    const using = (opened ??= openDatabase());
    try {
      const transaction = (await using).transaction(store, mode);
      const isDone = new Promise<void>((resolve, reject) => {
        transaction.addEventListener('complete', () => resolve());
        transaction.addEventListener('abort', () =>
          reject(transaction.error ?? new Error('The browser storage could not be written.')),
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
    // ';' is the character after ':'.
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
        const current = await answerOf(copies.get(key) as IDBRequest<LocalCopy | undefined>);
        if (current && current.step <= upTo) await answerOf(copies.delete(key));
      }).catch(() => undefined),
  };
}

export const localCopies = createLocalCopies(() => indexedDB);

/** `at`: time of writing, if not now. */
type CopyContent = Pick<LocalCopy, 'content' | 'fields' | 'base' | 'autosaves'> &
  Partial<Pick<LocalCopy, 'at'>>;

/** Identifies a copy in the version that was read. */
export interface CopyMark {
  readonly key: string;
  readonly step: number;
}

/** Key prefix of a user's copies of a post, or of new posts of a type. */
export const copyPrefix = (userId: number, type: string, id: number | undefined): string =>
  `${userId}:${id ?? `new:${type}`}`;

export const randomName = () =>
  [...crypto.getRandomValues(new Uint32Array(2))].map((part) => part.toString(36)).join('');

export function createTurns() {
  let last: Promise<unknown> = Promise.resolve();
  return {
    inTurn: <Result>(act: () => Promise<Result>): Promise<Result> => {
      const done = last.then(act);
      last = done.catch(() => undefined);
      return done;
    },
    idle: () => last,
  };
}

/** Stores the copy of this window, one operation at a time; each window with the same text has its own copy. */
export function createCopyKeeper(copies: LocalCopies, prefix: () => string) {
  const tab = randomName();
  let step = 0;
  let storedKey: string | undefined;
  const { inTurn } = createTurns();
  const createCopy = (text: CopyContent, key: string): LocalCopy => ({
    at: Date.now(),
    ...text,
    key,
    step: (step += 1),
  });
  return {
    /** Step of the newest copy; a request sent now includes everything up to it. */
    step: () => step,
    store: (text: CopyContent): Promise<boolean> => {
      const copy = createCopy(text, `${prefix()}:${tab}`);
      return inTurn(async () => {
        if (!(await copies.keep(copy))) return false;
        // The key changes when a new text becomes a post.
        if (storedKey !== undefined && storedKey !== copy.key) await copies.forget(storedKey, Infinity);
        storedKey = copy.key;
        return true;
      });
    },
    /** Deletes the copy unless a later one was stored. */
    forget: (upTo = Infinity): Promise<void> =>
      inTurn(async () => {
        if (storedKey !== undefined) await copies.forget(storedKey, upTo);
      }),
    /** Stores an undecided text next to the current one. Resolves to its mark, or undefined if it could not be stored. */
    storeAside: (text: CopyContent): Promise<CopyMark | undefined> => {
      const copy = createCopy(text, `${prefix()}:${tab}-${step + 1}`);
      return inTurn(async () => ((await copies.keep(copy)) ? { key: copy.key, step: copy.step } : undefined));
    },
    /** Deletes copies in the versions that were read; later ones stay. */
    discard: (marks: readonly CopyMark[]): Promise<void> =>
      inTurn(async () => {
        for (const { key, step: seen } of marks) await copies.forget(key, seen);
      }),
  };
}

export type CopyKeeper = ReturnType<typeof createCopyKeeper>;
