import { sql } from 'kysely';
import type { Database } from '../../src/kernel/db/open-database.ts';

/** A statement with normalized white space and duplicate NOT NULL removed. */
const normalize = (statement: string) =>
  (statement.match(/'(?:[^']|'')*'|"[^"]*"|[\w$.]+|[^\s\w]/g) ?? [])
    .join(' ')
    .replaceAll(/(?:not null )+/g, 'not null ');

const sqliteQuery = sql<{ line: string }>`
  select type || ' ' || name || ' of ' || tbl_name || ': ' || coalesce(sql, '') as line from sqlite_master order by tbl_name, rowid`;

const postgresQuery = sql<{ line: string }>`
  with ours as (
    select pg_class.oid, relname from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r')
  select line from (
    select 1 as part, relname as name, attnum as place, concat_ws(' ', relname, attname, format_type(atttypid, atttypmod), collname,
        case when attnotnull then 'not null' end, nullif(attidentity, ''), pg_get_expr(adbin, adrelid)) as line
      from ours join pg_attribute on attrelid = ours.oid and attnum > 0 and not attisdropped
      left join pg_collation on pg_collation.oid = attcollation
      left join pg_attrdef on adrelid = ours.oid and adnum = attnum
    union all
    select 2, relname, 0, pg_get_indexdef(indexrelid) from ours join pg_index on indrelid = ours.oid
    union all
    select 3, conname, 0, concat_ws(' ', relname, conname, pg_get_constraintdef(pg_constraint.oid))
      from ours join pg_constraint on conrelid = ours.oid
    union all
    select 4, proname, 0, pg_get_functiondef(pg_proc.oid) from pg_proc where pronamespace = 'public'::regnamespace
    union all
    select 5, relname, 0, concat(relkind, ' ', relname) from pg_class where relnamespace = 'public'::regnamespace
  ) as dump order by part, name, place, line`;

/** Tables with their columns in order, constraints, indexes, sequences and functions, one per line. */
export async function dumpSchema({ read, dialect }: Pick<Database, 'read' | 'dialect'>): Promise<string[]> {
  if (dialect.name === 'postgres') return (await postgresQuery.execute(read)).rows.map(({ line }) => line);
  return (await sqliteQuery.execute(read)).rows.map(({ line }) => normalize(line));
}
