import { PostgresDialect, ColumnNode, PostgresQueryCompiler, ReferenceNode, ValueNode } from 'kysely';
import type { Dialect, BinaryOperationNode, LimitNode, OffsetNode, OperationNode } from 'kysely';
import pg from 'pg';

const int8 = 20;
const numeric = 1700;
/** Connections are closed after this time, and with them plans that were made for small tables, even if nothing analyzes the tables. */
const maxLifeSeconds = 600;

/** Creates a pool that returns bigints and sums as numbers (all are below 2^53). */
export function openPool(url: string, max: number): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max,
    connectionTimeoutMillis: 5000,
    application_name: 'broadsheet',
    types: {
      getTypeParser: (oid, format) =>
        oid === int8 || oid === numeric ? Number : pg.types.getTypeParser(oid, format),
    },
    maxLifetimeSeconds: maxLifeSeconds,
  });
  // A broken connection in use would end the process without a listener; its user gets the error from the query.
  pool.on('connect', (client) => client.on('error', () => {}));
  return pool;
}

/**
 * Timeout of reads and transaction starts, in milliseconds. In a serving process it covers the whole transaction and
 * the wait for a connection; schema changes and imports elsewhere are unlimited.
 */
const patienceMs = 10_000;
const isLimited = (text: string) => /^\s*(?:select|with|begin|start)\b/i.test(text);

export interface PostgresDialectOptions {
  readonly onQuery: () => void;
  readonly onError?: (error: unknown) => void;
  readonly isServing?: () => boolean;
  readonly now?: () => number;
}

class PooledDialect extends PostgresDialect {
  override createQueryCompiler(): InlinedValuesCompiler {
    return new InlinedValuesCompiler();
  }
}

export function postgresDialect(
  pool: pg.Pool,
  {
    onQuery,
    onError = () => {},
    isServing = () => false,
    now = () => performance.now(),
  }: PostgresDialectOptions,
): Dialect {
  const names = new StatementNames();
  /** Round of statement names when each connection was opened; a connection with names of former rounds is closed. */
  const roundOf = new WeakMap<pg.PoolClient, number>();
  return new PooledDialect({
    pool: {
      connect: async () => {
        const until = isServing() ? now() + patienceMs : undefined;
        const client = await pool.connect();
        if (!roundOf.has(client)) roundOf.set(client, names.round);
        let mute = false;
        let outdated = false;
        const limitOf = (text: string) =>
          until === undefined
            ? isLimited(text)
              ? { query_timeout: patienceMs }
              : {}
            : { query_timeout: Math.max(1, Math.round(until - now())) };
        return {
          query: (async (text: string, values: unknown[] = []) => {
            // After a timeout the server would not answer this either; the connection is closed, which rolls back.
            if (mute && text === 'rollback') return { rows: [], rowCount: 0, command: 'ROLLBACK' };
            onQuery();
            const name = names.of(text, isServing());
            try {
              return await client.query({
                text,
                values,
                ...(name === undefined ? {} : { name }),
                ...limitOf(text),
              });
            } catch (error) {
              mute ||= isTimeout(error);
              outdated ||= isOutdated(error);
              onError(error);
              throw error;
            }
          }) as unknown as typeof client.query,
          release: () => client.release(mute || outdated || roundOf.get(client) !== names.round),
        };
      },
      end: () => pool.end(),
      options: pool.options,
    },
  });
}

/** After a timeout a connection is in an unknown state and is closed. */
const isTimeout = (error: unknown) => error instanceof Error && error.message === 'Query read timeout';

/**
 * Whether a prepared statement returns other types than when it was parsed, because a newer version changed the schema.
 * Its connection has outdated plans.
 */
const isOutdated = (error: unknown) =>
  error instanceof pg.DatabaseError && error.code === '0A000' && error.message.includes('cached plan');

/** Longest statement that gets a name; longer ones contain lists of rows and rarely recur. */
const maxNamedLength = 1500;
const maxNames = 200;
/** Statements tracked until they get a name, and how often they must occur: lists of certain lengths come and go. */
const maxSeen = 500;
const timesUnnamed = 4;
/** Searches: rare words are looked up, frequent ones found among the newest posts. One plan for both took four times as long. */
const plannedByValue = /(?:@@| like) /;

const isInsert = (text: string) => /^\s*(?:with taken as \()?insert /.test(text);
const isRead = (text: string) => /^\s*(?:select|with) /.test(text) && !plannedByValue.test(text);

/**
 * Names recurring statements: the server parses them once per connection and can keep a generic plan; planning is most
 * of the cost of a page's reads (decision 105). Inserts have one plan only.
 */
export class StatementNames {
  readonly #names = new Map<string, string>();
  readonly #seen = new Map<string, number>();
  #round = 0;
  #last = 0;

  /** Incremented when the names run out and are all reassigned: rare or malicious statements can't exclude the others. */
  get round(): number {
    return this.#round;
  }

  /**
   * Returns a statement's name, from its fourth use on. Reads get none in processes that don't serve: an import grows
   * tables faster than PostgreSQL analyzes them.
   */
  of(text: string, isServing: boolean): string | undefined {
    const known = this.#names.get(text);
    if (
      known !== undefined ||
      text.length > maxNamedLength ||
      !(isInsert(text) || (isServing && isRead(text)))
    )
      return known;
    const times = (this.#seen.get(text) ?? 0) + 1;
    if (times < timesUnnamed) {
      if (this.#seen.size >= maxSeen) this.#seen.clear();
      this.#seen.set(text, times);
      return undefined;
    }
    this.#seen.delete(text);
    if (this.#names.size >= maxNames) {
      this.#names.clear();
      this.#round++;
    }
    const name = `broadsheet_${++this.#last}`;
    this.#names.set(text, name);
    return name;
  }
}

const kinds = new Set(['type', 'post_type', 'taxonomy']);
const plainName = /^[a-z0-9_-]{1,32}$/;

/**
 * Inlines limits and types. PostgreSQL overestimates generic plans without them (a tenth of the rows, an average type),
 * so lists were re-planned for each page, at ten times the cost of reading (decision 105).
 */
export class InlinedValuesCompiler extends PostgresQueryCompiler {
  protected override visitLimit(node: LimitNode): void {
    this.#clause('limit', node.limit);
  }

  protected override visitOffset(node: OffsetNode): void {
    if (wholeNumber(node.offset) === 0) this.#clause('offset', node.offset);
    else super.visitOffset(node);
  }

  protected override visitBinaryOperation(node: BinaryOperationNode): void {
    const name =
      ReferenceNode.is(node.leftOperand) && isKind(node.leftOperand) && ValueNode.is(node.rightOperand)
        ? node.rightOperand.value
        : undefined;
    if (typeof name !== 'string' || !plainName.test(name)) return super.visitBinaryOperation(node);
    super.visitBinaryOperation({ ...node, rightOperand: ValueNode.createImmediate(name) });
  }

  #clause(word: string, count: OperationNode): void {
    const value = wholeNumber(count);
    this.append(`${word} `);
    if (value === undefined) this.visitNode(count);
    else this.append(String(value));
  }
}

const isKind = ({ column }: ReferenceNode) => ColumnNode.is(column) && kinds.has(column.column.name);

function wholeNumber(node: OperationNode): number | undefined {
  return ValueNode.is(node) && Number.isSafeInteger(node.value) ? Number(node.value) : undefined;
}
