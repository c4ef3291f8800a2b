import { expect, test, vi } from 'vitest';
import { makeTestDatabase } from '../../test/harness/databases.ts';
import { makePost } from '../../test/harness/factories.ts';
import { readConfig } from '../config.ts';
import { installSite } from '../modules/accounts/install-site.ts';
import { readSettings, saveSettings } from '../modules/settings/store.ts';
import { rebuildSearchIndex } from '../modules/search/store.ts';
import { openSiteDatabase } from '../site-database.ts';
import type { Database } from '../kernel/db/open-database.ts';
import { ConflictError } from '../lib/errors.ts';
import { prepareSite } from './prepare-site.ts';

const seedDemo = vi.hoisted(() => vi.fn<(database: Database) => Promise<number>>());
vi.mock('./seed-demo.ts', () => ({ seedDemo }));

const newSite = {
  title: 'A paper',
  language: '',
  login: 'ada',
  displayName: 'Ada',
  email: 'ada@mail.example',
  password: 'Long-enough-1',
  retyped: 'Long-enough-1',
  wantsDemo: false,
};

/** Messages while a new database is prepared twice. */
async function prepareTwice(env: Record<string, string>): Promise<[string[], string[]]> {
  const place = await makeTestDatabase('sqlite', { migrated: false });
  const database = await openSiteDatabase({ dataDir: place.dataDir });
  const logged: [string[], string[]] = [[], []];
  try {
    for (const lines of logged) await prepareSite(database, readConfig(env), (line) => lines.push(line));
  } finally {
    await database.close();
    await place.drop();
  }
  return logged;
}

test('an empty site is filled once', async () => {
  seedDemo.mockReset().mockImplementation(async (database) => {
    await database.write((tx) => makePost(tx));
    return 17;
  });
  const [first, second] = await prepareTwice({ ADMIN_PASSWORD: 'long enough' });
  expect(first).toEqual([
    expect.stringMatching(/^Upgraded the database schema \(initial, /),
    'Filling the empty site with the demo magazine…',
    expect.stringMatching(/^Demo installed: 17 posts and pages/),
  ]);
  expect(second).toEqual([]);
  expect(seedDemo).toHaveBeenCalledTimes(1);
});

test('with DEMO=0 it stays empty', async () => {
  seedDemo.mockReset();
  await prepareTwice({ DEMO: '0', ADMIN_PASSWORD: 'long enough' });
  expect(seedDemo).not.toHaveBeenCalled();
});

test('a process that filled the site first is no error', async () => {
  seedDemo.mockReset().mockRejectedValue(new ConflictError('This site is not empty'));
  expect((await prepareTwice({ ADMIN_PASSWORD: 'long enough' }))[0].at(-1)).toBe(
    'Another process has added content in the meantime, so the demo was not installed.',
  );
});

test('the demo requested in the browser is created once, at the next start if this one ends', async () => {
  const place = await makeTestDatabase('sqlite');
  const database = await openSiteDatabase({ dataDir: place.dataDir });
  const start = () => prepareSite(database, readConfig({ DEMO: '0' }), () => undefined);
  seedDemo.mockReset().mockRejectedValueOnce(new Error('killed')).mockResolvedValue(17);
  await installSite(database, { ...newSite, wantsDemo: true });
  await expect(start()).rejects.toThrow('killed');
  for (let n = 0; n < 2; n++) await start();
  expect(seedDemo).toHaveBeenCalledTimes(2);
  await database.close();
  await place.drop();
});

test('a new site, set up in the browser or by the environment, asks about push on the second page; later starts keep the choice', async () => {
  for (const isInBrowser of [true, false]) {
    const place = await makeTestDatabase('sqlite', { migrated: isInBrowser });
    const database = await openSiteDatabase({ dataDir: place.dataDir });
    const isAskedLater = async () => (await readSettings(database.read)).settings.push_second_view;
    const start = () =>
      prepareSite(database, readConfig({ DEMO: '0', ADMIN_PASSWORD: 'long enough' }), () => {});
    if (isInBrowser) await installSite(database, newSite);
    await start();
    expect(await isAskedLater()).toBe(true);
    await database.write((tx) => saveSettings(tx, { push_second_view: false }));
    await start();
    expect(await isAskedLater()).toBe(false);
    await database.close();
    await place.drop();
  }
});

test('every other error of the demo ends the start', async () => {
  seedDemo.mockReset().mockRejectedValue(new Error('disk full'));
  await expect(prepareTwice({ ADMIN_PASSWORD: 'long enough' })).rejects.toThrow('disk full');
});

test('the generated password is shown once, and only when no password was given', async () => {
  const [first, second] = await prepareTwice({ DEMO: '0', ADMIN_USER: 'ada' });
  expect(
    first.filter((line) => /^Created the first administrator\. User: ada {2}Password: \S{12,}$/.test(line)),
  ).toHaveLength(1);
  expect(second).toEqual([]);
  expect((await prepareTwice({ DEMO: '0', ADMIN_PASSWORD: 'my own words' })).flat().join('\n')).not.toMatch(
    /Password|my own words/,
  );
});

test('an ADMIN_PASSWORD without effect is reported, and never shown', async () => {
  const place = await makeTestDatabase('sqlite');
  const database = await openSiteDatabase({ dataDir: place.dataDir });
  const prepare = async (env: Record<string, string>) => {
    const lines: string[] = [];
    await prepareSite(database, readConfig({ DEMO: '0', ...env }), (line) => lines.push(line));
    return lines;
  };
  try {
    await prepare({ ADMIN_PASSWORD: 'long enough' });
    expect(await prepare({ ADMIN_PASSWORD: 'long enough' })).toEqual([]);
    expect(await prepare({})).toEqual([]);
    expect(await prepare({ ADMIN_PASSWORD: 'another one' })).toEqual([
      expect.stringMatching(/^ADMIN_PASSWORD is ignored: .*"admin" has a different password/),
    ]);
    expect((await prepare({ ADMIN_USER: 'chief', ADMIN_PASSWORD: 'long enough' })).join()).toMatch(
      /^ADMIN_PASSWORD is ignored: [^']*"chief"/,
    );
  } finally {
    await database.close();
    await place.drop();
  }
});

test('an outdated index is reported until it is rebuilt', async () => {
  const place = await makeTestDatabase('sqlite');
  const database = await openSiteDatabase({ dataDir: place.dataDir });
  const prepare = async () => {
    const lines: string[] = [];
    await prepareSite(database, readConfig({ DEMO: '0', ADMIN_PASSWORD: 'long enough' }), (line) =>
      lines.push(line),
    );
    return lines;
  };
  try {
    await prepare();
    await database.write((tx) => makePost(tx));
    expect(await prepare()).toEqual([]);
    await database.write((tx) => tx.db.deleteFrom('counter').where('key', '=', 'search:tokens').execute());
    expect(await prepare()).toEqual([expect.stringContaining('reindex')]);
    expect(await rebuildSearchIndex(database)).toBe(1);
    expect(await prepare()).toEqual([]);
  } finally {
    await database.close();
    await place.drop();
  }
});
