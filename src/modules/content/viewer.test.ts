import { expect, test } from 'vitest';
import { anybody, watched } from './viewer.ts';
import type { Looked, Viewer } from './viewer.ts';

test('records each part of a viewer that is read and no other, with its value', () => {
  const viewer: Viewer = {
    actor: undefined,
    preview: true,
    shared: 4,
    autosaved: 5,
    unlocked: new Set([3]),
    ownHeld: [7],
    bar: { nonce: '1', leave: '/', kept: { state: 'none' }, cost: { queries: 0, beganAt: 0 } },
    trial: { template: 'built-in' },
  };
  expect(Object.keys(viewer).toSorted()).toEqual(Object.keys(anybody).toSorted());
  for (const part of ['actor', 'preview', 'shared', 'autosaved', 'unlocked', 'ownHeld', 'bar'] as const) {
    const looked: Looked = new Set();
    const seen = watched(viewer, looked);
    expect([...looked]).toEqual([]);
    expect(seen[part]).toBe(viewer[part]);
    expect([...looked]).toEqual([part]);
  }
});

test('no part of a viewer can be read without a record', () => {
  const looked: Looked = new Set();
  expect({ ...watched(anybody, looked) }).toEqual(anybody);
  expect([...looked].toSorted()).toEqual(Object.keys(anybody).toSorted());
});
