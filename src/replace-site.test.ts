import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readRestoreState } from './modules/backup/backup-files.ts';
import { replaceSite } from './replace-site.ts';

let dataDir: string;
let steps: string[];
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'broadsheet-replace-'));
  steps = [];
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

async function replace(
  script: string,
  more: { readonly close?: () => Promise<never>; readonly signal?: AbortSignal } = {},
) {
  const workerFile = join(dataDir, 'worker.mjs');
  writeFileSync(workerFile, `process.once('message', () => { ${script} });`);
  const by = { id: 1, login: 'mira', displayName: 'Mira' };
  const task = { kind: 'restore', dataDir, databaseUrl: undefined, siteUrl: '', name: 'one', by } as const;
  await replaceSite(
    { ...task, backsUpFirst: false },
    {
      workerFile,
      signal: new AbortController().signal,
      close: async () => {
        steps.push('closed');
        return async () => void steps.push('freed');
      },
      reopen: async () => void steps.push('opened'),
      say: () => {},
      ...more,
    },
  );
  return readRestoreState(dataDir);
}
const checked = "process.send({ step: 'checking' }); process.send({ step: 'checked' });";
const onGo = (script: string) => `${checked} process.once('message', () => { ${script} });`;

test('[IMP-31] the site closes once the backup is checked, and opens again when it is replaced', async () => {
  const state = await replace(onGo("process.send({ step: 'done' }, () => process.exit());"));
  expect(state).toMatchObject({ step: 'done', name: 'one', by: 'Mira', message: '' });
  expect(steps).toEqual(['closed', 'freed', 'opened']);
});

test('[IMP-31] the site is not closed for a backup that is refused, or by a process that dies', async () => {
  const refused = await replace(
    "process.send({ fault: 'It is damaged.', final: true }, () => process.exit());",
  );
  expect(refused).toMatchObject({ step: 'failed', message: 'It is damaged.' });
  const died = await replace("process.kill(process.pid, 'SIGKILL');");
  expect(died).toMatchObject({ step: 'failed', message: expect.stringMatching('Nothing was changed') });
  expect(steps).toEqual([]);
});

test('[IMP-31] the site opens unchanged if the process dies while it replaces it', async () => {
  const state = await replace(onGo("process.kill(process.pid, 'SIGKILL');"));
  expect(state).toMatchObject({ step: 'failed' });
  expect(steps).toEqual(['closed', 'freed', 'opened']);
});

test('[IMP-31] a process that dies after the replacement has restored the site', async () => {
  const state = await replace(
    onGo("process.send({ step: 'committed' }, () => process.kill(process.pid, 'SIGKILL'));"),
  );
  expect(state).toMatchObject({ step: 'done', message: '' }); // opening the site completes it
  expect(steps).toEqual(['closed', 'freed', 'opened']);
});

test('[IMP-31] a restore whose end can’t be noted does not count as running', async () => {
  const folder = JSON.stringify(join(dataDir, 'backups', 'restore.json.new'));
  const state = await replace(
    onGo(
      `import('node:fs').then((fs) => { fs.mkdirSync(${folder}); process.send({ step: 'done' }, () => process.exit()); });`,
    ),
  );
  expect(state).toBeUndefined();
  expect(steps).toEqual(['closed', 'freed', 'opened']);
});

test('[IMP-31] a restore that was stopped before its process started ends it', async () => {
  const state = await replace(onGo(''), { signal: AbortSignal.abort() });
  expect(state).toMatchObject({ step: 'failed', message: expect.stringMatching('Nothing was changed') });
  expect(steps).toEqual([]);
});

test('[IMP-31] a site that can’t close is not replaced, and opens again', async () => {
  const replaced = join(dataDir, 'replaced');
  const state = await replace(
    `${onGo(`require('node:fs').writeFileSync(${JSON.stringify(replaced)}, '');`)} process.once('disconnect', () => process.exit());`,
    { close: () => Promise.reject(new Error('It hangs.')) },
  );
  expect(state).toMatchObject({ step: 'failed' });
  expect(steps).toEqual(['opened']);
});
