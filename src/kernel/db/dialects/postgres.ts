import { PostgresDialect, ColumnNode, PostgresQueryCompiler, ReferenceNode, ValueNode } from 'kysely';
import type { Dialect, BinaryOperationNode, LimitNode, OffsetNode, OperationNode } from 'kysely';
import pg from 'pg';

const int8 = 20;
const numeric = 1700;
/** A connection's plans end with it: one that was made for small tables is not kept for as long as the server runs, even where nothing analyses them. */
const longestLifeSeconds = 600;

/** A pool whose bigints and sums arrive as numbers (all of ours are below 2^53). */
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
    maxLifetimeSeconds: longestLifeSeconds,
  });
  // A connection that breaks while somebody has it would end the process otherwise; its user is told by the query.
  pool.on('connect', (client) => client.on('error', () => {}));
  return pool;
}

/**
 * Longest time for reading something, or for beginning to write, in milliseconds: a server that went mute must not keep readers waiting. In a process that
 * serves it holds for a whole transaction, and for waiting for a connection before it; elsewhere, what takes long by nature (schema, imports) has no limit.
 */
const patienceMs = 10_000;
const isLimited = (text: string) => /^\s*(?:select|with|begin|start)\b/i.test(text);

export interface PostgresDialectOptions {
  readonly onQuery: () => void;
  /** Told of queries that failed; they are rejected all the same. */
  readonly onError?: (error: unknown) => void;
  /** Whether somebody waits for whatever is asked. */
  readonly isServing?: () => boolean;
  /** Milliseconds of a clock that nobody sets; for tests. */
  readonly now?: () => number;
}

class PooledDialect extends PostgresDialect {
  override createQueryCompiler(): ToldValuesCompiler {
    return new ToldValuesCompiler();
  }
}

/** Kysely on a pool. */
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
  /** Which names were given when a connection was opened; one that knows former ones is thrown away, and they with it. */
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
            // Who did not answer in time would not answer to this either, and the connection is thrown away, which rolls back.
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

/** Whether the time for an answer was up; the connection may be in the midst of anything then, and is thrown away. */
const isTimeout = (error: unknown) => error instanceof Error && error.message === 'Query read timeout';

/** Whether a statement that has a name gives other types than when it was parsed: a newer version changed the schema. Its connection knows the old ones. */
const isOutdated = (error: unknown) =>
  error instanceof pg.DatabaseError && error.code === '0A000' && error.message.includes('cached plan');

/** Longest text that is given a name; longer ones are lists of rows, of which hardly two are of one length. */
const longestNamed = 1500;
/** Most names at once, each of which costs the server some memory on every connection. */
const mostNames = 200;
/** Texts remembered until they have been seen often enough, and how often that is: lists of so many values come and go. */
const mostSeen = 500;
const timesUnnamed = 4;
/** What looks for words: a rare one is looked up, a frequent one is met soon among the newest. One plan for both took four times as long. */
const plannedByValue = /(?:@@| like) /;

const isInsert = (text: string) => /^\s*(?:with taken as \()?insert /.test(text);
const isRead = (text: string) => /^\s*(?:select|with) /.test(text) && !plannedByValue.test(text);

/**
 * Names for statements that are run again and again: the server parses them once a connection, and keeps a plan where one for any values costs no more by its
 * own estimate than those for the first five, which is most of what the reads of a page cost it (decision 105). There is one way to run an insert.
 */
export class StatementNames {
  readonly #names = new Map<string, string>();
  readonly #seen = new Map<string, number>();
  #round = 0;
  #last = 0;

  /** Grows when there are so many names that all are given anew: what is rarely asked for, or by somebody who wants it so, does not keep the others out. */
  get round(): number {
    return this.#round;
  }

  /**
   * The name of a statement, from the fourth time that it is asked for; undefined for one that has none. Reads have none where nobody is served: tables grow by
   * what an import asks, faster than PostgreSQL looks at them.
   */
  of(text: string, isServing: boolean): string | undefined {
    const known = this.#names.get(text);
    if (known !== undefined || text.length > longestNamed || !(isInsert(text) || (isServing && isRead(text))))
      return known;
    const times = (this.#seen.get(text) ?? 0) + 1;
    if (times < timesUnnamed) {
      if (this.#seen.size >= mostSeen) this.#seen.clear();
      this.#seen.set(text, times);
      return undefined;
    }
    this.#seen.delete(text);
    if (this.#names.size >= mostNames) {
      this.#names.clear();
      this.#round++;
    }
    const name = `broadsheet_${++this.#last}`;
    this.#names.set(text, name);
    return name;
  }
}

/** Columns of few values, each of which a different share of the rows has. */
const kinds = new Set(['type', 'post_type', 'taxonomy']);
/** What a registered type or taxonomy may be called, and nothing that would have to be escaped. */
const plainName = /^[a-z0-9_-]{1,32}$/;

/**
 * Writes into a statement how many rows are wanted, and of which type. PostgreSQL keeps a plan for any values only where that costs no more, by its estimate,
 * than those for the first five; of a limit that it is not told it expects a tenth of all rows, and of a type as many posts as of any other. So a list of the
 * newest five articles never looked as cheap without its values, and was planned anew for each page, which takes ten times as long as reading it
 * (decision 105).
 */
export class ToldValuesCompiler extends PostgresQueryCompiler {
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
    const told = wholeNumber(count);
    this.append(`${word} `);
    if (told === undefined) this.visitNode(count);
    else this.append(String(told));
  }
}

const isKind = ({ column }: ReferenceNode) => ColumnNode.is(column) && kinds.has(column.column.name);

/** A value that is a whole number. */
function wholeNumber(node: OperationNode): number | undefined {
  return ValueNode.is(node) && Number.isSafeInteger(node.value) ? Number(node.value) : undefined;
}
