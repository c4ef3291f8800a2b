import { createWriteStream, existsSync } from 'node:fs';
import type { Stats } from 'node:fs';
import { open, opendir, readFile, realpath, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { sql } from 'kysely';
import { pack } from 'tar-stream';
import type { Header, Pack } from 'tar-stream';
import { schemaVersion } from '../../kernel/db/migrate.ts';
import type { Database, Reader } from '../../kernel/db/open-database.ts';
import { BackupError } from '../../lib/errors.ts';
import { describeFileFault, nameInstead, syncFolder } from '../../lib/files.ts';
import { keysName } from '../../lib/keys.ts';
import {
  completeName,
  backupTables,
  manifestName,
  mediaFolder,
  numberedTables,
  tablesIn,
} from './archive.ts';
import type { Complete, Manifest, Row, TableName } from './archive.ts';

/** Rows per query, and characters of JSON per part. */
const rowsAtOnce = 200;
const charactersOfPart = 4_000_000;
/** Text shrinks to a third at any level; images don't shrink. */
const gzipLevel = 4;

export interface BackupReport {
  readonly rows: Readonly<Record<string, number>>;
  readonly files: number;
  /** Media files deleted during the backup, and dangling links. */
  readonly vanished: readonly string[];
  readonly bytes: number;
}

export interface BackupSource {
  readonly database: Database;
  readonly dataDir: string;
  readonly siteUrl: string;
}

/**
 * Writes the site to one file: a database snapshot, media, settings and keys; writes can continue. The file is
 * owner-readable and appears once complete; after a failure or `signal`, nothing is left. Throws `BackupError`.
 */
export async function writeBackup(
  { database, dataDir, siteUrl }: BackupSource,
  file: string,
  signal?: AbortSignal,
): Promise<BackupReport> {
  const partial = `${file}.part`;
  const archive = pack();
  const written = pipeline(
    archive,
    createGzip({ level: gzipLevel }),
    createWriteStream(partial, { mode: 0o600, flush: true }),
    { signal },
  );
  try {
    const [report] = await Promise.all([
      fill(archive, { database, dataDir, siteUrl }).catch((error: unknown) => {
        archive.destroy(error instanceof Error ? error : new Error(String(error)));
        throw error;
      }),
      written,
    ]);
    await rename(partial, file);
    await syncFolder(dirname(file));
    return { ...report, bytes: (await stat(file)).size };
  } catch (error) {
    await written.catch(() => {}); // throws the same error; the file must be closed before it is removed
    await rm(partial, { force: true }).catch(() => {}); // if it couldn't be created, there is nothing to remove
    nameInstead(error, partial, file);
    const reason = signal?.aborted ? undefined : describeUnmade(error, file);
    throw reason === undefined
      ? error
      : new BackupError(`The backup ${file} could not be made, and nothing of it is left. ${reason}`, {
          cause: error,
        });
  }
}

/** A folder that doesn't accept files (`/proc`) fails with ENOENT, as if it didn't exist. */
function describeUnmade(error: unknown, file: string): string | undefined {
  const { code, path } = error as NodeJS.ErrnoException;
  return code === 'ENOENT' && path === file && existsSync(dirname(file))
    ? `No file can be made in ${dirname(file)}: name another place.`
    : describeFileFault(error);
}

async function fill(
  archive: Pack,
  { database, dataDir, siteUrl }: BackupSource,
): Promise<Omit<BackupReport, 'bytes'>> {
  const rows: Record<string, number> = {};
  await database.snapshot(async (read) => {
    const tables = await tablesIn(read);
    const manifest: Manifest = {
      format: 'broadsheet-backup',
      version: 1,
      schema: await schemaVersion(read),
      createdAt: new Date().toISOString(),
      siteUrl,
      database: database.dialect.name,
      ids: await lastIds(
        read,
        database,
        numberedTables.filter((table) => tables.has(table)),
      ),
    };
    await addText(archive, manifestName, JSON.stringify(manifest));
    for (const [table, key] of backupTables)
      rows[table] = tables.has(table) ? await addTable(archive, read, table, key) : 0;
  });
  // After the rows, so that all files of the snapshot's rows exist.
  const { files, vanished } = await addMedia(archive, join(dataDir, mediaFolder));
  await addText(archive, keysName, await readFile(join(dataDir, keysName), 'utf8'));
  const complete: Complete = { rows, files };
  await addText(archive, completeName, JSON.stringify(complete));
  archive.finalize();
  return { rows, files, vanished };
}

async function lastIds(
  read: Reader,
  { dialect }: Database,
  tables: readonly TableName[],
): Promise<Record<string, number>> {
  const ids: Record<string, number> = {};
  for (const table of tables) {
    const {
      rows: [last],
    } = await sql.raw<{ id: number | null }>(dialect.lastId(table)).execute(read);
    ids[table] = Number(last?.id ?? 0);
  }
  return ids;
}

async function addText(archive: Pack, name: string, text: string): Promise<void> {
  await addEntry(archive, { name, mode: 0o600 }, text);
}

/** An entry emits archive errors as events, too; without a handler they would end the process. */
function addEntry(
  archive: Pack,
  header: Partial<Header> & Pick<Header, 'name'>,
  text: string,
): Promise<void> {
  return new Promise<void>((resolve, reject) => {
    archive.entry(header, text, (error) => (error ? reject(error) : resolve())).on('error', reject);
  });
}

async function addTable(
  archive: Pack,
  read: Reader,
  table: TableName,
  key: readonly string[],
): Promise<number> {
  let total = 0;
  let parts = 0;
  let part = '';
  const flush = async () => {
    if (part !== '')
      await addText(archive, `database/${table}/${String(++parts).padStart(6, '0')}.ndjson`, part);
    part = '';
  };
  const columns = sql.join(key.map((column) => sql.ref(column)));
  for (let last: Row | undefined; ; ) {
    const after =
      last === undefined
        ? sql``
        : sql`where (${columns}) > (${sql.join(key.map((column) => last?.[column]))})`;
    const { rows } =
      await sql<Row>`select * from ${sql.table(table)} ${after} order by ${columns} limit ${sql.lit(rowsAtOnce)}`.execute(
        read,
      );
    for (const row of rows) {
      part += `${JSON.stringify(row)}\n`;
      if (part.length > charactersOfPart) await flush();
    }
    total += rows.length;
    last = rows.at(-1);
    if (rows.length < rowsAtOnce) break;
  }
  await flush();
  return total;
}

async function addMedia(archive: Pack, folder: string): Promise<{ files: number; vanished: string[] }> {
  let files = 0;
  const vanished: string[] = [];
  for await (const path of filesBelow(folder, '')) {
    try {
      await addFile(archive, join(folder, path), `${mediaFolder}/${path}`);
      files++;
    } catch (error) {
      if (!isMissing(error)) throw error;
      vanished.push(path);
    }
  }
  return { files, vanished };
}

const isMissing = (error: unknown) =>
  ['ENOENT', 'ELOOP'].includes((error as NodeJS.ErrnoException).code ?? '');

/**
 * Paths in `folder`, separated by `/`, without files being written (names with a leading dot). Follows links, as the
 * file server does, but not into a parent folder (`above`).
 */
async function* filesBelow(
  folder: string,
  below: string,
  above: readonly string[] = [],
): AsyncGenerator<string> {
  let entries;
  let place;
  try {
    place = await realpath(join(folder, below));
    if (above.includes(place)) return;
    entries = await opendir(place);
  } catch (error) {
    if (isMissing(error)) return;
    throw error;
  }
  for await (const entry of entries) {
    if (entry.name.startsWith('.')) continue;
    const path = below === '' ? entry.name : `${below}/${entry.name}`;
    const found = entry.isSymbolicLink() ? await targetOf(join(folder, path)) : entry;
    if (found?.isDirectory()) yield* filesBelow(folder, path, [...above, place]);
    else if (!found || found.isFile()) yield path;
  }
}

async function targetOf(link: string): Promise<Stats | undefined> {
  try {
    return await stat(link);
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

async function addFile(archive: Pack, file: string, name: string): Promise<void> {
  const handle = await open(file, 'r');
  try {
    const { size, mtime } = await handle.stat();
    if (size === 0) {
      await addEntry(archive, { name, mtime, size: 0 }, '');
      return;
    }
    const entry = archive.entry({ name, mtime, size });
    // A file that grows during the backup is cut at its initial size.
    await pipeline(handle.createReadStream({ autoClose: false, end: size - 1 }), entry);
  } finally {
    await handle.close();
  }
}
