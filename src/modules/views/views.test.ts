import { expect, test, vi } from 'vitest';
import { onBothDatabases } from '../../../test/harness/databases.ts';
import { makePost } from '../../../test/harness/factories.ts';
import { createViewCounter } from './view-counter.ts';
import { addViews, listReadThisWeek } from './store.ts';

const day = 24 * 60 * 60_000;
const reader = (n: number) => ({
  ip: `203.0.113.${n}`,
  userAgent: 'Mozilla/5.0 (X11; Linux x86_64) Gecko/20100101 Firefox/140.0',
});

onBothDatabases('views', (get) => {
  const countOf = async (id: number) =>
    Number(
      (
        await get()
          .read.selectFrom('post')
          .select('view_count')
          .where('id', '=', id)
          .executeTakeFirstOrThrow()
      ).view_count,
    );

  test('[IMP-18] are collected in memory and written together, without bots, repeated readers and invented posts', async () => {
    const [post, other, draft] = await get().write(
      async (tx) =>
        [await makePost(tx), await makePost(tx), await makePost(tx, { status: 'draft' })] as const,
    );
    let now = Date.UTC(2026, 10, 20);
    const counter = createViewCounter(get(), { now: () => now });
    const before = get().queryCount();
    counter.note([post, post, other, draft, -1, 0, 1.5, Number.NaN, 10 ** 12], reader(1));
    counter.note([post], reader(1));
    counter.note([post], reader(2));
    for (const userAgent of ['', 'Googlebot/2.1', 'curl/8', 'HeadlessChrome/140'])
      counter.note([post], { ip: '203.0.113.9', userAgent });
    expect(get().queryCount()).toBe(before);
    await counter.flush();
    expect([await countOf(post), await countOf(other), await countOf(draft)]).toEqual([2, 1, 0]);
    now += 31 * 60_000;
    counter.note([post], reader(1));
    await counter.close();
    expect(await countOf(post)).toBe(3);
  });

  test('[IMP-18] one address can’t promote a post by posing as many readers', async () => {
    const post = await get().write((tx) => makePost(tx));
    let now = Date.UTC(2026, 10, 20);
    const counter = createViewCounter(get(), { now: () => now });
    const many = async (ip: string) => {
      for (let n = 0; n < 1000; n++) counter.note([post], { ip, userAgent: `Firefox ${n} ${now}` });
      await counter.flush();
      return countOf(post);
    };
    expect(await many('203.0.113.77')).toBe(10);
    // A persistent address adds a few views a day at most; others still count.
    for (let hour = 1; hour < 24; hour++) {
      now += 60 * 60_000 - 1;
      await many('203.0.113.77');
    }
    expect(await countOf(post)).toBe(40);
    expect(await many('2001:db8:1:2::1')).toBe(50);
    expect(await many('2001:db8:1:2::2')).toBe(50);
    now += 2 * 60 * 60_000;
    expect(await many('203.0.113.77')).toBe(60);
    await counter.close();
  });

  test('[IMP-18] invented posts from many addresses prevent no counting, and use no memory', async () => {
    const [known, fresh] = await get().write(async (tx) => [await makePost(tx), await makePost(tx)] as const);
    const counter = createViewCounter(get());
    counter.note([known], reader(1));
    await counter.flush();
    const flood = () => {
      for (let address = 0; address < 400; address++) {
        counter.note(
          Array.from({ length: 300 }, (_, n) => 1_000_000 + address * 300 + n),
          {
            ip: `198.51.${100 + (address >> 8)}.${address & 255}`,
            userAgent: 'Firefox',
          },
        );
      }
    };
    flood();
    counter.note([known], reader(2)); // a known post
    await counter.flush();
    expect(await countOf(known)).toBe(2);
    flood();
    await counter.flush();
    counter.note([fresh], reader(3)); // and a new one
    await counter.close();
    expect(await countOf(fresh)).toBe(1);
  });

  test('are written automatically after a while', async () => {
    const post = await get().write((tx) => makePost(tx));
    const counter = createViewCounter(get(), { waitMs: 5 });
    counter.note([post], reader(3));
    await expect.poll(() => countOf(post)).toBe(1);
  });

  test('an unavailable database loses some views, and nothing else', async () => {
    const onWarning = vi.fn();
    const counter = createViewCounter(
      { writeDerived: () => Promise.reject(new Error('away')) },
      { onWarning },
    );
    counter.note([1], reader(4));
    await counter.close();
    expect(onWarning).toHaveBeenCalledWith('Views could not be written and are not counted: away');
  });

  test('of a week are counted by day, and older ones deleted', async () => {
    const now = Date.UTC(2026, 9, 10);
    const [a, b] = await get().write(async (tx) => [await makePost(tx), await makePost(tx)] as const);
    await get().write((tx) => addViews(tx, new Map([[a, 50]]), now - 7 * day));
    await get().write((tx) =>
      addViews(
        tx,
        new Map([
          [a, 1],
          [b, 2],
        ]),
        now - 6 * day,
      ),
    );
    await get().write((tx) => addViews(tx, new Map([[b, 2]]), now));
    expect((await listReadThisWeek(get().read, now)).filter((id) => id === a || id === b)).toEqual([b, a]);
    await get().write((tx) => addViews(tx, new Map([[b, 1]]), now + 3 * day));
    const keys = await get()
      .read.selectFrom('counter')
      .select('key')
      .where('key', 'like', `views:%:${a}`)
      .execute();
    expect(keys).toEqual([]);
  });
});
