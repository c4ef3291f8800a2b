import { InsertQueryNode, SqliteQueryCompiler } from 'kysely';
import type { CompiledQuery, QueryId, RootOperationNode } from 'kysely';

/**
 * Writes `cast(? as integer)` and the like instead of bare `?`. SQLite (3.48 and later) peeks at the values of bare parameters in limits and conditions, and
 * plans a prepared statement anew whenever such a value is bound again, that is each time: with a large schema this took longer than the query (decision 013).
 * Behind a cast a value has no say in the plan. What inserts write has none anyway.
 */
export class PlanOnceCompiler extends SqliteQueryCompiler {
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
