import { afterEach, expect, test, vi } from 'vitest';
import { onBothDatabases } from '../../../test/harness/databases.ts';
import { defaultSettings } from '../settings/settings.ts';
import { createSearchCounter } from './search-counter.ts';
import { addSearches, listSearched, foldedWords, holdsAny, phraseOf } from './store.ts';

const day = 24 * 60 * 60_000;
const noon = Date.UTC(2026, 10, 20, 12);
const userAgent = 'Mozilla/5.0 (X11; Linux x86_64) Gecko/20100101 Firefox/140.0';
const reader = (n: number) => ({ ip: `203.0.113.${n}`, userAgent });

test('one phrase in any spelling', () => {
  for (const text of ['Crème Brûlée', 'creme  brulee', ' CRÈME, brûlée? ', 'cr\u00adème brûlée'])
    expect(phraseOf(text)?.phrase).toBe('creme brulee');
  expect(phraseOf(' «Crème  Brûlée»! ')).toEqual({ phrase: 'creme brulee', shown: 'crème brûlée' });
  expect(phraseOf('サーバー')).toEqual(phraseOf('サーバー ') ?? 'nothing');
  expect(phraseOf('Covid-19-Impfung')).toEqual({ phrase: 'covid 19 impfung', shown: 'covid-19-impfung' });
  expect(phraseOf('東京 天気')?.phrase).toBe('東京 天気');
});

test('ignores phrases that are too short or long, or may be an email address, a number or a key', () => {
  for (const text of [
    '',
    ' ',
    'a',
    '!!',
    'x'.repeat(61),
    'word '.repeat(300),
    'ada@example.org',
    'write to ada@',
    'https://example.org/x',
    'www.example.org',
    'example.org',
    '+49 170 1234567',
    '(030) 123-4567',
    '٠٣٠١٢٣٤٥٦٧',
    'DE89 3704 0044',
    '4111-1111',
    'hunter2hunter2',
    'sk_live_51H8abcdef',
    'deadbeefcafe1234',
    '550e8400-e29b-41d4-a716-446655440000',
    'a'.repeat(41),
    'z\u0337\u0322\u0315\u0301algo',
    '\u202e\u202e',
    '\0\0\0',
  ])
    expect(phraseOf(text), text).toBeUndefined();
  expect(phraseOf('a\u202eb <script>')?.shown).toBe('a b script');
});

test('a blocked word hides phrases that contain it as a word, or anywhere in scripts without spaces', () => {
  const hidden = ['Ass', 'bad thing', '悪口', ' '].map(foldedWords);
  expect(['big ass', 'a bad thing', '人の悪口'].map((text) => holdsAny(foldedWords(text), hidden))).toEqual([
    true,
    true,
    true,
  ]);
  expect(['class', 'bad', 'bad things', '口'].map((text) => holdsAny(foldedWords(text), hidden))).toEqual([
    false,
    false,
    false,
    false,
  ]);
});

