import { closeSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { Kysely, sql } from 'kysely';
import type { Transaction } from 'kysely';
import type SqliteDatabase from 'better-sqlite3';
import { countQuery } from './query-count.ts';
import { noFollowers } from '../events.ts';
import type { Followers } from '../events.ts';
import { UnavailableError, messageOf } from '../../lib/errors.ts';
import { diskFullError, isDiskFull, makeFolder } from '../../lib/files.ts';
import { dialectSql } from './dialect-sql.ts';
import type { DialectSql } from './dialect-sql.ts';
import { openPool, postgresDialect } from './dialects/postgres.ts';
import { openSqlite, SqliteConnectionDialect } from './dialects/sqlite.ts';
import { EmissionList, encodeEmissions, InvalidationBus } from './invalidation.ts';
import type { Tag, Urgency } from './invalidation.ts';
import { isMigrated, migrate } from './migrate.ts';
import type { Tables } from './tables.ts';
import { retainedMs, watchClock, watchPostgres, watchSqlite } from './watch-invalidation.ts';

export type Reader = Kysely<Tables>;

export interface Tx {
  readonly db: Transaction<Tables>;
  readonly dialect: DialectSql;
  /** Runs followers of domain events in this transaction: `await tx.followers.notify(tx, postSaved, …)`. */
  readonly followers: Followers<Tx>;
  /** Emits `tag` to the caches of all processes after the commit. */
  emit(tag: Tag, urgency?: Urgency): void;
}

export interface Database {
  readonly dialect: DialectSql;
  readonly read: Reader;
  readonly bus: InvalidationBus;
  /** Runs `work` in one write transaction and publishes its emissions after the commit. `work` must await nothing but SQL. */
  write<Result>(work: (tx: Tx) => Promise<Result>): Promise<Result>;
  /** Like `write` for repeatable work: does not wait for the disk. */
  writeDerived<Result>(work: (tx: Tx) => Promise<Result>): Promise<Result>;
  /** Runs `work` with a consistent snapshot on its own connection, for as long as it takes; writers continue. */
  snapshot<Result>(work: (read: Reader) => Promise<Result>): Promise<Result>;
  /** Migrates to the newest schema; returns the names of the applied migrations. Throws `ConfigError` for an unsupported schema. */
  migrate(): Promise<string[]>;
  /** Starts receiving emissions of other processes; resolves once it listens. From then on query timeouts apply, unless `isServing` is false. */
  watch(options?: { readonly isServing?: boolean }): Promise<void>;
  /** Enables the timeouts of a process that serves readers. */
  serve(): void;
  queryCount(): number;
  /** Message of the first query that found a damaged file or index since opening. */
  damage(): string | undefined;
  readonly file: string | undefined;
  close(): Promise<void>;
}

export interface OpenOptions {
  readonly followers?: Followers<Tx>;
  readonly dataDir: string;
  readonly databaseUrl?: string | undefined;
  /** Milliseconds that SQLite may block the thread for a lock; 0 on a main thread that serves. */
  readonly busyTimeoutMs?: number;
  readonly maxConnections?: number;
  readonly checkpointInThread?: boolean;
  /** Called for faults that heal by themselves, such as a lost database connection. */
  readonly onWarning?: (message: string) => void;
}

export const databaseFile = 'broadsheet.sqlite';

/** Opens SQLite in `dataDir`, or PostgreSQL at `databaseUrl`. Does not migrate. */
export async function openDatabase(options: OpenOptions): Promise<Database> {
  return options.databaseUrl
    ? openPostgresDatabase(options, options.databaseUrl)
    : openSqliteDatabase(options);
}

async function openSqliteDatabase(options: OpenOptions): Promise<Database> {
  makeFolder(options.dataDir);
  const file = join(options.dataDir, databaseFile);
  const busyTimeoutMs = options.busyTimeoutMs ?? 0;
  let queries = 0;
  const count = () => {
    queries++;
    countQuery();
  };
  const noCheckpoints = options.checkpointInThread ?? false;
  closeSync(openSync(file, 'a', 0o600)); // it contains drafts, addresses and password hashes; SQLite's other files inherit the mode
  const writer = openSqlite(file, { readonly: false, busyTimeoutMs, noCheckpoints });
  const relaxed = openSqlite(file, { readonly: false, busyTimeoutMs, noCheckpoints, relaxed: true });
  const reader = openSqlite(file, { readonly: true, busyTimeoutMs: Math.max(busyTimeoutMs, 1000) });
  const damage = new DamageWatch();
  const over = (connection: typeof reader) =>
    new Kysely<Tables>({
      dialect: new SqliteConnectionDialect(connection, count, (error) => damage.note(error)),
    });
  const [writing, deriving, reading] = [over(writer), over(relaxed), over(reader)];
  const bus = new InvalidationBus();
  const dialect = dialectSql('sqlite');
  const shared = { dialect, bus, followers: options.followers ?? noFollowers };
  let stopWatching = () => {};
  const stopCheckpoints = noCheckpoints
    ? startCheckpoints(reader, file, options.onWarning ?? (() => {}))
    : undefined;
  return {
    dialect,
    read: reading,
    bus,
    file,
    write: (work) => runWrite(writing, shared, work),
    writeDerived: (work) => runWrite(deriving, shared, work),
    snapshot: (work) => sqliteSnapshot(file, count, work),
    migrate: () => migrateWith(reading, writing, dialect),
    watch: async () => {
      const stopPolling = watchSqlite(reader, bus, options.onWarning ?? (() => {}));
      const stopPruning = prune((work) => runWrite(deriving, shared, work), options.onWarning);
      const stopClock = watchClock(bus, options.onWarning ?? (() => {}));
      stopWatching = () => {
        stopClock();
        stopPolling();
        stopPruning();
      };
    },
    serve: () => undefined,
    queryCount: () => queries,
    damage: () => damage.found,
    close: async () => {
      stopWatching();
      await stopCheckpoints?.();
      // A writable connection closes last: SQLite then checkpoints and removes the log, which leaves one file.
      await reading.destroy();
      await deriving.destroy();
      await writing.destroy();
      for (const connection of [reader, relaxed, writer]) connection.close();
    },
  };
}

/** Every minute, deletes old emissions, and those in the future (after the clock was set back). Returns a function that stops it. */
function prune(
  write: (work: (tx: Tx) => Promise<unknown>) => Promise<unknown>,
  warn: (message: string) => void = () => {},
): () => void {
  const timer = setInterval(() => {
    const now = Date.now();
    write((tx) =>
      tx.db
        .deleteFrom('invalidation')
        .where((either) =>
          either.or([
            either('created_at', '<', now - 2 * retainedMs),
            either('created_at', '>', now + 2 * retainedMs),
          ]),
        )
        .execute(),
    ).catch((error: unknown) =>
      warn(`Could not prune the table of emissions; will retry: ${messageOf(error)}`),
    );
  }, 60_000);
  timer.unref();
  return () => clearInterval(timer);
}

async function openPostgresDatabase(options: OpenOptions, url: string): Promise<Database> {
  let queries = 0;
  const count = () => {
    queries++;
    countQuery();
  };
  const pool = openPool(url, options.maxConnections ?? 10);
  const warn = options.onWarning ?? (() => {});
  pool.on('error', (error) => warn(`An idle database connection was lost: ${messageOf(error)}`));
  const damage = new DamageWatch();
  let serving = false;
  const kysely = new Kysely<Tables>({
    dialect: postgresDialect(pool, {
      onQuery: count,
      onError: (error) => damage.note(error),
      isServing: () => serving,
    }),
  });
  const bus = new InvalidationBus();
  const dialect = dialectSql('postgres');
  const shared = { dialect, bus, followers: options.followers ?? noFollowers };
  let stopWatching = async () => {};
  return {
    dialect,
    read: kysely,
    bus,
    file: undefined,
    write: (work) => runWrite(kysely, shared, work),
    writeDerived: (work) =>
      runWrite(kysely, shared, async (tx) => {
        if (dialect.relaxCommit) await sql.raw(dialect.relaxCommit).execute(tx.db);
        return work(tx);
      }),
    snapshot: (work) =>
      kysely.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(work),
    migrate: () => migrateWith(kysely, kysely, dialect),
    watch: async ({ isServing = true } = {}) => {
      serving = isServing;
      const stopListening = await watchPostgres(url, kysely, bus, warn);
      const stopPruning = prune((work) => runWrite(kysely, shared, work), warn);
      const stopClock = watchClock(bus, warn);
      stopWatching = async () => {
        stopClock();
        stopPruning();
        await stopListening();
      };
    },
    serve: () => void (serving = true),
    queryCount: () => queries,
    damage: () => damage.found,
    close: async () => {
      await stopWatching();
      await kysely.destroy();
    },
  };
}

async function sqliteSnapshot<Result>(
  file: string,
  count: () => void,
  work: (read: Reader) => Promise<Result>,
): Promise<Result> {
  const connection = openSqlite(file, { readonly: true, busyTimeoutMs: 5000 });
  const read = new Kysely<Tables>({ dialect: new SqliteConnectionDialect(connection, count) });
  try {
    connection.exec('begin');
    return await work(read);
  } finally {
    await read.destroy();
  }
}

async function migrateWith(reading: Reader, writing: Kysely<Tables>, dialect: DialectSql): Promise<string[]> {
  if (await isMigrated(reading)) return [];
  return writing.transaction().execute((tx) => migrate(tx, dialect));
}

/** PostgreSQL's codes for "try the same transaction again": serialization failure and deadlock. */
const retryable = new Set(['40001', '40P01']);
const maxAttempts = 5;

async function runWrite<Result>(
  kysely: Kysely<Tables>,
  { dialect, bus, followers }: Pick<Tx, 'dialect' | 'followers'> & Pick<Database, 'bus'>,
  work: (tx: Tx) => Promise<Result>,
): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    const emitted = new EmissionList();
    try {
      const result = await kysely.transaction().execute(async (db) => {
        const done = await work({
          db,
          dialect,
          followers,
          emit: (tag, urgency) => emitted.add(tag, urgency),
        });
        await storeEmissions(db, dialect, bus.origin, emitted);
        return done;
      });
      bus.publish(emitted.toArray());
      return result;
    } catch (error) {
      const code = (error as { code?: string }).code ?? '';
      if (retryable.has(code)) {
        if (attempt < maxAttempts) continue;
        throw new UnavailableError(
          'Other changes to the same data were in progress, so this change was not saved. Try again.',
          { cause: error },
        );
      }
      if (isDiskFull(error)) throw diskFullError(error);
      if (code.startsWith('SQLITE_BUSY')) {
        throw new UnavailableError(
          'The database is busy with another process, so this change was not saved. Try again.',
          { cause: error },
        );
      }
      throw error;
    }
  }
}

