import { createReadStream, statSync } from 'node:fs';
import { Transform } from 'node:stream';
import type { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { z } from 'zod';
import { extract } from 'tar-stream';
import { newestSchema, oldestSchema, upgradeVersion } from '../../kernel/db/migrate.ts';
import type { Reader } from '../../kernel/db/open-database.ts';
import type { Tables } from '../../kernel/db/tables.ts';
import { BackupError, messageOf } from '../../lib/errors.ts';
import { describeFileFault } from '../../lib/files.ts';

/**
 * A standard `.tar.gz`: `manifest.json`, table rows as `database/{table}/{n}.ndjson`, uploads in `media/`, `keys.json`,
 * and `complete.json` last, without which it is truncated.
 */
export const manifestName = 'manifest.json';
export const completeName = 'complete.json';
export const mediaFolder = 'media';

export const manifestSchema = z.object({
  format: z.literal('broadsheet-backup'),
  version: z.literal(1),
  /** Schema version of the rows; a restore loads them into this schema, then migrates. */
  schema: z.int().positive(),
  createdAt: z.iso.datetime(),
  /** SITE_URL at the time of the backup; '' if unset. The database doesn't store it. */
  siteUrl: z.string(),
  database: z.enum(['sqlite', 'postgres']),
  /** The highest id that each table assigned, even if deleted, so that ids aren't reused. */
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
 * Primary key columns, the order of reading; `derived` tables are regenerated, `own` tables belong to the database
 * rather than the site. Missing tables fail to compile.
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
  front_state: ['id'],
  front_editor: 'derived', // editing sessions don't survive
  post_render: 'derived',
  post_render_media: 'derived',
  post_digest: 'derived',
  post_related: 'derived',
  feed: 'derived', // fetched again on demand
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
  session: 'derived', // a backup must not grant access, so users log in again
  account_token: 'derived', // nor links sent by mail
  script_block: ['post_id', 'key'],
  shared_draft: 'derived', // nor links to drafts
  post_lock: 'derived', // editing sessions don't survive
  post_finding: ['post_id'],
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
  push_note: ['id'],
  menu: ['id'],
  menu_location: ['location'],
  menu_item: ['id'],
  searched_phrase: ['day', 'phrase'],
  searched_asker: 'derived', // who searched must not be disclosed
  searched_day: 'derived',
  setting: ['key'],
  redirect: ['id'],
  missing_page: 'derived', // counts of the last days
  template: ['id'],
  template_revision: ['id'],
  template_assignment: ['kind', 'item_id'],
  template_change: ['id'],
  template_change_use: ['change_id', 'kind', 'item_id'],
  widget_area: ['area'],
  content_type: ['name'],
  field: ['id'],
  field_set: ['post_type'],
  field_number: ['field_id', 'is_listed', 'value', 'published_at', 'post_id'],
  field_text: ['field_id', 'is_listed', 'value', 'published_at', 'post_id'],
  product: ['post_id'],
  activity: ['id'],
  login_failure: 'derived', // counts of the last days
  task_run: 'derived',
  invalidation: 'own',
  import_item: ['source', 'kind', 'external_id'],
  schema_version: 'own',
};

export const backupTables: readonly (readonly [table: TableName, key: readonly string[]])[] = (
  Object.entries(primaryKeys) as [TableName, readonly string[] | 'derived' | 'own'][]
).flatMap(([table, key]) => (typeof key === 'string' ? [] : [[table, key] as const]));

export const restoredTables: readonly TableName[] = backupTables.map(([table]) => table);

/** Emptied on restore, since another site's rows may have the same ids. */
export const derivedTables = (Object.keys(primaryKeys) as TableName[]).filter(
  (table) => primaryKeys[table] === 'derived',
);

/** An older schema lacks some of the tables. */
export async function tablesIn(db: Reader): Promise<ReadonlySet<string>> {
  return new Set((await db.introspection.getTables()).map(({ name }) => name));
}

/** Tables with generated ids; an application password's id is a string. */
export const numberedTables: readonly TableName[] = backupTables
  .filter(([table, key]) => key.length === 1 && key[0] === 'id' && table !== 'application_password')
  .map(([table]) => table);

export function tableOf(entryName: string): TableName | undefined {
  const [, name] = /^database\/([a-z_]+)\/\d{6}\.ndjson$/.exec(entryName) ?? [];
  return restoredTables.find((table) => table === name);
}

/** Throws `BackupError` for a backup whose schema this version does not restore. */
export function assertRestorable({ schema }: Manifest): void {
  if (schema > newestSchema) {
    throw new BackupError(
      `The backup has schema ${schema}, this Broadsheet knows ${newestSchema}: restore it with the version that made it, or a newer one.`,
    );
  }
  if (schema < oldestSchema) {
    throw new BackupError(
      `The backup has schema ${schema}, this Broadsheet restores ${oldestSchema} and later: restore it with Broadsheet ${upgradeVersion}, then start this one.`,
    );
  }
}

/** A stored row; both databases use only integers and strings. */
export type Row = Readonly<Record<string, string | number | null>>;

interface ArchiveEntry {
  /** Path in the archive, separated by `/`. */
  readonly name: string;
  readonly bytes: number;
  readonly stream: Readable;
}

/**
 * Passes each file of a backup to `take`, in order; `take` may leave the stream unread. Throws `BackupError` for other,
 * truncated or damaged files.
 */
export async function readArchive(file: string, take: (entry: ArchiveEntry) => Promise<void>): Promise<void> {
  const source = createReadStream(file, { highWaterMark: 256 * 1024 });
  const unzipped = createGunzip();
  const entries = extract();
  const bounded = boundedBy(file);
  source.on('error', (error) => unzipped.destroy(error));
  unzipped.on('error', (error) => bounded.destroy(error));
  bounded.on('error', (error) => entries.destroy(error));
  source.pipe(unzipped).pipe(bounded).pipe(entries);
  try {
    for await (const entry of entries) {
      const { name, type } = entry.header;
      // Backups never contain links or devices.
      if (type === 'file' || type === 'contiguous-file')
        await take({ name, bytes: entry.header.size ?? 0, stream: entry as unknown as Readable });
      else if (type !== 'directory')
        throw new BackupError(
          `${file} contains "${name}", which is not a file (${type}); it is not a Broadsheet backup.`,
        );
      entry.resume();
    }
  } catch (error) {
    if (error instanceof BackupError) throw error;
    const { code = '', path, syscall } = error as NodeJS.ErrnoException;
    // Errors of files written by `take` have another path.
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
    bounded.destroy();
  }
}

/** Times that a backup expands at most: rows of a database shrink to a tenth, a zip bomb to a thousandth. */
const maxRatio = 200;
const alwaysAllowedBytes = 64 * 2 ** 20;

/** Passes bytes on, until there are more of them than a backup of this size can contain. */
function boundedBy(file: string): Transform {
  const most = alwaysAllowedBytes + maxRatio * (statSync(file, { throwIfNoEntry: false })?.size ?? 0);
  let bytes = 0;
  return new Transform({
    transform: (chunk: Buffer, _encoding, done) => {
      bytes += chunk.length;
      if (bytes <= most) done(null, chunk);
      else
        done(
          new BackupError(
            `${file} expands to more than ${maxRatio} times its size; it is not a Broadsheet backup.`,
          ),
        );
    },
  });
}

/** Bytes of a part of a table; larger ones are no parts of a backup. */
const maxTextBytes = 256 * 2 ** 20;

export const maxManifestBytes = 2 ** 20;

export async function textOf(stream: Readable, maxBytes = maxTextBytes): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > maxBytes)
      throw new BackupError(
        `The backup contains a text of more than ${maxBytes / 2 ** 20} MB; it is damaged.`,
      );
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
