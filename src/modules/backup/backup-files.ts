import { chmod, mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { isRunning, moveFile } from '../../kernel/part-files.ts';
import type { PartFile } from '../../kernel/part-files.ts';
import { BackupError } from '../../lib/errors.ts';
import { readStored } from '../../lib/schemas.ts';
import {
  assertRestorable,
  manifestName,
  manifestSchema,
  maxManifestBytes,
  readArchive,
  textOf,
} from './archive.ts';

/** The job's key is the kind of its backup. */
export const backupJobName = 'backup';
export const dailyQueueName = 'backup-daily';
export const backupKinds = ['manual', 'daily', 'before-restore', 'uploaded'] as const;
export type BackupKind = (typeof backupKinds)[number];

export interface BackupFile {
  readonly name: string;
  readonly kind: BackupKind;
  /** When it was begun or uploaded, in milliseconds since the epoch. */
  readonly at: number;
  readonly bytes: number;
}

/** Backups other than daily ones that a site can have; daily ones have their own setting. */
export const maxBackups = 30;

/** Next to the media folder, which is public. */
export const backupFolder = (dataDir: string): string => join(dataDir, 'backups');
export const backupPath = (dataDir: string, name: string): string => join(backupFolder(dataDir), name);

const namePattern =
  /^broadsheet-(\d{4})(\d\d)(\d\d)-(\d\d)(\d\d)(\d\d)(\d{3})-(manual|daily|before-restore|uploaded)\.tar\.gz$/;

/** A name of the server's own choice; no other names are listed, downloaded or deleted. */
export function newBackupName(kind: BackupKind, now = Date.now()): string {
  const stamp = new Date(now).toISOString().slice(0, 23).replaceAll(/[-:.]/g, '').replace('T', '-');
  return `broadsheet-${stamp}-${kind}.tar.gz`;
}

function factsIn(name: string): Pick<BackupFile, 'name' | 'kind' | 'at'> | undefined {
  const match = namePattern.exec(name);
  if (!match) return undefined;
  const [, year, month, day, hour, minute, second, ms, kind] = match;
  const at = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}.${ms}Z`);
  const known = backupKinds.find((one) => one === kind);
  return known && !Number.isNaN(at) ? { name, kind: known, at } : undefined;
}

/** A complete backup; undefined for an unknown name. */
export async function findBackup(dataDir: string, name: string): Promise<BackupFile | undefined> {
  const facts = factsIn(name);
  const found = facts && (await stat(backupPath(dataDir, name)).catch(() => undefined));
  return facts && found?.isFile() ? { ...facts, bytes: found.size } : undefined;
}

/** Complete backups, newest first. */
export async function listBackups(dataDir: string): Promise<BackupFile[]> {
  const names = await readdir(backupFolder(dataDir)).catch(() => []);
  const found = await Promise.all(names.map((name) => findBackup(dataDir, name)));
  return found.filter((file) => file !== undefined).toSorted((a, b) => b.at - a.at);
}

export async function makeBackupFolder(dataDir: string): Promise<void> {
  await mkdir(backupFolder(dataDir), { recursive: true, mode: 0o700 });
}

export async function removeBackup(dataDir: string, name: string): Promise<void> {
  await rm(backupPath(dataDir, name), { force: true });
}

/** Deletes the oldest daily backups beyond `most`, except one that is being restored; returns their names. */
export async function removeOldDaily(dataDir: string, most: number): Promise<string[]> {
  const state = await readRestoreState(dataDir);
  const restored = isRestoring(state) ? state?.name : undefined;
  const old = (await listBackups(dataDir))
    .filter(({ kind }) => kind === 'daily')
    .slice(most)
    .filter(({ name }) => name !== restored);
  for (const { name } of old) await removeBackup(dataDir, name);
  return old.map(({ name }) => name);
}

const partEnding = '.part';

/** Bytes of the backup of a kind that is being written; 0 if none is. */
export async function writtenBytes(dataDir: string, kind: BackupKind): Promise<number> {
  const names = await readdir(backupFolder(dataDir)).catch(() => []);
  const parts = names.filter((name) => name.endsWith(`-${kind}.tar.gz${partEnding}`)).toSorted();
  const part = parts.at(-1);
  return part === undefined ? 0 : ((await stat(backupPath(dataDir, part)).catch(() => undefined))?.size ?? 0);
}

/** Milliseconds after which a part that doesn't grow belongs to a process that was killed. */
const abandonedAfterMs = 10 * 60_000;

export async function removeAbandonedParts(dataDir: string, now = Date.now()): Promise<void> {
  const names = await readdir(backupFolder(dataDir)).catch(() => []);
  for (const name of names.filter((one) => /\.part(?:\.new)?$/.test(one))) {
    const found = await stat(backupPath(dataDir, name)).catch(() => undefined);
    if (found && now - found.mtimeMs > abandonedAfterMs) await removeBackup(dataDir, name);
  }
}

/** Removes what a killed process left of this backup. */
export async function removePartOf(dataDir: string, name: string): Promise<void> {
  await removeBackup(dataDir, `${name}${partEnding}`);
}

/** Lists an uploaded file as a backup, if it begins like one that this version restores. Throws `BackupError`. */
export async function placeUploaded(dataDir: string, part: PartFile, shownName: string): Promise<BackupFile> {
  await checkBeginning(part.path).catch((error: unknown) => {
    throw error instanceof BackupError
      ? new BackupError(error.message.replaceAll(part.path, shownName), { cause: error })
      : error;
  });
  await makeBackupFolder(dataDir);
  const name = newBackupName('uploaded');
  const path = backupPath(dataDir, name);
  await moveFile(part.path, `${path}${partEnding}`);
  await chmod(`${path}${partEnding}`, 0o600);
  await rename(`${path}${partEnding}`, path);
  return { name, kind: 'uploaded', at: factsIn(name)?.at ?? 0, bytes: part.bytes };
}

class Begun extends Error {}

async function checkBeginning(path: string): Promise<void> {
  const no = new BackupError(`${path} is no backup of Broadsheet.`);
  try {
    await readArchive(path, async ({ name, stream }) => {
      const parsed =
        name === manifestName
          ? manifestSchema.safeParse(parsedOrNull(await textOf(stream, maxManifestBytes)))
          : undefined;
      if (!parsed?.success) throw no;
      assertRestorable(parsed.data);
      throw new Begun();
    });
  } catch (error) {
    if (error instanceof Begun) return;
    throw error;
  }
  throw no;
}

function parsedOrNull(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null; // the schema refuses it
  }
}

const restoreSteps = ['backing-up', 'checking', 'replacing', 'done', 'failed'] as const;
const stateSchema = z.object({
  step: z.enum(restoreSteps),
  /** The restored backup. */
  name: z.string(),
  by: z.string(),
  /** Milliseconds since the epoch, of the step. */
  at: z.number(),
  message: z.string(),
  /** The server's process, to recognize steps of a server that was killed. */
  pid: z.number(),
});
export type RestoreState = z.output<typeof stateSchema>;

const statePath = (dataDir: string) => backupPath(dataDir, 'restore.json');

/** Milliseconds after the last sign of life of the server when a restore has ended: its process id may be reused. */
const silentMs = 60_000;

/** The current or last restore; in a file, because the database is replaced. */
export async function readRestoreState(dataDir: string): Promise<RestoreState | undefined> {
  const path = statePath(dataDir);
  const text = await readFile(path, 'utf8').catch(() => '');
  const state = readStored(stateSchema.optional(), text === '' ? 'null' : text, undefined);
  if (!state || !isRestoring(state)) return state;
  const found = await stat(path).catch(() => undefined);
  const isSilent = found !== undefined && Date.now() - found.mtimeMs > silentMs;
  return isSilent || !isRunning(state.pid) ? endedBy(state) : state;
}

/** A sign of life of the server that restores; works on a full disk. */
export async function touchRestoreState(dataDir: string): Promise<void> {
  const now = new Date();
  await utimes(statePath(dataDir), now, now);
}

export async function removeRestoreState(dataDir: string): Promise<void> {
  await rm(statePath(dataDir), { force: true });
}

/** A restore whose server was killed. */
const endedBy = (state: RestoreState): RestoreState => ({
  ...state,
  step: 'failed',
  message:
    state.step === 'replacing'
      ? 'The server was stopped while it replaced the site. Its next start completed the restore or reverted it.'
      : 'The server was stopped before the restore began. Nothing was changed.',
});

/** `pid`: the server's process, which the restore doesn't outlast. */
export async function writeRestoreState(
  dataDir: string,
  state: Omit<RestoreState, 'at' | 'pid'>,
  pid = process.pid,
): Promise<void> {
  await makeBackupFolder(dataDir);
  const path = statePath(dataDir);
  const text = JSON.stringify({ ...state, at: Date.now(), pid });
  await writeFile(`${path}.new`, text, { mode: 0o600 });
  await rename(`${path}.new`, path);
}

/** Whether a restore is running. */
export function isRestoring(state: RestoreState | undefined): boolean {
  return state !== undefined && !['done', 'failed'].includes(state.step);
}

/**
 * For the start of a server: abandoned parts are removed, and a restore with this process' id, which repeats in a
 * container, has ended.
 */
export async function endFormerRestore(dataDir: string): Promise<void> {
  await removeAbandonedParts(dataDir);
  const state = await readRestoreState(dataDir);
  if (state && isRestoring(state) && state.pid === process.pid)
    await writeRestoreState(dataDir, endedBy(state));
}
