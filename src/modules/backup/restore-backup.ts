import { randomBytes } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, readdir, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { sql } from 'kysely';
import type { z } from 'zod';
import { stopRestoredMessages } from '../push/index.ts';
import { clearSearchIndex, rebuildSearchIndex } from '../search/index.ts';
import { migrate, oldestSchema, schemaVersion, upgradeVersion } from '../../kernel/db/migrate.ts';
import type { Database, Tx } from '../../kernel/db/open-database.ts';
import { BackupError, BroadsheetError, ConflictError, UnavailableError } from '../../lib/errors.ts';
import { removeJobs } from '../../kernel/jobs/store.ts';
import { describeFileFault, freeBytesOf, nameInstead } from '../../lib/files.ts';
import { isKeysFile, keysName } from '../../lib/keys.ts';
import { lockRestore } from './restore-lock.ts';
import { endRestore, markRestore, newKeysOf, settleLocked, swapFiles } from './finish-restore.ts';
import type { RestoreTarget, SwappedFiles } from './finish-restore.ts';
import { backupJobName, backupKinds } from './backup-files.ts';
import {
  assertRestorable,
  completeName,
  completeSchema,
  derivedTables,
  manifestName,
  manifestSchema,
  maxManifestBytes,
  mediaFolder,
  numberedTables,
  restoredTables,
  tableOf,
  tablesIn,
  readArchive,
  textOf,
} from './archive.ts';
import type { Complete, Manifest, Row, TableName } from './archive.ts';
import { htmlToText } from '../../lib/plain-text.ts';

/** Bound values per INSERT; SQLite allows 32,766, PostgreSQL 65,535. */
const valuesAtOnce = 30_000;

export interface RestoreReport {
  readonly manifest: Manifest;
  readonly rows: Readonly<Record<string, number>>;
  readonly files: number;
  readonly indexed: number;
}

