import { createReadStream } from 'node:fs';
import type { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { z } from 'zod';
import { extract } from 'tar-stream';
import type { Reader } from '../../kernel/db/open-database.ts';
import type { Tables } from '../../kernel/db/tables.ts';
import { BackupError, messageOf } from '../../lib/errors.ts';
import { describeFileFault } from '../../lib/files.ts';

/**
 * A backup is one `.tar.gz` that every tool can open: `manifest.json` first, the rows of each table as lines of JSON in `database/{table}/{n}.ndjson`,
 * every uploaded file below `media/`, `keys.json`, and `complete.json` last, without which the file is cut off.
 */
export const manifestName = 'manifest.json';
export const completeName = 'complete.json';
export const mediaFolder = 'media';

export const manifestSchema = z.object({
  format: z.literal('broadsheet-backup'),
  version: z.literal(1),
  /** Of the database that the rows come from; they are loaded into one of the same schema, which then goes on to the newest. */
  schema: z.int().positive(),
  createdAt: z.iso.datetime(),
  /** What SITE_URL said where the backup was made; '' where it was not set: the database holds no address of its own. */
  siteUrl: z.string(),
  database: z.enum(['sqlite', 'postgres']),
  /** By table, the highest id that it gave, be the row gone: nothing else is called so any more. */
  ids: z.record(z.string(), z.int().nonnegative()).default({}),
});
export type Manifest = z.output<typeof manifestSchema>;

export const completeSchema = z.object({
  rows: z.record(z.string(), z.int().nonnegative()),
  files: z.int().nonnegative(),
});
export type Complete = z.output<typeof completeSchema>;

export type TableName = keyof Tables;

/**
 * The columns by which each table is read in order; `derived`: made again from others; `own`: of this database, whatever site it holds. A table that is missing
 * here does not compile.
 */
const primaryKeys: {
  readonly [Name in TableName]: readonly (keyof Tables[Name] & string)[] | 'derived' | 'own';
} = {
  post: ['id'],
  post_meta: ['id'],
  post_pattern: ['post_id', 'pattern_id'],
  term_relationship: ['post_id', 'term_id'],
  post_term: ['term_id', 'post_type', 'published_at', 'post_id'],
  byline: ['post_id', 'user_id'],
  front_pin: ['post_id'],
  post_render: 'derived',
  post_render_media: 'derived',
  post_digest: 'derived',
  post_related: 'derived',
  feed: 'derived', // fetched anew when somebody reads it
  revision: ['id'],
  old_slug: ['slug', 'post_id'],
  counter: ['key'],
  media: ['post_id'],
  media_mention: ['name', 'post_id'],
  post_search_key: 'own', // emptied with the search index
  term: ['id'],
  term_meta: ['id'],
  user: ['id'],
  user_meta: ['id'],
  session: 'derived', // people sign in again: a backup lets nobody in
  account_token: 'derived', // nor do links that were sent
  script_block: ['post_id', 'key'],
  shared_draft: 'derived', // nor those of drafts
  post_lock: 'derived', // nobody writes there any more
  application_password: ['id'],
  second_factor: ['user_id'],
  recovery_code: ['hash'],
  passkey: ['credential'],
  role: ['name'],
  comment: ['id'],
  comment_report: ['id'],
  used_pass: 'own',
  job: ['id'],
  push_subscription: ['id'],
  push_message: ['number'],
  menu: ['id'],
  menu_location: ['location'],
  menu_item: ['id'],
  searched_phrase: ['day', 'phrase'],
  searched_asker: 'derived', // who searched is told to nobody
  searched_day: 'derived',
  setting: ['key'],
  redirect: ['id'],
  template: ['id'],
  template_revision: ['id'],
  template_assignment: ['kind', 'item_id'],
  template_change: ['id'],
  template_change_use: ['change_id', 'kind', 'item_id'],
  activity: ['id'],
  invalidation: 'own',
  import_item: ['source', 'kind', 'external_id'],
  schema_version: 'own',
};

/** Tables of a backup, each with the columns of its primary key. */
export const keptTables: readonly (readonly [table: TableName, key: readonly string[]])[] = (
  Object.entries(primaryKeys) as [TableName, readonly string[] | 'derived' | 'own'][]
).flatMap(([table, key]) => (typeof key === 'string' ? [] : [[table, key] as const]));

/** Tables that rows of a backup may go into. */
export const restoredTables: readonly TableName[] = keptTables.map(([table]) => table);

/** Tables of what is made again: rows of another site may bear the same ids. */
export const derivedTables = (Object.keys(primaryKeys) as TableName[]).filter(
  (table) => primaryKeys[table] === 'derived',
);

/** Names of the tables that a database has: at an older schema some of ours are yet to come. */
export async function tablesIn(db: Reader): Promise<ReadonlySet<string>> {
  return new Set((await db.introspection.getTables()).map(({ name }) => name));
}

/** Tables whose database numbers their rows; the id of an application password is a text. */
export const numberedTables: readonly TableName[] = keptTables
  .filter(([table, key]) => key.length === 1 && key[0] === 'id' && table !== 'application_password')
  .map(([table]) => table);

/** The table of `database/{table}/{n}.ndjson`, or undefined for other names. */
export function tableOf(entryName: string): TableName | undefined {
  const [, name] = /^database\/([a-z_]+)\/\d{6}\.ndjson$/.exec(entryName) ?? [];
  return restoredTables.find((table) => table === name);
}

/** A row as it is kept: both databases hold whole numbers and texts only. */
export type Row = Readonly<Record<string, string | number | null>>;

interface ArchiveEntry {
  /** Path in the archive, `/` between its parts. */
  readonly name: string;
  readonly stream: Readable;
}

/**
 * Hands every file of a backup to `take`, in order; `take` reads the stream to its end, or leaves it. Throws `BackupError` for what is no backup, cut off or
 * damaged.
 */
export async function readArchive(file: string, take: (entry: ArchiveEntry) => Promise<void>): Promise<void> {
  const source = createReadStream(file, { highWaterMark: 256 * 1024 });
  const unzipped = createGunzip();
  const entries = extract();
  source.on('error', (error) => unzipped.destroy(error));
  unzipped.on('error', (error) => entries.destroy(error));
  source.pipe(unzipped).pipe(entries);
  try {
    for await (const entry of entries) {
      const { name, type } = entry.header;
      // Links and devices are never written by us.
      if (type === 'file' || type === 'contiguous-file')
        await take({ name, stream: entry as unknown as Readable });
      else if (type !== 'directory')
        throw new BackupError(
          `${file} holds "${name}", which is no file (${type}); it is not a backup of ours.`,
        );
      entry.resume();
    }
  } catch (error) {
    if (error instanceof BackupError) throw error;
    const { code = '', path, syscall } = error as NodeJS.ErrnoException;
    // What is unpacked meanwhile may fail as well, and names another path.
    if (path === file || (syscall === 'read' && path === undefined)) {
      throw new BackupError(describeFileFault(error) ?? `${file} can't be read: ${messageOf(error)}`, {
        cause: error,
      });
    }
    if (
      code.startsWith('Z_') ||
      (syscall === undefined && /tar|end of data|invalid/i.test(messageOf(error)))
    ) {
      throw new BackupError(
        `${file} is cut off, damaged, or no backup (${messageOf(error)}). Take another copy of it.`,
        { cause: error },
      );
    }
    throw error;
  } finally {
    source.destroy();
    unzipped.destroy();
  }
}

/** The whole of a file of the backup. */
export async function textOf(stream: Readable): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}
