import { expect, test } from 'vitest';
import { TooManyRequestsError } from './errors.ts';
import { createAllowance, createRateLimit } from './rate-limit.ts';

test('each caller has a burst, then a rate per second', () => {
  let time = 0;
  const take = createAllowance({ burst: 2, perSecond: 0.5, now: () => time });
  expect([take('a'), take('a'), take('a'), take('b')]).toEqual([0, 0, 2, 0]);
  time = 1000;
  expect(take('a')).toBe(1);
  time = 2000;
  expect([take('a'), take('a')]).toEqual([0, 2]);
});

test('a clock that is set back changes nothing', () => {
  let time = 10_000;
  const take = createAllowance({ burst: 2, perSecond: 1, now: () => time });
  expect([take('a'), take('a'), take('a')]).toEqual([0, 0, 1]);
  time = 0;
  expect(take('a')).toBe(1);
  time = 1000;
  expect(take('a')).toBe(0);
});

test('a refusal names the limit and when to retry', () => {
  const limit = createRateLimit({ name: 'The form', burst: 1, perSecond: 0.1, now: () => 0 });
  limit('a');
  expect(() => limit('a')).toThrow(
    expect.objectContaining({ retryAfter: 10, message: expect.stringContaining('The form') }),
  );
  expect(() => limit('a')).toThrow(TooManyRequestsError);
  limit('b');
});