onBothDatabases('popular searches', (get) => {
  let now = noon;
  const counterOf = (options = {}) =>
    createSearchCounter(
      { database: get(), settings: { current: async () => defaultSettings } },
      { now: () => now, waitMs: 100_000, ...options },
    );
  const list = (least = 3) => listSearched(get().read, { days: 7, limit: 20, least, hidden: [] }, now);
  const visitorsOf = async (phrase: string) =>
    Number(
      (
        await get()
          .read.selectFrom('searched_phrase')
          .select('askers')
          .where('phrase', '=', phrase)
          .executeTakeFirst()
      )?.askers ?? 0,
    );
  afterEach(async () => {
    now = noon;
    await get().write(async (tx) => {
      for (const table of ['searched_phrase', 'searched_asker', 'searched_day'] as const)
        await tx.db.deleteFrom(table).execute();
    });
  });
  /** Three readers search for this phrase, which is therefore shown. */
  const bystander = (counter: ReturnType<typeof counterOf>) =>
    [201, 202, 203].forEach((n) => counter.note('Comet', reader(n), false));

  test('a flood from one address, in any form and through several processes, neither promotes its phrase nor suppresses others', async () => {
    const [first, second] = [counterOf(), counterOf()];
    bystander(first);
    for (let n = 0; n < 300; n++) {
      first.note('Buy this', reader(1), false); // 1: repeated searches
      first.note(
        n % 2 ? 'BUY  THIS' : '«buy this»',
        { ip: '203.0.113.1', userAgent: `Firefox ${n}` },
        n % 3 === 0,
      ); // 2, 3: many browsers, many spellings
      second.note('buy this', { ip: '::ffff:203.0.113.1', userAgent }, false); // 4: in another process, in another notation
      second.note('six this', { ip: `2001:db8:1:2::${n.toString(16)}`, userAgent }, false); // 5: from all addresses of a network
      second.note(`made up ${n.toString(36)} x`, reader(2), false); // 6: many phrases
    }
    for (let n = 1; n < 9; n++) {
      for (const agent of ['Googlebot/2.1', 'curl/8', ''])
        first.note('program', { ip: `198.51.100.${n}`, userAgent: agent }, false); // 7
      first.note('mail ada@example.org', { ip: `198.51.100.${n}`, userAgent }, false); // 8: secrets
      first.note('\u202e\0', { ip: `198.51.100.${n}`, userAgent }, true); // 9: no visible text
      second.note('pair', { ip: `198.51.100.${n % 2}`, userAgent }, false); // 10: two who cooperate
    }
    await Promise.all([first.flush(), second.flush()]);
    await Promise.all([first.close(), second.close()]);
    expect(await list()).toEqual(['comet']);
    expect([
      await visitorsOf('buy this'),
      await visitorsOf('six this'),
      await visitorsOf('pair'),
      await visitorsOf('program'),
    ]).toEqual([1, 1, 2, 0]);
    const { count } = await get()
      .read.selectFrom('searched_phrase')
      .select((eb) => eb.fn.countAll().as('count'))
      .where('phrase', 'like', 'made up%')
      .executeTakeFirstOrThrow();
    expect(Number(count)).toBe(50);
    // The address stays at its limit in later batches.
    const later = counterOf();
    for (let n = 0; n < 60; n++) later.note(`later ${n.toString(36)} y`, reader(2), false);
    await later.close();
    expect(await list(1)).not.toContainEqual(expect.stringMatching(/^later/));
  });

  test('counts only the last of the phrases that a visitor types, after a pause', async () => {
    const counter = counterOf();
    const typing = (...texts: string[]) =>
      [1, 2, 3].forEach((n) => texts.forEach((text) => counter.note(text, reader(n), true)));
    typing('ho', 'hous', 'house', 'hou', 'hour', 'tree');
    await counter.flush();
    expect(await list()).toEqual(['hour']);
    now += 10_000;
    await counter.flush();
    expect(await list()).toEqual(['hour', 'tree']);
    typing('lan', 'lantern');
    [1, 2, 3].forEach((n) => counter.note('lanterns', reader(n), false));
    typing('win');
    await counter.close();
    expect(await list()).toEqual(['hour', 'lanterns', 'tree', 'win']);
  });

  test('forgets who searched at the end of the day, and so rare phrases; counts expire after a week', async () => {
    const counter = counterOf();
    bystander(counter);
    counter.note('ada quill divorce', reader(7), false);
    await counter.flush();
    const rows = JSON.stringify(await get().read.selectFrom('searched_asker').selectAll().execute());
    expect(rows).not.toContain('203.0.113');
    const former = await get().read.selectFrom('searched_day').select('secret').executeTakeFirstOrThrow();
    now += day;
    counter.note('Comet', reader(201), false);
    await counter.flush();
    expect(await get().read.selectFrom('searched_asker').select('phrase').execute()).toEqual([
      { phrase: 'comet' },
    ]);
    expect(
      (await get().read.selectFrom('searched_day').select('secret').execute()).map(
        ({ secret }) => secret === former.secret,
      ),
    ).toEqual([false]);
    expect(await visitorsOf('ada quill divorce')).toBe(0);
    expect(await list()).toEqual(['comet']);
    now += 6 * day;
    expect(await list()).toEqual([]);
    now += 40 * day;
    counter.note('moon', reader(1), false);
    await counter.close();
    expect(await get().read.selectFrom('searched_phrase').select('phrase').execute()).toEqual([
      { phrase: 'moon' },
    ]);
  });

  test('uses the most common spelling', async () => {
    const counter = counterOf();
    counter.note('CrÉmé brulée', reader(1), false);
    await counter.flush();
    for (let n = 2; n < 6; n++) counter.note('Crème brûlée', reader(n), false);
    await counter.close();
    expect(await list()).toEqual(['crème brûlée']);
  });

  test('a day stores a limited number of phrases, and drops the rarest', async () => {
    const search = (shown: string, caller: number) => ({ phrase: shown, shown, caller: String(caller) });
    const add = (searches: ReturnType<typeof search>[]) =>
      get().write((tx) => addSearches(tx, searches, now++, { least: 3, most: 4 }));
    await add([search('comet', 1), search('comet', 2), search('comet', 3), search('old', 1)]);
    await add(Array.from({ length: 40 }, (_, n) => search(`flood ${n}`, n)));
    await add([search('new', 5)]);
    const stored = await get().read.selectFrom('searched_phrase').select('phrase').execute();
    expect(stored).toHaveLength(4);
    expect(stored.map(({ phrase }) => phrase)).toEqual(expect.arrayContaining(['comet', 'new']));
    expect(await list()).toEqual(['comet']);
  });

  test('an unavailable database loses some searches, and nothing else', async () => {
    const onWarning = vi.fn();
    const counter = createSearchCounter(
      {
        database: { writeDerived: () => Promise.reject(new Error('away')) },
        settings: { current: async () => defaultSettings },
      },
      { onWarning },
    );
    counter.note('comet', reader(4), false);
    await counter.close();
    expect(onWarning).toHaveBeenCalledWith('Searches could not be written and are not counted: away');
  });

  test('are written automatically after a while', async () => {
    const counter = counterOf({ waitMs: 5 });
    bystander(counter);
    await expect.poll(() => list()).toEqual(['comet']);
  });
});
