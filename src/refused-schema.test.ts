import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { wxr } from '../test/fixtures/wxr.ts';
import { onBothDatabases } from '../test/harness/databases.ts';
import type { TestDatabase } from '../test/harness/databases.ts';
import { dumpTables } from '../test/harness/dump-tables.ts';
import { formerBackup, makeFormerDatabase } from '../test/harness/former-site.ts';
import type { Command } from './cli/command.ts';
import { readConfig, serve } from './serve.ts';
import { openSiteDatabase } from './site-database.ts';

// `import` lowers the priority of its process.
vi.mock('node:os', async (original) => ({ ...(await original<object>()), setPriority: () => undefined }));

/** A call of each command that reaches the database, by the file of the command. */
const calls: Readonly<Record<string, readonly string[]>> = {
  addresses: [],
  backup: [],
  comments: ['list'],
  demo: [],
  export: ['written.xml'],
  front: ['list'],
  import: ['export.xml'],
  jobs: ['list'],
  media: ['list'],
  push: ['count'],
  redirect: ['list'],
  reindex: [],
  restore: [formerBackup],
  role: ['list'],
  settings: ['list'],
  share: ['list'],
  template: ['list'],
  theme: ['list'],
  types: ['list'],
  user: ['list'],
  widgets: ['list'],
};

onBothDatabases('a site that only Broadsheet 0.1.0 upgrades', (get) => {
  let place: TestDatabase;
  beforeEach(async () => {
    place = await makeFormerDatabase(get().dialect.name, { lastMigration: 84 });
    writeFileSync(join(place.dataDir, 'export.xml'), wxr([]));
    vi.stubEnv('INIT_CWD', place.dataDir);
    vi.stubEnv('DATA_DIR', place.dataDir);
    vi.stubEnv('DATABASE_URL', place.databaseUrl ?? '');
  });
  afterEach(async () => {
    vi.unstubAllEnvs();
    await place.drop();
  });

  const state = async () => {
    const database = await openSiteDatabase({ ...place, maxConnections: 2 });
    const rows = await dumpTables(database, ['schema_version']);
    await database.close();
    return [rows, readdirSync(place.dataDir)];
  };

  test('is refused by every command, and stays as it is', async () => {
    const listed = readFileSync(new URL('cli/commands.ts', import.meta.url), 'utf8').matchAll(
      /import\('\.\/(\S+)\.ts'\)\)\.(\w+)/g,
    );
    const before = await state();
    const refused: string[] = [];
    for (const [, file = '', name = ''] of listed) {
      const { [name]: command } = (await import(`./cli/${file}.ts`)) as Record<string, Command>;
      await expect(command?.run(calls[file] ?? []), file).rejects.toThrow(
        /schema (?:version )?84, (?:this Broadsheet opens|but this version of Broadsheet supports) 85 and later\. .*\bBroadsheet 0\.1\.0 on it once/,
      );
      refused.push(file);
    }
    expect(refused).toEqual(Object.keys(calls));
    expect(await state()).toEqual(before);
  });

  test.each([
    ['a start', { ADMIN_PASSWORD: 'a password of the tests' }],
    ['a start with the demo', { DEMO: '1' }],
    ['the installer', {}],
  ])('is refused by %s, and stays as it is', async (_what, answers) => {
    const before = await state();
    const printed: string[] = [];
    const config = readConfig(
      {
        DATA_DIR: place.dataDir,
        DATABASE_URL: place.databaseUrl ?? '',
        PORT: '0',
        NODE_ENV: 'test',
        ...answers,
      },
      () => undefined,
    );
    await expect(
      serve(config, { say: (line) => printed.push(line), warn: () => undefined, hasTerminal: false }),
    ).rejects.toThrow('Start Broadsheet 0.1.0 on it once, then this one.');
    expect(printed).toEqual([]);
    expect(await state()).toEqual(before);
  });
});
