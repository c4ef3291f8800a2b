import type { Config } from './config.ts';
import { messageOf } from './lib/errors.ts';
import { removeRestoreState, touchRestoreState, writeRestoreState } from './modules/backup/backup-files.ts';
import type { RestoreState } from './modules/backup/backup-files.ts';
import type { BackupTask, RestoreRequest } from './modules/backup/restore-request.ts';
import { backupWorkerFile, runBackupWorker } from './modules/backup/run-worker.ts';

export const restoreTarget = ({ dataDir, databaseUrl }: Config, siteUrl: string) => ({
  dataDir,
  databaseUrl,
  siteUrl,
});

export const stateOf = (
  { name, by }: Pick<RestoreRequest, 'name' | 'by'>,
  step: RestoreState['step'],
  message = '',
): Omit<RestoreState, 'at' | 'pid'> => ({ step, name, by: by.displayName, message });

/** Milliseconds between signs of life (`readRestoreState`). */
const beatMs = 10_000;

interface RunningSite {
  /** For tests. */
  readonly workerFile?: string;
  readonly signal: AbortSignal;
  /** Closes the site and its database; returns a function that frees its port. */
  readonly close: () => Promise<() => Promise<void>>;
  readonly reopen: () => Promise<void>;
  readonly say: (line: string) => void;
}

/**
 * Restores a backup into the running site. It is read and checked in full while the site is served; then the site closes,
 * is replaced in one transaction, and opens again with the caches, keys and jobs of the new data. After a fault it opens
 * unchanged. Throws only if it can't open.
 */
export async function replaceSite(
  task: BackupTask & { readonly kind: 'restore' },
  { workerFile = backupWorkerFile(), signal, close, reopen, say }: RunningSite,
): Promise<void> {
  const note = (step: RestoreState['step'], message = '') =>
    writeRestoreState(task.dataDir, stateOf(task, step, message));
  const beat = setInterval(() => void touchRestoreState(task.dataDir).catch(() => {}), beatMs).unref();
  let isClosed = false;
  let isReplaced = false;
  let freePort: (() => Promise<void>) | undefined;
  const reply = await runBackupWorker(task, {
    file: workerFile,
    signal,
    onStep: async (step) => {
      if (step === 'committed') isReplaced = true;
      if (step !== 'checked') return;
      await note('replacing').catch(() => {}); // a full disk must not leave the site closed
      say(`Restoring ${task.name}: the site closes for a moment.`);
      isClosed = true;
      freePort = await close();
    },
  });
  const fault = !reply
    ? isReplaced
      ? undefined // opening the site completes it
      : 'The process that restores the backup ended before it was done. Nothing was changed.'
    : 'fault' in reply
      ? reply.fault
      : undefined;
  clearInterval(beat);
  await note(fault === undefined ? 'done' : 'failed', fault).catch(
    () => removeRestoreState(task.dataDir).catch(() => {}), // otherwise it would count as running for a while
  );
  say(
    fault === undefined
      ? `Restored ${task.name}.`
      : `${task.name} could not be restored: ${messageOf(fault)}`,
  );
  if (!isClosed) return;
  await freePort?.();
  await reopen();
}