export interface RestoreOptions {
  readonly replace?: boolean;
  readonly onCommit?: () => void;
  /** Told what became of an earlier restore that was killed. */
  readonly onSettled?: (line: string) => void;
  /** Called after the whole file was checked, before anything changes. */
  readonly onChecked?: () => Promise<void>;
  /** Writes in the transaction that replaces the site. */
  readonly onLoaded?: (tx: Tx, manifest: Manifest) => Promise<void>;
  /** Aborts without changes before the commit; ignored afterwards. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Atomically replaces the site with a backup, from either kind of database. Reads and checks the whole file first.
 * Throws `BackupError` for unusable files, `ConflictError` if the target isn't empty or another restore runs.
 */
export async function restoreBackup(
  { database, dataDir }: RestoreTarget,
  file: string,
  {
    replace = false,
    onCommit = () => {},
    onSettled = () => {},
    onChecked,
    onLoaded,
    signal,
  }: RestoreOptions = {},
): Promise<RestoreReport> {
  const unpacked = join(dataDir, `${unpackedStart}${randomBytes(4).toString('hex')}`);
  let isChanged = false;
  let unlock: (() => Promise<void>) | undefined;
  try {
    unlock = await lockRestore(dataDir);
    await settleLocked({ database, dataDir }, onSettled);
    await removeUnpacked(dataDir);
    const checked = await unpack(file, unpacked, signal);
    const isNew = await checkTarget(database, checked.manifest, replace);
    await onChecked?.();
    let swapped: SwappedFiles | undefined;
    try {
      await database.write(async (tx) => {
        if (isNew) await migrate(tx.db, tx.dialect, checked.manifest.schema); // rolled back if the rows can't be loaded
        await empty(tx);
        await load(tx, file, checked, signal);
        await markRestore(tx, unpacked);
        await removeJobs(tx, { name: backupJobName }, backupKinds); // the backup contains the job that wrote it
        const hasNotes = (await tablesIn(tx.db)).has('push_note');
        await stopRestoredMessages(tx, { now: Date.now(), hasNotes });
        await clearSearchIndex(tx); // its entries are those of the replaced site
        await onLoaded?.(tx, checked.manifest);
        throwIfStopped(signal);
        swapped ??= await swapFiles(dataDir, unpacked, checked.keys); // the last step that can fail before the commit
        tx.emit('*', 'remove');
      });
    } catch (error) {
      if (!(await swapped?.isCommitted(database))) {
        await swapped?.undo();
        throw error;
      }
    }
    isChanged = true;
    onCommit();
    await swapped?.forgetOld();
    await database.migrate();
    const indexed = await rebuildSearchIndex(database);
    for (const statement of database.dialect.afterBulk) await sql.raw(statement).execute(database.read);
    await endRestore({ database, dataDir }, unpacked);
    return {
      manifest: checked.manifest,
      rows: checked.complete.rows,
      files: checked.complete.files,
      indexed,
    };
  } catch (error) {
    const fault = error instanceof UnavailableError ? error.cause : error;
    nameInstead(fault, unpacked, join(dataDir, mediaFolder));
    nameInstead(fault, newKeysOf(unpacked), join(dataDir, keysName));
    const reason = fault instanceof BroadsheetError ? undefined : describeFileFault(fault);
    if (reason === undefined) throw error;
    throw new BackupError(
      isChanged
        ? `The backup ${file} is restored, but its search index is not made yet: run reindex once this is mended. ${reason}`
        : `The backup ${file} could not be restored, and nothing was changed. ${reason}`,
      { cause: error },
    );
  } finally {
    await rm(unpacked, { recursive: true, force: true });
    await unlock?.();
  }
}

function throwIfStopped(stopped: AbortSignal | undefined): void {
  if (stopped?.aborted) throw new BackupError('The restore was stopped, and nothing was changed.');
}

const unpackedStart = `${mediaFolder}.restoring-`;

/** Removes leftovers of killed restores, except replaced sites' files (`….before`). */
async function removeUnpacked(dataDir: string): Promise<void> {
  const names = await readdir(dataDir);
  const left = names.filter(
    (name) =>
      name.startsWith(unpackedStart) && /^[\da-f]{8}(?:\.json)?$/.test(name.slice(unpackedStart.length)),
  );
  await Promise.all(left.map((name) => rm(join(dataDir, name), { recursive: true, force: true })));
}

interface Unpacked {
  readonly manifest: Manifest;
  readonly complete: Complete;
  readonly keys: string;
}

async function unpack(file: string, folder: string, signal: AbortSignal | undefined): Promise<Unpacked> {
  let manifest: Manifest | undefined;
  let complete: Complete | undefined;
  let keys: string | undefined;
  let files = 0;
  const rows: Record<string, number> = Object.fromEntries(restoredTables.map((table) => [table, 0]));
  await mkdir(folder, { recursive: true });
  let room = (await freeBytesOf(dirname(folder))) - spareBytes;
  await readArchive(file, async ({ name, bytes, stream }) => {
    throwIfStopped(signal);
    room -= bytes;
    if (room < 0) throw noRoom(file);
    if (name === manifestName) {
      manifest = parse(file, manifestSchema, name, await textOf(stream, maxManifestBytes));
      assertRestorable(manifest);
      return;
    }
    if (!manifest)
      throw new BackupError(`${file} does not begin with ${manifestName}; it is no backup of Broadsheet.`);
    const table = tableOf(name);
    if (table !== undefined)
      rows[table] = (rows[table] ?? 0) + rowsIn(file, name, await textOf(stream)).length;
    else if (name === keysName) keys = checkedKeys(file, await textOf(stream));
    else if (name === completeName) complete = parse(file, completeSchema, name, await textOf(stream));
    else if (name.startsWith(`${mediaFolder}/`)) {
      const target = join(folder, ...safePath(file, name.slice(mediaFolder.length + 1)));
      await mkdir(dirname(target), { recursive: true });
      await pipeline(stream, createWriteStream(target, { flush: true }), { signal });
      files++;
    } else
      throw new BackupError(
        `${file} holds "${name}", which this Broadsheet does not know. It was made by a newer one, or changed.`,
      );
  });
  if (!manifest || !complete || keys === undefined)
    throw new BackupError(`${file} is cut off: its end is missing. Take another copy of it.`);
  const mismatch = Object.entries(complete.rows).find(([table, count]) => rows[table] !== count);
  if (mismatch) {
    throw new BackupError(
      `${file} is damaged: it holds ${rows[mismatch[0]] ?? 0} rows of "${mismatch[0]}" and should hold ${mismatch[1]}. Take another copy of it.`,
    );
  }
  if (complete.files !== files) {
    throw new BackupError(
      `${file} is damaged: it holds ${files} files and should hold ${complete.files}. Take another copy of it.`,
    );
  }
  return { manifest, complete, keys };
}

/** Free disk space to leave next to the unpacked files, in bytes. */
const spareBytes = 100 * 2 ** 20;
const noRoom = (file: string) =>
  new BackupError(
    `${file} could not be restored, and nothing was changed. The disk of DATA_DIR has no room for it. Free some space, then try again.`,
  );

/** With other keys the server would not start. */
function checkedKeys(file: string, text: string): string {
  if (isKeysFile(text)) return text;
  throw new BackupError(`${file}: ${keysName} contains no keys. Take another copy of it.`);
}

function parse<Shape>(file: string, schema: z.ZodType<Shape>, name: string, text: string): Shape {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new BackupError(`${file}: ${name} is no JSON; it is no backup of Broadsheet.`, { cause: error });
  }
  const parsed = schema.safeParse(value);
  if (!parsed.success)
    throw new BackupError(
      `${file}: ${name} is not as this Broadsheet writes it; the backup was made by a newer one, or changed.`,
    );
  return parsed.data;
}

