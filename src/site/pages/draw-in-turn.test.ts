import { expect, test } from 'vitest';
import { drawsInTurn } from './page-render.ts';

/** Draws concurrently requested items that take this many milliseconds each. Returns them with the turns in order, and the result of each draw. */
async function drawn(...lengths: readonly number[]): Promise<readonly [string, readonly unknown[]]> {
  const order: string[] = [];
  let now = 0;
  const inTurn = drawsInTurn(
    () => now,
    async () => order.push('turn'),
  );
  const given = await Promise.allSettled(
    lengths.map((ms, index) =>
      inTurn(() => {
        order.push(String(index));
        now += ms;
        if (ms === 13) throw new Error('it fails');
        return index;
      }),
    ),
  );
  return [order.join(' '), given.map((one) => (one.status === 'fulfilled' ? one.value : 'failed'))];
}

test('concurrent draws yield after each long slice, and not before', async () => {
  expect(await drawn(20, 20, 20)).toEqual(['0 turn 1 turn 2', [0, 1, 2]]);
  expect(await drawn(4, 4, 4, 4, 4, 4, 1)).toEqual(['0 1 2 turn 3 4 5 turn 6', [0, 1, 2, 3, 4, 5, 6]]);
  expect(await drawn(1, 2, 3, 4)).toEqual(['0 1 2 3', [0, 1, 2, 3]]);
});

test('a failed draw rejects for its caller, and later ones are drawn', async () => {
  expect(await drawn(1, 13, 1)).toEqual(['0 1 turn 2', [0, 'failed', 2]]);
});
