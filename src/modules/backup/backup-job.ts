import { z } from 'zod';
import { noteChange } from '../../kernel/command.ts';
import type { Database } from '../../kernel/db/open-database.ts';
import { jobQueue } from '../../kernel/jobs/job-queue.ts';
import type { JobQueueSite, Queue } from '../../kernel/jobs/job-queue.ts';
import { UnrecoverableError } from '../../kernel/jobs/model.ts';
import type { JobKind } from '../../kernel/jobs/model.ts';
import { enqueueMissingJobs, listJobs } from '../../kernel/jobs/store.ts';
import { fromLocal, zoneOffset } from '../../lib/dates.ts';
import { readSettings } from '../settings/index.ts';
import type { Settings } from '../settings/index.ts';
import { findActor, operator } from '../users/index.ts';
import {
  backupJobName,
  backupKinds,
  dailyQueueName,
  findBackup,
  listBackups,
  makeBackupFolder,
  newBackupName,
  removeAbandonedParts,
  removeBackup,
  removeOldDaily,
  removePartOf,
} from './backup-files.ts';
import type { BackupFile, BackupKind } from './backup-files.ts';
import { backupWorkerFile, runBackupWorker } from './run-worker.ts';

interface Payload {
  readonly kind: BackupKind;
  /** Account that asked for it; 0: the schedule. */
  readonly by: number;
}

export const backupJob: JobKind<Payload> = {
  name: backupJobName,
  schema: z.object({ kind: z.enum(backupKinds), by: z.int().nonnegative() }),
  tries: { firstPauseMs: 10_000, maxPauseMs: 120_000, most: 3 },
};

export interface BackupSite extends JobQueueSite {
  readonly dataDir: string;
  readonly databaseUrl: string | undefined;
  readonly siteUrl: string;
}

/** Writes backups in a low-priority process, one at a time; `workerFile` is for tests. */
export function backupQueue(site: BackupSite, workerFile = backupWorkerFile()): Queue {
  const { dataDir, databaseUrl, siteUrl, now = Date.now } = site;
  return jobQueue(site, backupJob, {
    concurrency: 1,
    failure: ({ kind }) => `A backup (${kind}) could not be written`,
    run: async ({ kind, by }, { signal, finish }) => {
      await makeBackupFolder(dataDir);
      await removeAbandonedParts(dataDir, now());
      const name = newBackupName(kind, now());
      const reply = await runBackupWorker(
        { kind: 'write', dataDir, databaseUrl, siteUrl, name },
        { file: workerFile, signal },
      );
      const file = await findBackup(dataDir, name);
      if (!file || !reply || 'fault' in reply) {
        await removePartOf(dataDir, name);
        signal.throwIfAborted();
        if (!reply || !('fault' in reply))
          throw new Error('The process that writes the backup ended before it was done.');
        throw reply.final ? new UnrecoverableError(reply.fault) : new Error(reply.fault);
      }
      const isOurs = await finish(async (tx) => {
        const actor = (await findActor(tx.db, by)) ?? operator();
        await noteChange(tx, actor, {
          verb: 'create',
          kind: 'site',
          itemId: 0,
          summary: `backup ${name} (${kind})`,
        });
      });
      if (!isOurs) {
        await removeBackup(dataDir, name); // another process writes it
        return;
      }
      if (kind === 'daily') {
        const { settings } = await readSettings(site.database.read);
        await removeOldDaily(dataDir, dailyBackupsKept(settings));
      }
    },
  });
}

/** How many daily backups the server stores. */
export const dailyBackupsKept = ({ backup_keep: count }: Pick<Settings, 'backup_keep'>): number => count;

const dayMs = 24 * 3_600_000;
const hourMs = 3_600_000;
/** Time of day of daily backups, on the site's clock. */
const timeOfDayMs = 3 * hourMs;

/** When the next daily backup is due after one at `lastAt`: at 3:00 on the site's clock; at once if there was none. */
export function nextDailyAt(lastAt: number | undefined, zone: string): number {
  if (lastAt === undefined) return 0;
  const local = lastAt + zoneOffset(lastAt, zone);
  const next = Math.floor((local - timeOfDayMs) / dayMs) * dayMs + timeOfDayMs + dayMs;
  // Less than an hour after a backup there is nothing new.
  return fromLocal(next - local < hourMs ? next + dayMs : next, zone);
}

/** The last daily backup, of a list with the newest first; not one of a clock that was ahead. */
export function lastDaily(backups: readonly BackupFile[], now: number): BackupFile | undefined {
  return backups.find(({ kind, at }) => kind === 'daily' && at <= now + hourMs);
}

/** Enqueues a backup each day if the setting is on. */
export function dailyBackupQueue({
  database,
  dataDir,
}: {
  readonly database: Pick<Database, 'read' | 'write'>;
  readonly dataDir: string;
}): Queue {
  /** Milliseconds since the epoch; a backup that failed is not tried again on the same day. */
  let triedAt: number | undefined;
  const dueAt = async (now: number): Promise<number | undefined> => {
    const { settings } = await readSettings(database.read);
    if (!settings.backup_daily) return undefined;
    const jobs = await listJobs(database.read, { kind: backupJob.name });
    if (jobs.some(({ key, dueAt: at }) => key === 'daily' && at > 0)) return undefined;
    const last = lastDaily(await listBackups(dataDir), now);
    const lastAt = Math.max(last?.at ?? 0, triedAt ?? 0);
    return nextDailyAt(lastAt === 0 ? undefined : lastAt, settings.timezone_string);
  };
  return {
    name: dailyQueueName,
    concurrency: 1,
    take: async (now) => {
      const at = await dueAt(now);
      if (at === undefined || at > now) return [];
      return [
        async () => {
          // Another process may have enqueued it since.
          await database.write((tx) =>
            enqueueMissingJobs(tx, backupJob, [{ key: 'daily', payload: { kind: 'daily', by: 0 } }]),
          );
          triedAt = now;
        },
      ];
    },
    nextDueAt: dueAt,
  };
}