function safePath(file: string, path: string): string[] {
  const parts = path.split('/');
  if (
    parts.some(
      (part) => part === '' || part === '.' || part === '..' || part.includes('\\') || part.includes('\0'),
    )
  ) {
    throw new BackupError(`${file} contains the unsafe path "${path}"; it is not a Broadsheet backup.`);
  }
  return parts;
}

function rowsIn(file: string, name: string, text: string): Row[] {
  return text
    .split('\n')
    .filter(Boolean)
    .map((line) => {
      try {
        const row: unknown = JSON.parse(line);
        if (isRow(row)) return row;
      } catch (error) {
        throw new BackupError(`${file}: ${name} holds a line that is no JSON. Take another copy of it.`, {
          cause: error,
        });
      }
      throw new BackupError(`${file}: ${name} holds a line that is no row. Take another copy of it.`);
    });
}

function isRow(value: unknown): value is Row {
  return (
    typeof value === 'object' &&
    value !== null &&
    !Array.isArray(value) &&
    Object.values(value).every(
      (field) => field === null || typeof field === 'string' || typeof field === 'number',
    )
  );
}

/** Whether the database is new, without tables. Throws for one with another schema or with content. */
async function checkTarget(database: Database, manifest: Manifest, replace: boolean): Promise<boolean> {
  const current = await schemaVersion(database.read);
  if (current === 0) return true;
  if (current < oldestSchema) {
    throw new BackupError(
      `The database in place has schema ${current}, this Broadsheet opens ${oldestSchema} and later. Restore into a new one (another DATA_DIR or ` +
        `DATABASE_URL), or start Broadsheet ${upgradeVersion} on it once before.`,
    );
  }
  if (current !== manifest.schema) {
    throw new BackupError(
      `The backup has schema ${manifest.schema}, the database in place ${current}. Restore into a new one (another DATA_DIR or DATABASE_URL): ` +
        'it is brought to the newest schema afterwards.',
    );
  }
  const post = replace
    ? undefined
    : await database.read.selectFrom('post').select('title').limit(1).executeTakeFirst();
  if (post) {
    throw new ConflictError(
      `This site is not empty (it has "${htmlToText(post.title)}"). Restore into a new DATA_DIR or DATABASE_URL, or add --replace to put the backup in its place.`,
    );
  }
  return false;
}

