import { expect, test } from 'vitest';
import { createCostBudget } from './rate-limit.ts';

const options = { burstMs: 1000, perSecondMs: 100, reservedMs: 50 };

test('a caller pays the cost of replies, waits until the budget refills, and does not affect others', () => {
  let time = 0;
  const budget = createCostBudget({ ...options, now: () => time });
  for (let n = 0; n < 4; n++) {
    expect(budget.waitFor('a')).toBe(0);
    budget.begin('a')(250);
  }
  expect([budget.waitFor('a'), budget.waitFor('b')]).toEqual([1, 0]);
  time = 1000;
  expect(budget.waitFor('a')).toBe(0);
  budget.begin('a')(400);
  expect(budget.waitFor('a')).toBe(4);
  time += 4000;
  expect(budget.waitFor('a')).toBe(0);
});

test('cheap replies never exhaust it, because it refills faster', () => {
  let time = 0;
  const budget = createCostBudget({ ...options, now: () => time });
  for (let n = 0; n < 5000; n++, time += 20) {
    expect(budget.waitFor('a')).toBe(0);
    budget.begin('a')(1.5);
  }
});

test('pending replies are paid in advance, so a thousand concurrent ones don’t bypass it', () => {
  const budget = createCostBudget({ ...options, now: () => 0 });
  const settle: ((ms: number) => void)[] = [];
  while (budget.waitFor('a') === 0) settle.push(budget.begin('a'));
  expect(settle).toHaveLength(20);
  for (const done of settle) done(1);
  expect(budget.waitFor('a')).toBe(0);
});

test('debt is at most a whole budget, and a clock that is set back changes nothing', () => {
  let time = 100_000;
  const budget = createCostBudget({ ...options, now: () => time });
  budget.begin('a')(1_000_000);
  expect(budget.waitFor('a')).toBe(11);
  time = 0;
  expect(budget.waitFor('a')).toBe(11);
});
