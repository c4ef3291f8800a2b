import { mkdtempSync, readdirSync, readlinkSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readConfig, serve } from './serve.ts';

const openFiles = (folder: string) =>
  readdirSync('/proc/self/fd')
    .flatMap((fd) => {
      try {
        return [readlinkSync(`/proc/self/fd/${fd}`)];
      } catch {
        return []; // the folder's own, closed again
      }
    })
    .filter((file) => file.startsWith(folder));

test.skipIf(process.platform !== 'linux')('a start that fails half-way leaves no database open', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'broadsheet-serve-'));
  writeFileSync(join(folder, 'keys.json'), 'no keys');
  const config = readConfig(
    { DATA_DIR: folder, PORT: '0', DEMO: '0', ADMIN_PASSWORD: 'a password of the tests', NODE_ENV: 'test' },
    () => undefined,
  );
  const printed: string[] = [];
  await expect(
    serve(config, { say: (line) => printed.push(line), warn: () => undefined, hasTerminal: false }),
  ).rejects.toThrow(/keys\.json/);
  expect(printed.join('\n')).toContain('database'); // it was made, and is closed again
  expect(openFiles(folder)).toEqual([]);
  rmSync(folder, { recursive: true });
});