async function storeEmissions(
  db: Transaction<Tables>,
  dialect: DialectSql,
  origin: string,
  emitted: EmissionList,
): Promise<void> {
  const emissions = emitted.toArray();
  if (emissions.length === 0) return;
  const stored = db
    .insertInto('invalidation')
    .values({ origin, emissions: encodeEmissions(emissions), created_at: Date.now() })
    .returning('id');
  if (dialect.name !== 'postgres') return void (await stored.execute());
  // In one statement, since it is part of every write.
  await db
    .with('stored', () => stored)
    .selectFrom('stored')
    .select(({ ref }) =>
      sql`pg_notify('broadsheet', concat(${origin}::text, ' ', ${ref('stored.id')}))`.as('told'),
    )
    .execute();
}

/**
 * Codes for damaged data in both databases: SQLite's, and PostgreSQL's for data and indexes. A damaged search table
 * (`_VTAB`) can be rebuilt while readers continue.
 */
const damageCodes = /^(?:SQLITE_CORRUPT(?!_VTAB)|SQLITE_NOTADB|XX001$|XX002$)/;

export class DamageWatch {
  #found: string | undefined;

  get found(): string | undefined {
    return this.#found;
  }

  note(error: unknown): void {
    const { code, message } = error as { code?: string; message?: string };
    if (damageCodes.test(code ?? '')) this.#found ??= message ?? code;
  }
}

