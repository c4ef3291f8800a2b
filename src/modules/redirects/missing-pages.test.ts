import { expect, test, vi } from 'vitest';
import { emittedBy } from '../../../test/harness/actors.ts';
import { onBothDatabases } from '../../../test/harness/databases.ts';
import { countedPath, createMissingPageCounter } from './missing-page-counter.ts';
import { addMissingPages, deleteRedirected, findMissingPage, listMissingPages } from './missing-pages.ts';

const day = 24 * 60 * 60_000;
const userAgent = 'Mozilla/5.0 (X11; Linux x86_64) Gecko/20100101 Firefox/140.0';
const reader = (n: number) => ({ ip: `203.0.113.${n}`, userAgent });

test('[IMP-12] a counted path has no query, and is neither a probe nor personal', () => {
  expect(countedPath('/old-story/?utm_source=letter&email=a@b.example')).toBe('/old-story/');
  expect(countedPath('/gr%C3%BC%C3%9Fe/')).toBe('/grüße/');
  for (const path of [
    '/',
    '//evil.example/',
    '/wp-login.php',
    '/wp-content/plugins/x/readme',
    '/index.php',
    '/a/shell.PHP/x',
    '/.env',
    '/.git/config',
    '/well/.known',
    '/backup.zip',
    '/data.sql',
    '/xmlrpc',
    '/phpmyadmin/',
    '/unsubscribe/ann@mail.example',
    '/unsubscribe/ann%40mail.example',
    '/reset/9f8a7b6c5d4e3f2a1b0c9d8e7f6a5b4c/',
    '/invite/123e4567-e89b-12d3-a456-426614174000',
    `/${'a-'.repeat(200)}`,
    '/a%0Ab',
    '/a%00b',
    '/a%00b%E9',
    '/a\\b',
  ])
    expect(countedPath(path), path).toBeUndefined();
});

onBothDatabases('missing pages', (get) => {
  const list = (now = Date.now()) => listMissingPages(get().read, { now, limit: 100 });
  const clear = () => get().write((tx) => tx.db.deleteFrom('missing_page').execute());

  test('[IMP-12] are counted in memory and written together, without programs and repeated requests', async () => {
    const now = Date.UTC(2026, 10, 20);
    const counter = createMissingPageCounter(get(), { now: () => now });
    const before = get().queryCount();
    counter.note('/old/?a=1', reader(1));
    counter.note('/old/?a=2', reader(1));
    counter.note('/old/', reader(2));
    counter.note('/other/', reader(2));
    for (const bot of ['', 'Googlebot/2.1', 'curl/8']) counter.note('/bot/', { ip: '::1', userAgent: bot });
    expect(get().queryCount()).toBe(before);
    expect(await emittedBy(get(), () => counter.flush())).toEqual([]);
    counter.note('/old/', reader(1));
    await counter.close();
    const { pages, total } = await list(now);
    expect([total, pages.map(({ path, count }) => [path, count])]).toEqual([
      2,
      [
        ['/old/', 3],
        ['/other/', 1],
      ],
    ]);
    const stored = await get().read.selectFrom('missing_page').selectAll().execute();
    expect(JSON.stringify(stored)).not.toMatch(/203\.0\.113|Firefox|a=1/);
    await clear();
  });

  test('[IMP-12] one address or many can’t fill the memory or the database', async () => {
    const counter = createMissingPageCounter(get());
    for (let n = 0; n < 1000; n++) counter.note(`/flood-${n}/`, reader(1));
    await counter.flush();
    expect((await list()).total).toBe(20);
    for (let address = 0; address < 250; address++)
      for (let n = 0; n < 20; n++) counter.note(`/flood-${address}-${n}/`, reader(address));
    counter.note('/real/', reader(251));
    await counter.close();
    expect((await list()).total).toBe(500);
    await clear();
  });

  test('[IMP-12] the most requested and then the latest paths remain, for seven days', async () => {
    const now = Date.UTC(2026, 10, 20);
    const add = (counts: Record<string, number>, at: number, most?: number) =>
      get().write((tx) => addMissingPages(tx, new Map(Object.entries(counts)), at, most));
    await add({ '/past/': 9 }, now - 7 * day);
    await add({ '/week/': 2 }, now - 6 * day);
    await add({ '/often/': 5, '/once/': 1 }, now, 2);
    await add({ '/later/': 1, '/week/': 4 }, now + 1, 3);
    expect((await list(now)).pages.map(({ path, count }) => [path, count])).toEqual([
      ['/week/', 6],
      ['/often/', 5],
      ['/later/', 1],
    ]);
    const found = await listMissingPages(get().read, { now, limit: 9, search: 'OFT', orderby: 'path' });
    expect(found.pages.map(({ path }) => path)).toEqual(['/often/']);
    expect(await findMissingPage(get().read, found.pages[0]?.id ?? 0)).toEqual({ path: '/often/' });
    await clear();
  });

  test('[IMP-12] a redirect or pattern removes the paths that it applies to', async () => {
    const counts = new Map([
      ['/old', 1],
      ['/Old/', 1],
      ['/GRÜSSE', 1],
      ['/2*4/', 1],
      ['/[2*4] 100%/', 1],
      ['/Blog/C/', 1],
      ['/Rest', 1],
      ['/grüße/', 1],
      ['/blog/a/', 1],
      ['/blog/b/', 1],
      ['/rest/', 1],
    ]);
    await get().write((tx) => addMissingPages(tx, counts, Date.now()));
    const { pages } = await listMissingPages(get().read, { now: Date.now(), limit: 9, search: 'GRÜẞ' });
    expect(pages.map(({ path }) => path)).toEqual(['/GRÜSSE', '/grüße/']);
    const sources = ['/old/ ', '/gr%C3%BC%C3%9Fe/', '/blog/* ', '/2%2a4/', '/[2%2A4]%20100%25/'];
    await get().write((tx) => deleteRedirected(tx, sources));
    expect((await list()).pages.map(({ path }) => path)).toEqual(['/GRÜSSE', '/Rest', '/rest/']);
    await clear();
  });

  test('an unavailable database loses some counts, and nothing else', async () => {
    const onWarning = vi.fn();
    const counter = createMissingPageCounter(
      { writeDerived: () => Promise.reject(new Error('away')) },
      { onWarning },
    );
    counter.note('/old/', reader(4));
    await counter.close();
    expect(onWarning).toHaveBeenCalledWith('Pages not found could not be written and are not counted: away');
  });
});
