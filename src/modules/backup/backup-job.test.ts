import { existsSync, mkdirSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { onBothDatabases } from '../../../test/harness/databases.ts';
import { startQueues } from '../../kernel/jobs/job-queue.ts';
import { listJobs, removeJobs } from '../../kernel/jobs/store.ts';
import { listActivity } from '../activity/reader.ts';
import { saveSettings } from '../settings/store.ts';
import { operator } from '../users/role.ts';
import { backupJob, backupQueue, dailyBackupQueue, nextDailyAt } from './backup-job.ts';
import {
  backupFolder,
  endFormerRestore,
  findBackup,
  listBackups,
  maxBackups,
  newBackupName,
  readRestoreState,
  touchRestoreState,
  writeRestoreState,
} from './backup-files.ts';
import { checkCount, startBackup } from './commands.ts';

const log = { info: () => {}, warn: () => {} };

/** Workers that write a file, die after half of it, or refuse. */
const writes = (text: string) => `
  import { renameSync, writeFileSync } from 'node:fs';
  import { join } from 'node:path';
  process.once('message', ({ dataDir, name }) => {
    const file = join(dataDir, 'backups', name);
    ${text}
  });
`;
const whole = writes(
  "writeFileSync(file + '.part', 'all'); renameSync(file + '.part', file); process.send({ step: 'done' }, () => process.exit());",
);
const dying = writes("writeFileSync(file + '.part', 'half'); process.kill(process.pid, 'SIGKILL');");
const refusing = writes("process.send({ fault: 'The disk is full.', final: true }, () => process.exit());");

onBothDatabases('the job that backs up', (get, place) => {
  const site = () => ({
    database: get(),
    log,
    dataDir: place().dataDir,
    databaseUrl: undefined,
    siteUrl: 'https://news.example',
  });
  const run = (script: string) => {
    const worker = join(place().dataDir, 'worker.mjs');
    writeFileSync(worker, script);
    return startQueues([backupQueue(site(), worker)], { bus: get().bus, log });
  };
  const start = async () => {
    await checkCount(place().dataDir);
    await get().write((tx) => startBackup(tx, operator()));
  };
  const jobs = () => listJobs(get().read, { kind: backupJob.name });
  const add = (name: string) => {
    mkdirSync(backupFolder(place().dataDir), { recursive: true });
    writeFileSync(join(backupFolder(place().dataDir), name), 'a backup');
  };

  beforeEach(async () => {
    rmSync(backupFolder(place().dataDir), { recursive: true, force: true });
    await get().write(async (tx) => {
      await tx.db.deleteFrom('job').execute();
      await saveSettings(tx, { backup_daily: false, backup_keep: 7 });
    });
  });

  test('[IMP-31] writes a backup, lists and logs it', async () => {
    const running = run(whole);
    await start();
    await expect.poll(jobs).toEqual([]);
    await running.close();
    const [file, ...more] = await listBackups(place().dataDir);
    expect(more).toEqual([]);
    expect(file).toMatchObject({ kind: 'manual', bytes: 3 });
    expect((await listActivity(get().read, { limit: 1 })).map(({ summary }) => summary)).toEqual([
      `backup ${file?.name} (manual)`,
    ]);
  });

  test('[IMP-31] a process that dies leaves no file, and the job is tried again', async () => {
    const running = run(dying);
    await start();
    await expect.poll(async () => (await jobs())[0]?.reason).toMatch('ended before it was done');
    await running.close();
    expect((await jobs())[0]?.dueAt).toBeGreaterThan(Date.now());
    expect(readdirSync(backupFolder(place().dataDir))).toEqual([]);
    await expect(start()).rejects.toMatchObject({ code: 'backup_running' });
  });

  test('[IMP-31] a refusal is shown and not tried again; the next backup may be started', async () => {
    const running = run(refusing);
    await start();
    await expect.poll(async () => (await jobs())[0]?.reason).toBe('The disk is full.');
    expect((await jobs())[0]?.dueAt).toBe(0);
    await running.close();
    await start();
    expect((await jobs())[0]?.reason).toBe('');
  });

  test('[IMP-31] stores a bounded number of backups, and lists nothing that it did not write', async () => {
    for (let at = 0; at < maxBackups; at++) add(newBackupName('manual', Date.now() - at * 1000));
    for (const name of [
      'broadsheet-20260101-010101001-manual.tar.gz.part',
      'broadsheet-20260101-010101001-other.tar.gz',
      'notes.txt',
      'restore.json',
    ])
      add(name);
    expect(await listBackups(place().dataDir)).toHaveLength(maxBackups);
    await expect(start()).rejects.toMatchObject({ code: 'too_many_backups' });
    for (const name of ['../keys.json', '..', '', 'restore.json', 'notes.txt', '\0', 'broadsheet-x.tar.gz'])
      expect(await findBackup(place().dataDir, name)).toBeUndefined();
  });

  test('[IMP-31] daily backups are written once a day, and the oldest are deleted', async () => {
    await get().write((tx) => saveSettings(tx, { backup_daily: true, backup_keep: 2 }));
    const daily = [3, 2, 1].map((days) => newBackupName('daily', Date.now() - days * 86_400_000));
    for (const name of daily) add(name);
    const kept = newBackupName('manual', Date.now() - 9 * 86_400_000);
    add(kept);
    const worker = join(place().dataDir, 'worker.mjs');
    writeFileSync(worker, whole);
    const running = startQueues([dailyBackupQueue(site()), backupQueue(site(), worker)], {
      bus: get().bus,
      log,
      now: () => Date.now() + 2 * 86_400_000,
    });
    await expect
      .poll(async () => (await listBackups(place().dataDir)).map(({ name }) => name))
      .toEqual([expect.stringMatching(/-daily/), daily[2], kept]);
    await expect.poll(jobs).toEqual([]);
    await running.close();
  });

  test('[IMP-31] two processes write one daily backup, and keep the one that is being restored', async () => {
    await get().write((tx) => saveSettings(tx, { backup_daily: true, backup_keep: 1 }));
    const old = [4, 3].map((days) => newBackupName('daily', Date.now() - days * 86_400_000));
    for (const name of old) add(name);
    const { signal } = new AbortController();
    const tasks = [];
    for (const queue of [dailyBackupQueue(site()), dailyBackupQueue(site())])
      tasks.push(...(await queue.take(Date.now(), 1)));
    expect(tasks).toHaveLength(2);
    await tasks[0]?.(signal);
    const worker = join(place().dataDir, 'worker.mjs');
    writeFileSync(worker, whole);
    const backups = backupQueue(site(), worker);
    const [write] = await backups.take(Date.now(), 1);
    await tasks[1]?.(signal);
    expect(await backups.take(Date.now(), 1)).toEqual([]);
    const state = { step: 'checking', name: String(old[0]), by: 'Mira', message: '' } as const;
    await writeRestoreState(place().dataDir, state);
    await write?.(signal);
    expect((await listBackups(place().dataDir)).map(({ name }) => name)).toEqual([
      expect.stringMatching(/-daily/),
      old[0],
    ]);
  });

  test('[IMP-31] a job that another process took over leaves no backup, and deletes none', async () => {
    await get().write((tx) => saveSettings(tx, { backup_daily: true, backup_keep: 1 }));
    const old = [4, 3].map((days) => newBackupName('daily', Date.now() - days * 86_400_000));
    for (const name of old) add(name);
    const { signal } = new AbortController();
    for (const enqueue of await dailyBackupQueue(site()).take(Date.now(), 1)) await enqueue(signal);
    const worker = join(place().dataDir, 'worker.mjs');
    writeFileSync(worker, whole);
    const [write] = await backupQueue(site(), worker).take(Date.now(), 1);
    await get().write((tx) => removeJobs(tx, backupJob, ['daily']));
    await write?.(signal);
    expect((await listBackups(place().dataDir)).map(({ name }) => name)).toEqual(old.toReversed());
  });

  test('[IMP-31] a daily backup is due although one has a date in the future, or could not be enqueued', async () => {
    await get().write((tx) => saveSettings(tx, { backup_daily: true }));
    add(newBackupName('daily', Date.now() + 40 * 86_400_000));
    const write = () => Promise.reject(new Error('The disk is full.'));
    const queue = dailyBackupQueue({ ...site(), database: { read: get().read, write } });
    const { signal } = new AbortController();
    for (let tries = 0; tries < 2; tries++) {
      const [enqueue] = await queue.take(Date.now(), 1);
      await expect(enqueue?.(signal)).rejects.toThrow('The disk is full.');
    }
  });

  test('[IMP-31] no daily backup is due while the setting is off', async () => {
    expect(await dailyBackupQueue(site()).nextDueAt(Date.now())).toBeUndefined();
    expect(await dailyBackupQueue(site()).take(Date.now(), 1)).toEqual([]);
  });
});

onBothDatabases('the state of a restore', (_get, place) => {
  test('[IMP-31] ends with a killed server, whose abandoned parts are removed', async () => {
    const { dataDir } = place();
    await writeRestoreState(dataDir, { step: 'checking', name: 'one', by: 'Mira', message: '' });
    const [old, fresh] = ['1', '2'].map((digit) =>
      join(backupFolder(dataDir), `broadsheet-2026010${digit}-010101001-manual.tar.gz.part`),
    ) as [string, string];
    const copied = `${old}.new`;
    for (const file of [old, copied, fresh]) writeFileSync(file, 'half');
    for (const file of [old, copied]) utimesSync(file, new Date('2026-01-01'), new Date('2026-01-01'));
    expect(await readRestoreState(dataDir)).toMatchObject({ step: 'checking' });
    await endFormerRestore(dataDir);
    expect(await readRestoreState(dataDir)).toMatchObject({
      step: 'failed',
      message: expect.stringMatching('Nothing was changed'),
    });
    expect([old, copied, fresh].map((file) => existsSync(file))).toEqual([false, false, true]);
    await writeRestoreState(dataDir, { step: 'replacing', name: 'one', by: 'Mira', message: '' }, 2 ** 30);
    expect(await readRestoreState(dataDir)).toMatchObject({
      step: 'failed',
      message: expect.stringMatching('completed the restore or reverted it'),
    });
    await writeRestoreState(dataDir, { step: 'replacing', name: 'one', by: 'Mira', message: '' });
    utimesSync(join(backupFolder(dataDir), 'restore.json'), new Date('2026-01-01'), new Date('2026-01-01'));
    expect(await readRestoreState(dataDir)).toMatchObject({ step: 'failed' });
    await touchRestoreState(dataDir);
    expect(await readRestoreState(dataDir)).toMatchObject({ step: 'replacing' });
  });
});

test.each([
  [undefined, 'UTC', 0],
  ['2026-01-02T02:30:00Z', 'UTC', '2026-01-03T03:00:00Z'],
  ['2026-01-02T01:30:00Z', 'UTC', '2026-01-02T03:00:00Z'],
  ['2026-01-02T03:00:05Z', 'UTC', '2026-01-03T03:00:00Z'],
  ['2026-01-02T12:00:00Z', 'Europe/Berlin', '2026-01-03T02:00:00Z'],
  ['2026-01-02T12:00:00Z', 'America/New_York', '2026-01-03T08:00:00Z'],
])('[IMP-31] after a daily backup at %s in %s, the next is due at %s', (last, zone, next) => {
  const at = nextDailyAt(last === undefined ? undefined : Date.parse(String(last)), zone);
  expect(at).toBe(typeof next === 'string' ? Date.parse(next) : next);
});
