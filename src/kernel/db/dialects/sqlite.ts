import { setTimeout as sleep } from 'node:timers/promises';
import { SqliteAdapter, SqliteIntrospector, InsertQueryNode, SqliteQueryCompiler } from 'kysely';
import type {
  DatabaseConnection,
  Dialect,
  Driver,
  QueryResult,
  QueryId,
  RootOperationNode,
  CompiledQuery,
} from 'kysely';
import SqliteDatabase from 'better-sqlite3';
import { ConfigError } from '../../../lib/errors.ts';
import { fold } from '../../../lib/fold.ts';

/** How long a writer waits for another process' transaction before it gives up, in milliseconds. */
const writeWaitMs = 15_000;

export interface SqliteOptions {
  readonly readonly: boolean;
  readonly busyTimeoutMs: number;
  /** Commits do not wait for the disk: a crash may undo the newest ones, whole. */
  readonly relaxed?: boolean;
  /** Somebody else copies the write-ahead log back into the file; a commit here never has to. */
  readonly noCheckpoints?: boolean;
}

/** How long opening waits for another process that opens the same file for the first time, in milliseconds. */
const openWaitMs = 10_000;

/** On an older Node better-sqlite3 ends the process by a segmentation fault when it opens a file, without a word. */
const oldestNode = 22;

/** Opens a connection with the pragmas that every connection of ours has; throws `ConfigError` on a Node that can't. */
export function openSqlite(file: string, options: SqliteOptions): SqliteDatabase.Database {
  const { node } = process.versions;
  if (Number.parseInt(node, 10) < oldestNode) {
    throw new ConfigError(
      `SQLite needs Node 22.22 or newer, and this is ${node}: start with "npm start", which brings one, or put a newer "node" first in PATH.`,
    );
  }
  // Clocks may be set while we wait: what measures a span asks for one that can't be.
  const deadline = performance.now() + openWaitMs;
  for (;;) {
    const database = new SqliteDatabase(file, { readonly: options.readonly });
    try {
      setUp(database, options);
      return database;
    } catch (error) {
      database.close();
      if (!isBusy(error) || performance.now() > deadline) throw error;
      // The change to WAL of a new file does not heed the busy timeout. Nothing is served yet, so the thread may sleep.
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5);
    }
  }
}

function setUp(database: SqliteDatabase.Database, options: SqliteOptions): void {
  database.pragma(`busy_timeout = ${options.busyTimeoutMs}`);
  if (!options.readonly) database.pragma('journal_mode = WAL');
  database.pragma(`synchronous = ${options.relaxed ? 'NORMAL' : 'FULL'}`);
  if (options.noCheckpoints) database.pragma('wal_autocheckpoint = 0');
  database.pragma('cache_size = -16000');
  database.pragma('mmap_size = 268435456');
  database.pragma('temp_store = MEMORY');
  database.function('folded', { deterministic: true }, (text) =>
    typeof text === 'string' ? fold(text) : text,
  );
}

/** Kysely on one better-sqlite3 connection, with prepared statements kept and `BEGIN IMMEDIATE` retried asynchronously. */
export class SqliteConnectionDialect implements Dialect {
  readonly #database: SqliteDatabase.Database;
  readonly #onQuery: () => void;
  readonly #onError: (error: unknown) => void;

  /** `onError` is told of queries that failed; they are rejected all the same. */
  constructor(
    database: SqliteDatabase.Database,
    onQuery: () => void,
    onError: (error: unknown) => void = () => {},
  ) {
    this.#database = database;
    this.#onQuery = onQuery;
    this.#onError = onError;
  }

  createDriver(): Driver {
    return new SqliteConnectionDriver(this.#database, this.#onQuery, this.#onError);
  }

  createQueryCompiler() {
    return new PlanOnceCompiler();
  }

  createAdapter() {
    return new QueuedAdapter();
  }

  createIntrospector(db: ConstructorParameters<typeof SqliteIntrospector>[0]) {
    return new SqliteIntrospector(db);
  }
}

/**
 * Our driver lets one after the other in by itself. Kysely's way of it wakes all who wait each time that one is done: of ten thousand queries begun side by
 * side, as those of a text with as many lists, fifty million times, in which nobody is served.
 */
class QueuedAdapter extends SqliteAdapter {
  override get supportsMultipleConnections(): boolean {
    return true;
  }
}

class SqliteConnectionDriver implements Driver {
  readonly #database: SqliteDatabase.Database;
  readonly #connection: StatementCache;
  /** Tail of the queue of writers; a read-only connection needs none, its statements are synchronous. */
  #queue: Promise<void> = Promise.resolve();
  #release: (() => void) | undefined;

