import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startCheckpoints } from './open-database.ts';
import { openSqlite } from './dialects/sqlite.ts';

test('copies a WAL that has grown back into the database automatically', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'broadsheet-log-'));
  const file = join(folder, 'x.sqlite');
  const writer = openSqlite(file, { readonly: false, busyTimeoutMs: 0, noCheckpoints: true });
  writer.exec('create table filler (text text)');
  const warnings: string[] = [];
  const stop = startCheckpoints(writer, file, (message) => warnings.push(message));
  const insert = writer.prepare('insert into filler values (?)');
  for (let row = 0; row < 2500; row++) insert.run('x'.repeat(3000));
  const waiting = () => {
    const [{ log, checkpointed }] = writer.pragma('wal_checkpoint(noop)') as [
      { log: number; checkpointed: number },
    ];
    return log - checkpointed;
  };
  expect(waiting()).toBeGreaterThan(2000);
  await expect.poll(waiting).toBe(0);
  await stop();
  writer.close();
  rmSync(folder, { recursive: true });
  expect(warnings).toEqual([]);
});
