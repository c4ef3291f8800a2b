import { constants, setPriority } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { noteChange } from '../kernel/command.ts';
import type { Database, Tx } from '../kernel/db/open-database.ts';
import { BackupError, ConflictError, messageOf } from '../lib/errors.ts';
import { folderBytes, freeBytesOf } from '../lib/files.ts';
import { loadSecret } from '../lib/keys.ts';
import { mediaFolder } from '../modules/backup/archive.ts';
import {
  backupPath,
  makeBackupFolder,
  newBackupName,
  writeRestoreState,
} from '../modules/backup/backup-files.ts';
import { restoreBackup } from '../modules/backup/restore-backup.ts';
import type { BackupReply, BackupTask, RestoreRequest } from '../modules/backup/restore-request.ts';
import { writeBackup } from '../modules/backup/write-backup.ts';
import { findActor } from '../modules/users/roles.ts';
import { operator } from '../modules/users/role.ts';
import { openSiteDatabase } from '../site-database.ts';

/** Writes and restores backups for the server, in a separate process, so that visitors' requests take precedence. */
const stop = new AbortController();
// The server has exited.
process.on('disconnect', () => stop.abort());

/** Its process id; later, after a crash, this process may have another parent. */
const server = process.ppid;

/** Milliseconds to wait for a lock, as for CLI commands. */
const busyTimeoutMs = 10_000;
/** Free disk space to leave next to a backup, in bytes. */
const spareBytes = 100 * 2 ** 20;
/** Milliseconds for counting the media's bytes; larger libraries are backed up without a check. */
const countingMs = 30_000;

/** Throws `BackupError` if the disk has less room than the media, which hardly shrink, and a third of the database. */
async function checkRoom(database: Database, dataDir: string): Promise<void> {
  const media = (await folderBytes(join(dataDir, mediaFolder), countingMs)) ?? 0;
  const size =
    database.dialect.name === 'sqlite'
      ? sql<{
          bytes: number;
        }>`select page_count * page_size as bytes from pragma_page_count(), pragma_page_size()`
      : sql<{ bytes: number }>`select pg_database_size(current_database()) as bytes`;
  const stored = Number((await size.execute(database.read)).rows[0]?.bytes ?? 0);
  const needed = media + stored / 3 + spareBytes;
  const free = await freeBytesOf(dataDir);
  const megabytes = (bytes: number) => Math.round(bytes / 2 ** 20).toLocaleString('en');
  if (needed > free)
    throw new BackupError(
      `The backup needs about ${megabytes(needed)} MB, but the disk has ${megabytes(free)} MB left. Free some space, or delete old backups.`,
    );
}

async function write(database: Database, { dataDir, siteUrl }: BackupTask, name: string): Promise<void> {
  await makeBackupFolder(dataDir);
  await checkRoom(database, dataDir);
  loadSecret(dataDir);
  await writeBackup({ database, dataDir, siteUrl }, backupPath(dataDir, name), stop.signal);
}

/** Logs the restore in the restored database, by its account of the same name. */
async function logRestore(tx: Tx, { name, by }: RestoreRequest, createdAt: string): Promise<void> {
  const found = by.id > 0 ? await findActor(tx.db, by.id) : undefined;
  const { from: _cli, ...nobody } = operator();
  const actor = found?.login === by.login ? found : { ...nobody, displayName: by.displayName };
  await noteChange(tx, actor, {
    verb: 'restore',
    kind: 'site',
    itemId: 0,
    summary: `restored ${name} of ${createdAt}`,
  });
}

const send = (reply: BackupReply) =>
  new Promise<void>((resolve) => {
    if (process.connected) process.send?.(reply, () => resolve());
    else resolve();
  });

const permission = () =>
  new Promise<void>((resolve, reject) => {
    process.once('message', () => resolve());
    const end = () =>
      reject(new BackupError('The server stopped before the site was replaced. Nothing was changed.'));
    if (stop.signal.aborted) end();
    stop.signal.addEventListener('abort', end, { once: true });
  });

async function restore(
  database: Database,
  task: BackupTask & { readonly kind: 'restore' },
  onCommit: () => void,
): Promise<void> {
  const { dataDir, name, by, backsUpFirst } = task;
  const note = (step: 'backing-up' | 'checking') =>
    writeRestoreState(dataDir, { step, name, by: by.displayName, message: '' }, server);
  if (backsUpFirst) {
    await note('backing-up');
    await write(database, task, newBackupName('before-restore'));
  }
  await note('checking');
  await send({ step: 'checking' });
  await restoreBackup({ database, dataDir }, backupPath(dataDir, name), {
    replace: true,
    signal: stop.signal,
    onChecked: async () => {
      const go = permission();
      go.catch(() => {}); // it may be refused before it is awaited
      await send({ step: 'checked' });
      await go;
    },
    onCommit: () => {
      onCommit();
      void send({ step: 'committed' });
    },
    onLoaded: (tx, { createdAt }) => logRestore(tx, task, createdAt),
  });
}

async function run(task: BackupTask): Promise<BackupReply> {
  const { dataDir, databaseUrl } = task;
  let isReplaced = false;
  const database = await openSiteDatabase({ dataDir, databaseUrl, busyTimeoutMs, maxConnections: 3 });
  try {
    if (task.kind === 'write') await write(database, task, task.name);
    else await restore(database, task, () => (isReplaced = true));
    return { step: 'done' };
  } catch (error) {
    const isExplained = error instanceof BackupError || error instanceof ConflictError;
    // Messages of commands name the whole path.
    const reason = messageOf(error).replaceAll(backupPath(dataDir, ''), '').slice(0, 500);
    return {
      fault:
        isExplained || task.kind === 'write'
          ? reason
          : isReplaced
            ? `The backup is restored, but not all work after it is done: ${reason}`
            : `The backup could not be restored, and nothing was changed: ${reason}`,
      final: isExplained,
    };
  } finally {
    await database.close();
  }
}

process.once('message', (task: BackupTask) => {
  // Visitors' requests take precedence. A restore is waited for.
  if (task.kind === 'write') setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
  run(task)
    .catch((error: unknown): BackupReply => ({ fault: messageOf(error), final: false }))
    .then(send)
    .then(
      () => process.exit(),
      () => process.exit(1),
    );
});
