import { noteChange } from '../../kernel/command.ts';
import type { Database, Tx } from '../../kernel/db/open-database.ts';
import { enqueueJobs, listJobs } from '../../kernel/jobs/store.ts';
import { demand } from '../../kernel/permission.ts';
import type { Actor } from '../../kernel/permission.ts';
import { BackupError, BroadsheetError, ConflictError, InvalidInputError } from '../../lib/errors.ts';
import type { PartFile } from '../../kernel/part-files.ts';
import { readSettings } from '../settings/index.ts';
import { backupJob } from './backup-job.ts';
import {
  isRestoring,
  listBackups,
  maxBackups,
  placeUploaded,
  readRestoreState,
  removeBackup,
} from './backup-files.ts';
import type { BackupFile } from './backup-files.ts';
import { seeBackups, useBackups } from './policy.ts';
import type { RestoreRequest } from './restore-request.ts';

/**
 * Throws `ConflictError` when the site has the most backups that it stores. Reads the folder, so call it before the
 * transaction.
 */
export async function checkCount(dataDir: string): Promise<void> {
  const count = (await listBackups(dataDir)).filter(({ kind }) => kind !== 'daily').length;
  if (count >= maxBackups)
    throw new ConflictError(
      `The server stores ${maxBackups} backups at most, besides daily ones. Download and delete some first.`,
      'too_many_backups',
    );
}

/** Enqueues a backup. Throws `ConflictError` if one is being written. */
export async function startBackup(tx: Tx, actor: Actor | undefined): Promise<void> {
  demand(useBackups, actor, undefined);
  const jobs = await listJobs(tx.db, { kind: backupJob.name });
  if (jobs.some(({ key, dueAt }) => key === 'manual' && dueAt > 0))
    throw new ConflictError('A backup is already being written.', 'backup_running');
  await enqueueJobs(tx, backupJob, [{ key: 'manual', payload: { kind: 'manual', by: actor.id } }]);
}

/** Throws `ConflictError` while a backup is being restored: any, or the one of this name. */
export async function refuseWhileRestoring(dataDir: string, name?: string): Promise<void> {
  const state = await readRestoreState(dataDir);
  if (!isRestoring(state) || (name !== undefined && state?.name !== name)) return;
  throw new ConflictError(
    name === undefined ? 'A backup is already being restored.' : 'This backup is being restored.',
    'restore_running',
  );
}

/** Logs the deletion of a backup; its file may be deleted after the commit. */
export async function deleteBackup(
  tx: Tx,
  actor: Actor | undefined,
  { name, kind }: Pick<BackupFile, 'name' | 'kind'>,
): Promise<void> {
  demand(useBackups, actor, undefined);
  await noteChange(tx, actor, {
    verb: 'delete',
    kind: 'site',
    itemId: 0,
    summary: `backup ${name} (${kind})`,
  });
}

/** Logs a download, before its first byte is sent. */
export async function downloadBackup(
  tx: Tx,
  actor: Actor | undefined,
  { name }: Pick<BackupFile, 'name'>,
): Promise<void> {
  demand(useBackups, actor, undefined);
  await noteChange(tx, actor, {
    verb: 'update',
    kind: 'site',
    itemId: 0,
    summary: `backup ${name} downloaded`,
  });
}

/**
 * Adds an uploaded file to the backups. The route demanded `useBackups` before the upload, which may outlast the proof.
 * Throws `BackupError` for files that are no backups, `ConflictError` if there are too many.
 */
export async function addUploadedBackup(
  { write }: Pick<Database, 'write'>,
  actor: Actor | undefined,
  { part, name: sentName }: { readonly part: PartFile; readonly name: string },
  dataDir: string,
): Promise<BackupFile> {
  demand(seeBackups, actor, undefined);
  await checkCount(dataDir);
  const file = await placeUploaded(dataDir, part, sentName).catch((error: unknown) => {
    if (error instanceof BackupError) throw new BroadsheetError(400, 'not_a_backup', error.message);
    throw error;
  });
  const { name } = file;
  const change = { verb: 'create', kind: 'site', itemId: 0, summary: `backup ${name} uploaded` } as const;
  try {
    await write((tx) => noteChange(tx, actor, change));
  } catch (error) {
    await removeBackup(dataDir, name);
    throw error;
  }
  return file;
}

export interface RestoreInput {
  readonly name: string;
  /** The site's title or host name, as a confirmation. */
  readonly confirmation: string;
  readonly backsUpFirst: boolean;
}

/**
 * Authorizes, confirms and logs a restore of the running site. Throws `InvalidInputError` for a wrong confirmation,
 * `ConflictError` during an import, which would continue in the restored site.
 */
export async function startRestore(
  tx: Tx,
  actor: Actor | undefined,
  { name, confirmation, backsUpFirst }: RestoreInput,
  siteUrl: string,
): Promise<RestoreRequest> {
  demand(useBackups, actor, undefined);
  const { settings } = await readSettings(tx.db);
  const accepted = [settings.blogname, new URL(siteUrl).hostname, new URL(siteUrl).host];
  if (!accepted.some((text) => isSameText(text, confirmation))) {
    const message = `Enter the site title “${settings.blogname}” or “${new URL(siteUrl).hostname}” to confirm.`;
    throw new InvalidInputError(message, 'restore_not_confirmed', { confirmation: message });
  }
  const [job] = await listJobs(tx.db, { kind: importJobName, limit: 1 });
  if (job && (job.isClaimed || job.dueAt > 0))
    throw new ConflictError('An import is running. Stop it, or wait until it is done.', 'import_running');
  await noteChange(tx, actor, {
    verb: 'restore',
    kind: 'site',
    itemId: 0,
    summary: `restore of ${name} begun`,
  });
  return { name, backsUpFirst, by: { id: actor.id, login: actor.login, displayName: actor.displayName } };
}

/** The module of imports depends on many others. */
const importJobName = 'import';

const isSameText = (one: string, other: string) =>
  one.trim() !== '' && one.trim().toLowerCase() === other.trim().toLowerCase();
