import { expect, test } from 'vitest';
import { countElsewhere, createCpuShares, threadCpuMs } from './cpu-cost.ts';

/** Work that runs until the test ends it. */
function pieces() {
  let cpu = 0;
  const shares = createCpuShares(() => cpu);
  const costs: Record<string, number> = {};
  return {
    costs,
    spend: (ms: number) => void (cpu += ms),
    begin: (name: string) => {
      const { promise, resolve } = Promise.withResolvers<void>();
      const done = shares.run(
        () => promise,
        (ms) => void (costs[name] = ms),
      );
      return async () => {
        resolve();
        await done;
      };
    },
    run: shares.run,
  };
}

test('work that runs alone costs all CPU time of the thread, and concurrent work shares it', async () => {
  const { costs, spend, begin } = pieces();
  spend(1000); // before: not attributed
  const endA = begin('a');
  spend(10);
  const endB = begin('b');
  spend(20);
  await endA();
  spend(5);
  await endB();
  spend(1000); // after: not attributed
  const endC = begin('c');
  await endC();
  expect(costs).toEqual({ a: 20, b: 15, c: 0 });
});

test('time of a worker thread counts only for its own work, and failed work has a cost, too', async () => {
  const { costs, run } = pieces();
  await Promise.all([
    run(
      async () => {
        await Promise.resolve();
        countElsewhere(30);
      },
      (ms) => void (costs.a = ms),
    ),
    expect(
      run(
        async () => {
          countElsewhere(7);
          throw new Error('no');
        },
        (ms) => void (costs.b = ms),
      ),
    ).rejects.toThrow('no'),
  ]);
  expect(costs).toEqual({ a: 30, b: 7 });
  countElsewhere(1); // not attributed
});

test('the thread’s own clock advances while it works', () => {
  const before = threadCpuMs();
  let sum = 0;
  while (threadCpuMs() === before) sum += Math.sqrt(sum + 1);
  expect(threadCpuMs()).toBeGreaterThan(before);
});
