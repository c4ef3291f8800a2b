import { expect, test, vi } from 'vitest';
import { createLocalCopies } from './local-copies.ts';

/** Stand-in for IndexedDB: requests succeed, and their changes are stored, or not, at the end of the transaction. */
function browserThat() {
  const state = { isFull: false, isClosed: false, opened: 0 };
  const kept = new Map<string, unknown>();
  const told = (target: EventTarget, name: string) => void target.dispatchEvent(new Event(name));
  const request = (result: unknown) => {
    const made = Object.assign(new EventTarget(), { result, error: null });
    queueMicrotask(() => told(made, 'success'));
    return made;
  };
  const database = () =>
    Object.assign(new EventTarget(), {
      close: () => undefined,
      transaction: () => {
        if (state.isClosed) throw new Error('InvalidStateError');
        const asked: (() => void)[] = [];
        const objectStore = () => ({
          put: (copy: { readonly key: string }) => {
            asked.push(() => kept.set(copy.key, copy));
            return request(copy.key);
          },
          get: (key: string) => request(kept.get(key)),
          getAll: () => request([...kept.values()]),
          delete: (key: string) => {
            asked.push(() => kept.delete(key));
            return request(undefined);
          },
        });
        const made = Object.assign(new EventTarget(), {
          error: new Error('QuotaExceededError'),
          objectStore,
        });
        setTimeout(() => {
          if (state.isFull) told(made, 'abort');
          else {
            for (const act of asked) act();
            told(made, 'complete');
          }
        });
        return made;
      },
    });
  const factory = {
    open: () => {
      state.opened += 1;
      state.isClosed = false;
      return request(database());
    },
  };
  return { state, kept, copies: createLocalCopies(() => factory as unknown as IDBFactory) };
}

const copy = (step: number) => ({
  key: '3:12:tab',
  content: `text ${step}`,
  fields: {},
  base: undefined,
  at: 0,
  step,
});

test('[IMP-02] a copy is kept once its transaction completes; a full disk is reported, and a closed database is reopened', async () => {
  vi.stubGlobal('IDBKeyRange', { bound: () => undefined });
  const { state, kept, copies } = browserThat();
  expect([await copies.keep(copy(1)), kept.size, state.opened]).toEqual([true, 1, 1]);
  state.isFull = true;
  expect(await copies.keep(copy(2))).toBe(false);
  state.isFull = false;
  expect([await copies.keep(copy(3)), state.opened]).toEqual([true, 2]);
  state.isClosed = true;
  expect(await copies.keep(copy(4))).toBe(false);
  expect([await copies.keep(copy(5)), state.opened]).toEqual([true, 3]);
  await copies.forget('3:12:tab', 4);
  expect(await copies.find('3:12')).toEqual([copy(5)]);
  await copies.forget('3:12:tab', 5);
  expect(await copies.find('3:12')).toEqual([]);
  vi.unstubAllGlobals();
});
