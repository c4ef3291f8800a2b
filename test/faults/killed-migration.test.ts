import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { migrate, newestSchema, schemaVersion } from '../../src/kernel/db/migrate.ts';
import type { Migration } from '../../src/kernel/db/migration.ts';
import { onBothDatabases } from '../harness/databases.ts';
import { endsWithUs } from '../harness/ends-with-us.ts';
import { spelledCounters } from './spelled-counters.ts';

const script = fileURLToPath(new URL('migrate-until-killed.ts', import.meta.url));
const counters = [
  { key: 'test:a', value: 12 },
  { key: 'test:b', value: 34_000 },
];

onBothDatabases('a migration with a function', (get, place) => {
  const run = (...migrations: readonly Migration[]) =>
    get().write((tx) => migrate(tx.db, tx.dialect, undefined, migrations));
  const rows = async () =>
    (
      await sql<{ key: string }>`select * from counter where key like 'test:%' order by key`.execute(
        get().read,
      )
    ).rows;

  test('killed or failing midway, it has no effect; the next start runs it completely, once', async () => {
    await get().write((tx) => tx.db.insertInto('counter').values(counters).execute());
    const child = endsWithUs(
      spawn(process.execPath, [script, place().dataDir, place().databaseUrl ?? ''].filter(Boolean), {
        stdio: ['ignore', 'pipe', 'inherit'],
      }),
    );
    const ended = once(child, 'exit');
    const said = await Promise.race([once(child.stdout, 'data'), ended]);
    expect(String(said[0]).trim()).toBe('halfway');
    child.kill('SIGKILL');
    await ended;
    expect([await rows(), await schemaVersion(get().read)]).toEqual([counters, newestSchema]);

    await expect(run(spelledCounters(() => Promise.reject(new Error('no more rows'))))).rejects.toThrow(
      'no more rows',
    );
    expect([await rows(), await schemaVersion(get().read)]).toEqual([counters, newestSchema]);

    expect(await run(spelledCounters(async () => {}))).toEqual(['spelled counters']);
    expect([await rows(), await schemaVersion(get().read)]).toEqual([
      [
        { ...counters[0], spelled: '12' },
        { ...counters[1], spelled: '34K' },
      ],
      newestSchema + 1,
    ]);
    expect(await run(spelledCounters(() => Promise.reject(new Error('a second time'))))).toEqual([]);
  });
});
