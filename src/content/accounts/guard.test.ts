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
  const done = await Promise.allSettled(Array.from({ length: 40 }, (_, n) => guard.inTurn({ caller: `address ${n}` }, () => work(n))));
  const refused = done.filter((one) => one.status === 'rejected' && one.reason instanceof TooManyRequestsError);
  expect([most, refused.length, done.filter(({ status }) => status === 'fulfilled').length]).toEqual([1, 19, 20]);
  expect(await guard.inTurn({ caller: 'late' }, () => work(50))).toBe(50);
});

test('whose browser is known comes before strangers, and an address from which little came before those from which much did', async () => {
  const guard = createGuard(() => 0);
  const order: string[] = [];
  const hash = (name: string) => async () => {
    order.push(name);
    return name.startsWith('right') ? true : undefined;
  };
  const stranger = (name: string, caller: string) => guard.inTurn({ caller }, hash(name));
  const first = stranger('first', 'noisy'); // begins at once
  const waves = [
    stranger('second', 'noisy'), stranger('third', 'noisy'), stranger('quiet', 'quiet'), guard.inTurn({ known: 7 }, hash('known')),
    guard.inTurn({ known: 7 }, hash('known again')), guard.inTurn({ known: 8 }, hash('another')),
  ];
  await Promise.all([first, ...waves]);
  expect(order).toEqual(['first', 'known', 'another', 'known again', 'quiet', 'second', 'third']);
});

test('a thousand addresses that try one account, or one password on many, keep nobody else out', async () => {
  let now = 0;
  let hashed = 0;
  const guard = createGuard(() => now);
  const enters = (attempt: Omit<Parameters<typeof guard.password>[0], 'device'> & { readonly device?: string }, isRight: boolean) => guard.password(
    { device: undefined, ...attempt }, async () => {
      hashed++;
      return isRight || undefined;
    },
  ).catch((error: unknown) => error instanceof TooManyRequestsError ? 429 : 500);
  /** A second in which all of them try, and then who is no attacker. */
  const second = async (round: number, attempt: Parameters<typeof enters>[0]) => {
    now += 1000;
    const attack = Array.from({ length: 1000 }, (_, n) => enters({ caller: `address ${n}`, account: n % 2 === 0 ? 7 : 1000 + n + round }, false));
    const others = [enters({ caller: 'elsewhere', account: 7, device: 'laptop' }, true), enters(attempt, true)];
    await Promise.all(attack);
    return Promise.all(others);
  };
  // The owner, with a browser that the account was signed in with, at once and again. Somebody else from an address of their own, whom the site does not know:
  // once those were heard that came before them.
  const outcomes: unknown[] = [];
  while (outcomes.at(-1) !== true && outcomes.length < 60) {
    const [owner, other] = await second(outcomes.length, { caller: 'quiet', account: 8 });
    expect(owner).toBe(true);
    outcomes.push(other);
  }
  expect([outcomes.at(-1), new Set(outcomes.slice(0, -1))]).toEqual([true, new Set([429])]);
  // From then on at once, as people from other addresses.
  for (const caller of ['quiet', 'another', 'a third']) expect(await second(100, { caller, account: 8 })).toEqual([true, true]);
  expect(hashed).toBeLessThan(64 * 23);
  // A new browser of the owner's is refused, but where they are signed in at this moment.
  const home = { caller: 'home', account: 7 };
  expect([await enters(home, true), await enters({ ...home, isNear: async () => true }, true)]).toEqual([429, true]);
});

test('what was refused before it was hashed counts for nothing', async () => {
  const guard = createGuard(() => 0);
  let release: (() => void) | undefined;
  const busy = guard.inTurn({ known: 1 }, () => new Promise<boolean>((resolve) => (release = () => resolve(true))));
  const waiting = Array.from({ length: 20 }, () => guard.inTurn({ known: 1 }, async () => true));
  for (let n = 0; n < 50; n++) {
    await expect(guard.password({ caller: 'x', account: 2, device: undefined }, async () => true)).rejects.toThrow('Too many people');
  }
  release?.();
  await Promise.all([busy, ...waiting]);
  expect(await guard.password({ caller: 'x', account: 2, device: undefined }, async () => true)).toBe(true);
});

test('mails are bounded for an address, for an account and for who gets them; what one bound refuses counts for no other', () => {
  let now = 0;
  const guard = createGuard(() => now);
  const passed = (many: number, asking: (n: number) => Parameters<typeof guard.request>[0]) => {
    let count = 0;
    for (let n = 0; n < many; n++) {
      try {
        guard.request(asking(n));
        count++;
      } catch (error) {
        expect(error).toBeInstanceOf(TooManyRequestsError);
      }
    }
    return count;
  };
  expect(passed(100, (n) => ({ caller: 'one', recipient: `${n}@mail.example` }))).toBe(10);
  expect(passed(100, (n) => ({ caller: `address ${n}`, account: 7, recipient: `${n}@else.example` }))).toBe(10);
  expect(passed(100, (n) => ({ caller: `elsewhere ${n}`, recipient: n % 2 ? 'One@Mail.example' : 'one@mail.example ' }))).toBe(5);
  // A newsroom behind one address: each its own ten, and sixty in all.
  expect(passed(100, (n) => ({ caller: 'newsroom', account: 100 + n }))).toBe(60);
  expect(passed(1, () => ({ caller: 'elsewhere 99' }))).toBe(1);
  now += 600_000;
  expect(passed(10, (n) => ({ caller: `later ${n}`, recipient: 'one@mail.example' }))).toBe(1);
});
