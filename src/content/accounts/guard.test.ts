import { expect, test } from 'vitest';
import { TooManyRequestsError } from '../../lib/errors.ts';
import { createGuard } from './guard.ts';

const attempts = (guard: ReturnType<typeof createGuard>, many: number, attempt: (n: number) => Parameters<typeof guard.attempt>[0]) => {
  let passed = 0;
  for (let n = 0; n < many; n++) {
    try {
      guard.attempt(attempt(n));
      passed++;
    } catch (error) {
      expect(error).toBeInstanceOf(TooManyRequestsError);
    }
  }
  return passed;
};

test('one account is tried ten times at once, from however many addresses, and once a minute from then on', () => {
  let now = 0;
  const guard = createGuard(() => now);
  expect(attempts(guard, 1000, (n) => ({ caller: `address ${n}`, account: 7, device: undefined }))).toBe(10);
  now += 5 * 60_000;
  expect(attempts(guard, 1000, (n) => ({ caller: `other ${n}`, account: 7, device: undefined }))).toBe(5);
});

test('one address tries twenty accounts at once, and an account that is not there is refused as one that is', () => {
  const guard = createGuard(() => 0);
  expect(attempts(guard, 100, (n) => ({ caller: 'one', account: n + 1, device: undefined }))).toBe(20);
  expect(attempts(guard, 100, (n) => ({ caller: `address ${n}`, account: 'nobody', device: undefined }))).toBe(10);
});

test('a browser that the account was signed in with is counted by itself', () => {
  const guard = createGuard(() => 0);
  attempts(guard, 100, (n) => ({ caller: `address ${n}`, account: 7, device: undefined }));
  attempts(guard, 100, (n) => ({ caller: 'home', account: n + 100, device: undefined }));
  expect(attempts(guard, 100, () => ({ caller: 'home', account: 7, device: 'laptop' }))).toBe(10);
  expect(attempts(guard, 100, () => ({ caller: 'home', account: 7, device: 'phone' }))).toBe(10);
});

test('names that were made up push no account out', () => {
  const guard = createGuard(() => 0);
  expect(attempts(guard, 11, (n) => ({ caller: `address ${n}`, account: 7, device: undefined }))).toBe(10);
  for (let n = 0; n < 12_000; n++) guard.attempt({ caller: `flood ${n}`, account: `made up ${n}`, device: undefined });
  expect(attempts(guard, 100, (n) => ({ caller: `late ${n}`, account: 7, device: undefined }))).toBe(0);
});

test('what was right counts for nothing', () => {
  const guard = createGuard(() => 0);
  for (let n = 0; n < 100; n++) guard.attempt({ caller: 'newsroom', account: n + 1, device: undefined })();
});

test('hashes are made one after the other; where twenty wait, more are told to come back, and one that fails ends nobody else’s', async () => {
  const guard = createGuard();
  let running = 0;
  let most = 0;
  const work = async (n: number) => {
    most = Math.max(most, ++running);
    await new Promise((resolve) => setImmediate(resolve));
    running--;
    if (n === 3) throw new Error('broken');
    return n;
  };
  const done = await Promise.allSettled(Array.from({ length: 40 }, (_, n) => guard.inTurn(() => work(n))));
  const refused = done.filter((one) => one.status === 'rejected' && one.reason instanceof TooManyRequestsError);
  expect([most, refused.length, done.filter(({ status }) => status === 'fulfilled').length]).toEqual([1, 19, 20]);
  expect(await guard.inTurn(() => work(50))).toBe(50);
});
