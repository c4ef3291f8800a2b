import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { doWork, firstHashBits, isWork, workRounds } from './proof-of-work.ts';

test('hashes as SHA-256 does', () => {
  for (let length = 0; length <= 55; length++) {
    const text = 'abcdefghijklmnopqrstuvwxyz:0123456789_-ABCDEFGHIJKLMNOPQRSTUVWXYZ'.slice(0, length);
    expect(firstHashBits(text), text).toBe(createHash('sha256').update(text).digest().readUInt32BE(0));
  }
});

test('accepts work for its own seed only', () => {
  const numbers = doWork('seed-of-sixteen-c');
  expect(numbers).toHaveLength(workRounds);
  expect(isWork('seed-of-sixteen-c', numbers)).toBe(true);
  expect(isWork('seed-of-sixteen-d', numbers)).toBe(false);
  expect(isWork('seed-of-sixteen-c', numbers.slice(1))).toBe(false);
  expect(isWork('seed-of-sixteen-c', numbers.with(0, Number.NaN))).toBe(false);
  expect(isWork('seed-of-sixteen-c', [...numbers.slice(1), numbers[0] ?? 0])).toBe(false);
});
