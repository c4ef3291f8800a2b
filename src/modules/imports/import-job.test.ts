import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { onDatabase } from '../../../test/harness/databases.ts';
import { startQueues } from '../../kernel/jobs/job-queue.ts';
import { listJobs } from '../../kernel/jobs/store.ts';
import { operator } from '../users/role.ts';
import { importFolder, listExports } from './export-files.ts';
import {
  importCheckJob,
  importCheckQueue,
  importJob,
  importQueue,
  startCheck,
  startImport,
} from './import-job.ts';

onDatabase('sqlite', 'the job that imports', (get, place) => {
  test('deletes the files that it has read, and no files uploaded since, even under the same name', async () => {
    const { dataDir } = place();
    const folder = importFolder(dataDir);
    mkdirSync(folder, { recursive: true });
    for (const name of ['one.xml', 'two.xml', 'three.xml']) writeFileSync(join(folder, name), '<rss/>');
    // While the exports are read, one is added, and another is removed and uploaded again.
    const worker = join(dataDir, 'worker.mjs');
    writeFileSync(
      worker,
      `
      import { rmSync, writeFileSync } from 'node:fs';
      process.once('message', () => {
        writeFileSync(${JSON.stringify(join(folder, 'late.xml'))}, '<rss/>');
        rmSync(${JSON.stringify(join(folder, 'two.xml'))});
        writeFileSync(${JSON.stringify(join(folder, 'two.xml'))}, '<RSS/>');
        process.send({ isWhole: true, read: ${JSON.stringify(await listExports(dataDir))} }, () => process.exit());
      });
    `,
    );
    const log = { info: () => {}, warn: () => {} };
    const site = { database: get(), log, dataDir, databaseUrl: undefined, siteUrl: 'https://news.example' };
    const running = startQueues([importQueue(site, worker)], { bus: get().bus, log });
    await get().write((tx) => startImport(tx, operator(), ['one.xml']));
    await expect.poll(() => listJobs(get().read, { kind: importJob.name })).toEqual([]);
    await running.close();
    expect((await listExports(dataDir)).map(({ name }) => name)).toEqual(['late.xml', 'two.xml']);
  });

  test('[IMP-31] the job that checks asks for a check, deletes nothing, and is retried if its process fails', async () => {
    const { dataDir } = place();
    const folder = importFolder(dataDir);
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'checked.xml'), '<rss/>');
    const worker = join(dataDir, 'check-worker.mjs');
    const asked = join(dataDir, 'asked.json');
    writeFileSync(
      worker,
      `
      import { existsSync, writeFileSync } from 'node:fs';
      process.once('message', ({ task }) => {
        if (!existsSync(${JSON.stringify(asked)})) {
          writeFileSync(${JSON.stringify(asked)}, task);
          process.send({ fault: 'no memory', final: false }, () => process.exit());
        } else process.send({ isWhole: true, read: ${JSON.stringify(await listExports(dataDir))} }, () => process.exit());
      });
    `,
    );
    const log = { info: () => {}, warn: () => {} };
    const site = { database: get(), log, dataDir, databaseUrl: undefined, siteUrl: 'https://news.example' };
    const running = startQueues([importCheckQueue(site, worker)], { bus: get().bus, log });
    await get().write((tx) => startCheck(tx, operator()));
    const jobs = () => listJobs(get().read, { kind: importCheckJob.name });
    await expect.poll(async () => (await jobs())[0]?.reason).toBe('no memory');
    expect(readFileSync(asked, 'utf8')).toBe('check');
    await get().write((tx) => startCheck(tx, operator()));
    await expect.poll(jobs).toEqual([]);
    await running.close();
    expect((await listExports(dataDir)).map(({ name }) => name)).toContain('checked.xml');
  });
});
