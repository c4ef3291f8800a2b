import { expect, test } from 'vitest';
import { TooManyRequestsError } from '../../lib/errors.ts';
import type { CodeSender } from './guard.ts';
import { createGuard } from './guard.ts';

const attempts = (
  guard: ReturnType<typeof createGuard>,
  many: number,
  attempt: (n: number) => Parameters<typeof guard.attempt>[0],
) => {
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

test('allows ten attempts on an account at once, from any number of addresses, then one per minute', () => {
  let now = 0;
  const guard = createGuard(() => now);
  expect(attempts(guard, 1000, (n) => ({ caller: `address ${n}`, account: 7, known: undefined }))).toBe(10);
  now += 5 * 60_000;
  expect(attempts(guard, 1000, (n) => ({ caller: `other ${n}`, account: 7, known: undefined }))).toBe(5);
});

test('an address can try twenty accounts at once, and unknown accounts are refused like existing ones', () => {
  const guard = createGuard(() => 0);
  expect(attempts(guard, 100, (n) => ({ caller: 'one', account: n + 1, known: undefined }))).toBe(20);
  expect(attempts(guard, 100, (n) => ({ caller: `address ${n}`, account: 'nobody', known: undefined }))).toBe(
    10,
  );
});

test('known browsers of an account share a separate limit, and so do its sessions', () => {
  const guard = createGuard(() => 0);
  attempts(guard, 100, (n) => ({ caller: `address ${n}`, account: 7, known: undefined }));
  attempts(guard, 100, (n) => ({ caller: 'home', account: n + 100, known: undefined }));
  expect(attempts(guard, 100, () => ({ caller: 'home', account: 7, known: 'browser' }))).toBe(10);
  expect(attempts(guard, 100, () => ({ caller: 'home', account: 7, known: 'session' }))).toBe(10);
});

test('codes from known browsers share a separate limit, and so do those from sessions', () => {
  const guard = createGuard(() => 0);
  const tried = (by: CodeSender) =>
    Array.from({ length: 20 }, () => {
      try {
        return guard.code({ account: 7, by }) && 1;
      } catch (error) {
        expect(error).toBeInstanceOf(TooManyRequestsError);
        return 0;
      }
    }).reduce((sum: number, one) => sum + one, 0);
  expect([tried('anybody'), tried('session'), tried('known'), tried('known')]).toEqual([5, 5, 5, 0]);
});

test('invented names evict no account', () => {
  const guard = createGuard(() => 0);
  expect(attempts(guard, 11, (n) => ({ caller: `address ${n}`, account: 7, known: undefined }))).toBe(10);
  for (let n = 0; n < 12_000; n++)
    guard.attempt({ caller: `flood ${n}`, account: `made up ${n}`, known: undefined });
  expect(attempts(guard, 100, (n) => ({ caller: `late ${n}`, account: 7, known: undefined }))).toBe(0);
});

test('successful attempts don’t count', () => {
  const guard = createGuard(() => 0);
  for (let n = 0; n < 100; n++) guard.attempt({ caller: 'newsroom', account: n + 1, known: undefined })();
});

test('hashes passwords one after the other, asks callers beyond twenty to retry, and survives a failed hash', async () => {
  const guard = createGuard();
  let running = 0;
  let maxRunning = 0;
  const work = async (n: number) => {
    maxRunning = Math.max(maxRunning, ++running);
    await new Promise((resolve) => setImmediate(resolve));
    running--;
    if (n === 3) throw new Error('broken');
    return n;
  };
  const done = await Promise.allSettled(
    Array.from({ length: 40 }, (_, n) => guard.inTurn({ caller: `address ${n}` }, () => work(n))),
  );
  const refused = done.filter(
    (one) => one.status === 'rejected' && one.reason instanceof TooManyRequestsError,
  );
  expect([maxRunning, refused.length, done.filter(({ status }) => status === 'fulfilled').length]).toEqual([
    1, 19, 20,
  ]);
  expect(await guard.inTurn({ caller: 'late' }, () => work(50))).toBe(50);
});

test('known browsers come before unknown ones, and addresses with few attempts before those with many', async () => {
  const guard = createGuard(() => 0);
  const order: string[] = [];
  const hash = (name: string) => async () => {
    order.push(name);
    return name.startsWith('right') ? true : undefined;
  };
  const stranger = (name: string, caller: string) => guard.inTurn({ caller }, hash(name));
  const first = stranger('first', 'noisy'); // starts at once
  const waves = [
    stranger('second', 'noisy'),
    stranger('third', 'noisy'),
    stranger('quiet', 'quiet'),
    guard.inTurn({ known: 7 }, hash('known')),
    guard.inTurn({ known: 7 }, hash('known again')),
    guard.inTurn({ known: 8 }, hash('another')),
  ];
  await Promise.all([first, ...waves]);
  expect(order).toEqual(['first', 'known', 'another', 'known again', 'quiet', 'second', 'third']);
});

test('a thousand addresses that try one account, or one password on many accounts, lock no other user out', async () => {
  let now = 0;
  let hashed = 0;
  const guard = createGuard(() => now);
  const enters = (
    attempt: Omit<Parameters<typeof guard.password>[0], 'known'> & { readonly known?: 'browser' },
    isRight: boolean,
  ) =>
    guard
      .password({ known: undefined, ...attempt }, async () => {
        hashed++;
        return isRight || undefined;
      })
      .catch((error: unknown) => (error instanceof TooManyRequestsError ? 429 : 500));
  /** Ten seconds in which all attackers try, followed by a regular user. */
  const second = async (round: number, attempt: Parameters<typeof enters>[0]) => {
    now += 10_000;
    const attack = Array.from({ length: 1000 }, (_, n) =>
      enters({ caller: `address ${n}`, account: n % 2 === 0 ? 7 : 1000 + n + round }, false),
    );
    const others = [
      enters({ caller: 'elsewhere', account: 7, known: 'browser' }, true),
      enters(attempt, true),
    ];
    await Promise.all(attack);
    return Promise.all(others);
  };
  // The owner, in a known browser, gets in at once. A user at an unknown address gets in after the earlier attempts.
  const outcomes: unknown[] = [];
  while (outcomes.at(-1) !== true && outcomes.length < 60) {
    const [owner, other] = await second(outcomes.length, { caller: 'quiet', account: 8 });
    expect(owner).toBe(true);
    outcomes.push(other);
  }
  expect([outcomes.at(-1), new Set(outcomes.slice(0, -1))]).toEqual([true, new Set([429])]);
  // From then on at once, like users from other addresses.
  for (const caller of ['quiet', 'another', 'a third'])
    expect(await second(100, { caller, account: 8 })).toEqual([true, true]);
  expect(hashed).toBeLessThan(64 * 23);
  // A new browser of the owner is refused unless the account is logged in from the same address.
  const home = { caller: 'home', account: 7 };
  expect([await enters(home, true), await enters({ ...home, isNear: async () => true }, true)]).toEqual([
    429,
    true,
  ]);
});

test.each([
  [
    'from a browser that it knows',
    (n: number) => ({ caller: `address ${n % 2}`, known: 'browser' as const }),
  ],
  ['each from another address', (n: number) => ({ caller: `address ${n}`, known: undefined })],
])('an account that repeats its correct password, %s, delays no other visitor', async (_how, from) => {
  const guard = createGuard(() => 0);
  const enters = (attempt: Parameters<typeof guard.password>[0]) =>
    guard
      .password(attempt, async () => {
        await new Promise((resolve) => setImmediate(resolve));
        return true;
      })
      .catch((error: unknown) => (error instanceof TooManyRequestsError ? 429 : 500));
  let sent = 0;
  const over = new AbortController();
  const attack = Array.from({ length: 40 }, async () => {
    while (!over.signal.aborted) {
      if ((await enters({ account: 7, ...from(sent++) })) === 429)
        await new Promise((resolve) => setImmediate(resolve));
    }
  });
  await expect.poll(() => sent).toBeGreaterThan(100);
  const outcomes: unknown[] = [];
  for (let n = 0; n < 6; n++) {
    const before = sent;
    outcomes.push(
      await enters({ caller: `stranger ${n}`, account: 100 + n, known: undefined }),
      sent - before < 1000,
    );
  }
  over.abort();
  await Promise.all(attack);
  expect(new Set(outcomes)).toEqual(new Set([true]));
});

test('attempts refused before hashing don’t count', async () => {
  const guard = createGuard(() => 0);
  let release: (() => void) | undefined;
  const busy = guard.inTurn(
    { known: 1 },
    () => new Promise<boolean>((resolve) => (release = () => resolve(true))),
  );
  const waiting = Array.from({ length: 20 }, (_, n) => guard.inTurn({ known: 2 + n }, async () => true));
  for (let n = 0; n < 50; n++) {
    await expect(
      guard.password({ caller: 'x', account: 50, known: undefined }, async () => true),
    ).rejects.toThrow('Too many people');
  }
  release?.();
  await Promise.all([busy, ...waiting]);
  expect(await guard.password({ caller: 'x', account: 50, known: undefined }, async () => true)).toBe(true);
});

test('mails are limited per address, account and recipient, and one limit’s refusals don’t count for another', () => {
  let now = 0;
  const guard = createGuard(() => now);
  const passed = (many: number, requestOf: (n: number) => Parameters<typeof guard.request>[0]) => {
    let count = 0;
    for (let n = 0; n < many; n++) {
      try {
        guard.request(requestOf(n));
        count++;
      } catch (error) {
        expect(error).toBeInstanceOf(TooManyRequestsError);
      }
    }
    return count;
  };
  expect(passed(100, (n) => ({ caller: 'one', recipient: `${n}@mail.example` }))).toBe(10);
  expect(passed(100, (n) => ({ caller: `address ${n}`, account: 7, recipient: `${n}@else.example` }))).toBe(
    10,
  );
  expect(
    passed(100, (n) => ({
      caller: `elsewhere ${n}`,
      recipient: n % 2 ? 'One@Mail.example' : 'one@mail.example ',
    })),
  ).toBe(5);
  // A newsroom behind one address: ten per account, sixty in total.
  expect(passed(100, (n) => ({ caller: 'newsroom', account: 100 + n }))).toBe(60);
  expect(passed(1, () => ({ caller: 'elsewhere 99' }))).toBe(1);
  now += 600_000;
  expect(passed(10, (n) => ({ caller: `later ${n}`, recipient: 'one@mail.example' }))).toBe(1);
});