  constructor(database: SqliteDatabase.Database, onQuery: () => void, onError: (error: unknown) => void) {
    this.#database = database;
    this.#connection = new StatementCache(database, onQuery, onError);
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<DatabaseConnection> {
    if (this.#database.readonly) return this.#connection;
    const before = this.#queue;
    let release = () => {};
    this.#queue = new Promise((resolve) => (release = resolve));
    await before;
    this.#release = release;
    return this.#connection;
  }

  async releaseConnection(): Promise<void> {
    this.#release?.();
  }

  async beginTransaction(): Promise<void> {
    const deadline = performance.now() + writeWaitMs;
    for (;;) {
      try {
        this.#database.exec('begin immediate');
        return;
      } catch (error) {
        if (!isBusy(error) || performance.now() > deadline) throw error;
        await sleep(1);
      }
    }
  }

  async commitTransaction(): Promise<void> {
    this.#database.exec('commit');
  }

  async rollbackTransaction(): Promise<void> {
    if (this.#database.inTransaction) this.#database.exec('rollback');
  }

  async destroy(): Promise<void> {
    this.#database.close();
  }
}

function isBusy(error: unknown): boolean {
  return error instanceof SqliteDatabase.SqliteError && error.code.startsWith('SQLITE_BUSY');
}

/** Most statements kept prepared on a connection; lists of ids of many lengths would otherwise grow it without end. */
const keptStatements = 500;

class StatementCache implements DatabaseConnection {
  readonly #database: SqliteDatabase.Database;
  readonly #onQuery: () => void;
  readonly #onError: (error: unknown) => void;
  readonly #statements = new Map<string, SqliteDatabase.Statement<unknown[]>>();

  constructor(database: SqliteDatabase.Database, onQuery: () => void, onError: (error: unknown) => void) {
    this.#database = database;
    this.#onQuery = onQuery;
    this.#onError = onError;
  }

  #prepare(text: string): SqliteDatabase.Statement<unknown[]> {
    const known = this.#statements.get(text);
    if (known) return known;
    const statement = this.#database.prepare(text);
    if (this.#statements.size >= keptStatements) {
      const oldest = this.#statements.keys().next();
      if (!oldest.done) this.#statements.delete(oldest.value);
    }
    this.#statements.set(text, statement);
    return statement;
  }

  async executeQuery<Row>({ sql, parameters }: CompiledQuery): Promise<QueryResult<Row>> {
    this.#onQuery();
    try {
      const statement = this.#prepare(sql);
      if (statement.reader) return { rows: statement.all(parameters) as Row[] };
      const { changes, lastInsertRowid } = statement.run(parameters);
      return { rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid) };
    } catch (error) {
      this.#onError(error);
      throw error;
    }
  }

  async *streamQuery<Row>({ sql, parameters }: CompiledQuery): AsyncIterableIterator<QueryResult<Row>> {
    this.#onQuery();
    for (const row of this.#database.prepare(sql).iterate(parameters)) yield { rows: [row as Row] };
  }
}

/**
 * Writes `cast(? as integer)` and the like instead of bare `?`. SQLite (3.48 and later) peeks at the values of bare parameters in limits and conditions, and
 * plans a prepared statement anew whenever such a value is bound again, that is each time: with a large schema this took longer than the query (decision 013).
 * Behind a cast a value has no say in the plan. What inserts write has none anyway.
 */
class PlanOnceCompiler extends SqliteQueryCompiler {
  #bare = false;

  override compileQuery(node: RootOperationNode, queryId: QueryId): CompiledQuery {
    this.#bare = InsertQueryNode.is(node);
    return super.compileQuery(node, queryId);
  }

  protected override appendValue(value: unknown): void {
    const type = this.#bare ? undefined : castType(value);
    if (type === undefined) return super.appendValue(value);
    this.append('cast(');
    super.appendValue(value);
    this.append(` as ${type})`);
  }
}

function castType(value: unknown): string | undefined {
  if (typeof value === 'string') return 'text';
  if (typeof value === 'number') return Number.isSafeInteger(value) ? 'integer' : 'real';
  return typeof value === 'bigint' ? 'integer' : undefined;
}
