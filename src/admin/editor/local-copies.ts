/** What somebody has written that the server may not have: kept in this browser, whatever becomes of the page. */
export interface LocalCopy {
  /** Who wrote it in what: `3:12`, `3:new:post`. */
  readonly key: string;
  readonly title: string;
  readonly content: string;
  readonly excerpt: string;
  /** What else was changed, by the names of REST. */
  readonly fields?: Readonly<Record<string, unknown>>;
  /** The revision that it began from; 0: of nothing. */
  readonly revision: number;
  /** Milliseconds. */
  readonly at: number;
}

const store = 'copies';
let opened: Promise<IDBDatabase> | undefined;

const settled = <Result>(request: IDBRequest<Result>): Promise<Result> => new Promise((resolve, reject) => {
  request.addEventListener('success', () => resolve(request.result));
  request.addEventListener('error', () => reject(request.error ?? new Error('The browser keeps nothing.')));
});

function open(): Promise<IDBDatabase> {
  if (opened) return opened;
  const request = indexedDB.open('broadsheet-writing', 1);
  request.addEventListener('upgradeneeded', () => request.result.createObjectStore(store, { keyPath: 'key' }));
  opened = settled(request);
  return opened;
}

const within = async (mode: IDBTransactionMode) => (await open()).transaction(store, mode).objectStore(store);

/** Copies by their keys. Where a browser keeps nothing (in some private windows) there are none, and that is all. */
export const localCopies = {
  find: async (key: string): Promise<LocalCopy | undefined> => {
    const found = await within('readonly').then((copies) => settled(copies.get(key) as IDBRequest<LocalCopy | undefined>)).catch(() => undefined);
    return found;
  },
  /** Whether it was kept. */
  keep: (copy: LocalCopy): Promise<boolean> => within('readwrite').then((copies) => settled(copies.put(copy))).then(() => true, () => false),
  forget: async (key: string): Promise<void> => {
    await within('readwrite').then((copies) => settled(copies.delete(key))).catch(() => undefined);
  },
};
