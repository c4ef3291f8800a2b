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

/** Milliseconds that a writer waits for another process' transaction. */
const writeWaitMs = 15_000;

export interface SqliteOptions {
  readonly readonly: boolean;
  readonly busyTimeoutMs: number;
  /** Commits don't wait for the disk: a crash may lose the newest ones, each as a whole. */
  readonly relaxed?: boolean;
  readonly noCheckpoints?: boolean;
}

/** Milliseconds that opening waits for another process that opens the same file for the first time. */
const openWaitMs = 10_000;

/** On an older Node, better-sqlite3 crashes with a segmentation fault when it opens a file. */
const oldestNode = 22;

export function openSqlite(file: string, options: SqliteOptions): SqliteDatabase.Database {
  const { node } = process.versions;
  if (Number.parseInt(node, 10) < oldestNode) {
    throw new ConfigError(
      `SQLite needs Node 22.22 or newer, but this is ${node}. Start with "npm start", which installs one, or put a newer "node" first in PATH.`,
    );
  }
  // Monotonic, since the system clock may be set during the wait.
  const deadline = performance.now() + openWaitMs;
  for (;;) {
    const database = new SqliteDatabase(file, { readonly: options.readonly });
    try {
      setUp(database, options);
      return database;
    } catch (error) {
      database.close();
      if (!isBusy(error) || performance.now() > deadline) throw error;
      // Switching a new file to WAL ignores the busy timeout. Nothing is served yet, so the thread may sleep.
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

/** Kysely on one better-sqlite3 connection; caches prepared statements and retries `BEGIN IMMEDIATE` asynchronously. */
export class SqliteConnectionDialect implements Dialect {
  readonly #database: SqliteDatabase.Database;
  readonly #onQuery: () => void;
  readonly #onError: (error: unknown) => void;

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
 * Our driver queues queries itself. Kysely's mutex wakes all waiting queries after each one: fifty million wake-ups for
 * ten thousand concurrent queries, during which nothing is served.
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

/** Prepared statements cached per connection; id lists of many lengths would otherwise grow the cache without bound. */
const maxStatements = 500;

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
    if (this.#statements.size >= maxStatements) {
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
 * Writes `cast(? as integer)` etc. for `?`: SQLite (3.48 and later) re-plans whenever it binds a bare parameter in
 * limits and conditions again, which took longer than the query (decision 105). Inserts need none.
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