/** PostgreSQL's `lock_not_available`. */
const lockTimeout = '55P03';
const tablesInUse = (cause: unknown) =>
  new BackupError(
    'The backup could not be restored, and nothing was changed: another process has been writing to the database for a minute. Stop it, then try again.',
    { cause },
  );

async function empty(tx: Tx): Promise<void> {
  const tables = await tablesIn(tx.db);
  // Other processes wait to write until the site is replaced, instead of adding rows to the new one.
  const locked = [...restoredTables, ...derivedTables].filter((name) => tables.has(name));
  if (tx.dialect.rowLocks && locked.length > 0) {
    await sql`set local lock_timeout = '60s'`.execute(tx.db); // the site is closed while it waits
    const names = sql.join(locked.map((table) => sql.table(table)));
    await sql`lock table ${names} in exclusive mode`.execute(tx.db).catch((error: unknown) => {
      throw (error as { readonly code?: unknown }).code === lockTimeout ? tablesInUse(error) : error;
    });
  }
  for (const table of [...restoredTables, ...derivedTables].filter((name) => tables.has(name)))
    await sql`delete from ${sql.table(table)}`.execute(tx.db);
}

async function load(
  tx: Tx,
  file: string,
  { manifest, complete }: Unpacked,
  signal: AbortSignal | undefined,
): Promise<void> {
  const loaded: Partial<Record<TableName, number>> = {};
  await readArchive(file, async ({ name, stream }) => {
    throwIfStopped(signal);
    const table = tableOf(name);
    if (table === undefined) return;
    const rows = rowsIn(file, name, await textOf(stream));
    await insert(tx, table, rows);
    loaded[table] = (loaded[table] ?? 0) + rows.length;
  });
  if (restoredTables.some((table) => (loaded[table] ?? 0) !== (complete.rows[table] ?? 0))) {
    throw new BackupError(`${file} changed while it was read; nothing was restored.`);
  }
  const tables = await tablesIn(tx.db);
  for (const table of numberedTables.filter((name) => tables.has(name))) {
    const {
      rows: [newest],
    } = await sql<{ id: number | null }>`select max(id) as id from ${sql.table(table)}`.execute(tx.db);
    // Only increases ids: PostgreSQL doesn't roll back sequences.
    const last = Math.max(Number(newest?.id ?? 0), manifest.ids[table] ?? 0);
    for (const statement of last === 0 ? [] : tx.dialect.reserveIds(table, last))
      await sql.raw(statement).execute(tx.db);
  }
}

async function insert(tx: Tx, table: TableName, rows: readonly Row[]): Promise<void> {
  const columns = Object.keys(rows[0] ?? {});
  const rowsAtOnce = Math.max(1, Math.floor(valuesAtOnce / Math.max(1, columns.length)));
  for (let at = 0; at < rows.length; at += rowsAtOnce) {
    const values = rows
      .slice(at, at + rowsAtOnce)
      .map((row) => sql`(${sql.join(columns.map((column) => withoutNul(row[column] ?? null)))})`);
    await sql`insert into ${sql.table(table)} (${sql.join(columns.map((column) => sql.ref(column)))}) values ${sql.join(values)}`.execute(
      tx.db,
    );
  }
}

/** PostgreSQL doesn't allow NUL in strings; in SQLite it is invisible. */
function withoutNul(value: string | number | null): string | number | null {
  return typeof value === 'string' ? value.replaceAll('\0', '') : value;
}
