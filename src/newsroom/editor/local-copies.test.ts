import { expect, test, vi } from 'vitest';
import { createLocalCopies } from './local-copies.ts';

/** Stand-in for IndexedDB: requests succeed, and their changes are stored, or not, at the end of the transaction. */
function browserThat() {
  const state = { isFull: false, isClosed: false, opened: 0 };
  const stored = new Map<string, unknown>();
  const dispatch = (target: EventTarget, name: string) => void target.dispatchEvent(new Event(name));
  const request = (result: unknown) => {
    const made = Object.assign(new EventTarget(), { result, error: null });
    queueMicrotask(() => dispatch(made, 'success'));
    return made;
  };
  const database = () =>
    Object.assign(new EventTarget(), {
      close: () => undefined,
      transaction: () => {
        if (state.isClosed) throw new Error('InvalidStateError');
        const writes: (() => void)[] = [];
        const objectStore = () => ({
          put: (copy: { readonly key: string }) => {
            writes.push(() => stored.set(copy.key, copy));
            return request(copy.key);
          },
          get: (key: string) => request(stored.get(key)),
          getAll: () => request([...stored.values()]),
          delete: (key: string) => {
            writes.push(() => stored.delete(key));
            return request(undefined);
          },
        });
        const made = Object.assign(new EventTarget(), {
          error: new Error('QuotaExceededError'),
          objectStore,
        });
        setTimeout(() => {
          if (state.isFull) dispatch(made, 'abort');
          else {
            for (const act of writes) act();
            dispatch(made, 'complete');
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
  return { state, stored, copies: createLocalCopies(() => factory as unknown as IDBFactory) };
}

const copy = (step: number) => ({
  key: '3:12:tab',
  content: `text ${step}`,
  fields: {},
  base: undefined,
  at: 0,
  step,
});

test('[IMP-02] a copy is stored once its transaction completes; a full disk is reported, and a closed database is reopened', async () => {
  vi.stubGlobal('IDBKeyRange', { bound: () => undefined });
  const { state, stored, copies } = browserThat();
  expect([await copies.keep(copy(1)), stored.size, state.opened]).toEqual([true, 1, 1]);
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
