import { expect, test } from 'vitest';
import { createBlockTurns } from './block-turns.ts';

const ids = (count: number) => Array.from({ length: count }, (_, index) => `block-${index}`);

/** A browser that becomes idle when `rest` is called. */
function idle() {
  let waiting: (() => void) | undefined;
  return {
    whenIdle: (act: () => void) => {
      waiting = act;
      return () => {
        waiting = undefined;
      };
    },
    isRequested: () => waiting !== undefined,
    rest: () => {
      const act = waiting;
      waiting = undefined;
      act?.();
    },
  };
}

test('a short post is rendered at once, without idle callbacks', () => {
  const { whenIdle, isRequested } = idle();
  const turns = createBlockTurns(ids(30), whenIdle);
  turns.drawInTurn();
  expect(ids(30).some(turns.isWaiting)).toBe(false);
  expect(isRequested()).toBe(false);
});

test('the rest of a long post is rendered in order, a few blocks per idle callback, and subscribers are notified', () => {
  const { whenIdle, isRequested, rest } = idle();
  const all = ids(100);
  const turns = createBlockTurns(all, whenIdle);
  const left: number[] = [];
  turns.subscribe(() => left.push(all.filter(turns.isWaiting).length));
  turns.drawInTurn();
  expect(all.findIndex(turns.isWaiting)).toBe(30);
  while (isRequested()) {
    rest();
    const first = all.findIndex(turns.isWaiting);
    if (first >= 0) expect(all.slice(first).every(turns.isWaiting)).toBe(true);
  }
  expect(left).toEqual([62, 54, 46, 38, 30, 22, 14, 6, 0]);
  expect(turns.isWaiting('another one')).toBe(false);
});

test('drawAll renders all waiting blocks and notifies once; stopping cancels the idle callback', () => {
  const { whenIdle, isRequested, rest } = idle();
  const turns = createBlockTurns(ids(100), whenIdle);
  let notifications = 0;
  const end = turns.subscribe(() => notifications++);
  const stop = turns.drawInTurn();
  turns.drawAll();
  turns.drawAll();
  expect(ids(100).some(turns.isWaiting)).toBe(false);
  expect(notifications).toBe(1);
  rest();
  expect(isRequested()).toBe(false);
  end();
  const others = createBlockTurns(ids(100), whenIdle);
  const leave = others.drawInTurn();
  expect(isRequested()).toBe(true);
  leave();
  expect(isRequested()).toBe(false);
  stop();
});