/** Milliseconds between checks of the log's length; a check takes about 30 µs. */
const everyMs = 1000;
const maxPages = 1000;

/**
 * Checkpoints SQLite's write-ahead log whenever it has grown. It waits for the disk, which the serving thread must not,
 * so it runs in a thread; a permanent one would hold 24 MB. Returns a function that stops it.
 */
export function startCheckpoints(
  connection: SqliteDatabase.Database,
  file: string,
  warn: (message: string) => void,
): () => Promise<void> {
  const state = connection.prepare<[], { log: number; checkpointed: number }>('pragma wal_checkpoint(noop)');
  let worker: Worker | undefined;
  const timer = setInterval(() => {
    const { log = 0, checkpointed = 0 } = state.get() ?? {};
    if (!worker && log - checkpointed > maxPages)
      worker = checkpointInThread(file, warn, () => (worker = undefined));
  }, everyMs);
  timer.unref();
  return async () => {
    clearInterval(timer);
    await worker?.terminate();
  };
}

function checkpointInThread(file: string, warn: (message: string) => void, ended: () => void): Worker {
  const extension = import.meta.url.endsWith('.ts') ? 'ts' : 'js';
  const worker = new Worker(new URL(`./checkpoint-worker.${extension}`, import.meta.url), {
    workerData: { file },
    name: 'checkpoint',
  });
  worker.unref();
  worker.on('error', (error) =>
    warn(`The SQLite write-ahead log could not be checkpointed; will retry: ${messageOf(error)}`),
  );
  worker.on('exit', ended);
  return worker;
}
