import { sql } from 'kysely';
import type { Reader } from '../../kernel/db/open-database.ts';
import { findPostMeta } from '../posts/index.ts';
import { postTypeNamed, shownMeta } from '../types/index.ts';
import { isIndexed } from './model.ts';
import type { Field, FieldKind } from './model.ts';
import { fieldsOfType } from './site-fields.ts';
import { hasTextIndex } from './values.ts';

/** The field with this name if it is of this kind. */
export const fieldOfKind = (type: string, name: string, kind: FieldKind): Field | undefined =>
  fieldsOfType(type).find((field) => field.name === name && field.kind === kind);

/**
 * Values of some fields of posts of one type, by post and name. A field that is missing or of another kind, and a value
 * that the field no longer accepts, is left out. One query, none without such fields.
 */
export async function findFieldValues<Name extends string>(
  read: Reader,
  type: string,
  ids: readonly number[],
  kinds: Readonly<Record<Name, FieldKind>>,
): Promise<Map<number, Readonly<Partial<Record<Name, unknown>>>>> {
  const { meta } = postTypeNamed(type);
  const declared = Object.fromEntries(
    Object.entries<FieldKind>(kinds).flatMap(([name, kind]) => {
      const schema = meta[name];
      return schema && fieldOfKind(type, name, kind) ? [[name, schema] as const] : [];
    }),
  );
  const stored = await findPostMeta(read, ids, Object.keys(declared));
  return new Map(
    [...stored].map(([id, values]) => {
      const shown = Object.entries(shownMeta(declared, values)).filter(([, value]) => value !== null);
      return [id, Object.fromEntries(shown) as Partial<Record<Name, unknown>>]; // fromEntries can't carry the keys
    }),
  );
}

/** Ids of listed posts by a number or time, from the field's index alone. Undefined: the field has no complete index. */
export async function findIdsByNumber(
  read: Reader,
  field: Field,
  {
    min,
    max,
    descending,
    limit,
    offset = 0,
    excludeIds = [],
  }: {
    readonly min?: number;
    readonly max?: number;
    readonly descending: boolean;
    readonly limit: number;
    readonly offset?: number;
    readonly excludeIds?: readonly number[];
  },
): Promise<number[] | undefined> {
  if (!isIndexed(field) || !field.isReady || hasTextIndex(field)) return undefined;
  const direction = descending ? 'desc' : 'asc';
  let query = read
    .selectFrom('field_number')
    .select('post_id')
    .where('field_id', '=', field.id)
    .where('is_listed', '=', 1);
  if (min !== undefined) query = query.where('value', '>=', min);
  if (max !== undefined) query = query.where('value', '<', max);
  if (excludeIds.length > 0) query = query.where('post_id', 'not in', excludeIds);
  const rows = await query
    .orderBy('value', direction)
    .orderBy('published_at', direction)
    .orderBy('post_id', direction)
    .limit(limit)
    .offset(offset)
    .execute();
  return rows.map(({ post_id: id }) => Number(id));
}

/** Index entries read, and posts found, of periods that began before a time and end after it. */
const maxEnds = 2000;
const maxRunning = 200;

/** Ids of listed posts whose period began before a time and lasts until then or longer, the earliest first. */
export async function findRunningIds(read: Reader, start: Field, end: Field, at: number): Promise<number[]> {
  if (!isIndexed(start) || !isIndexed(end) || !start.isReady || !end.isReady) return [];
  const { rows } = await sql<{ id: number }>`select begun.post_id as id
    from (select post_id from field_number where field_id = ${end.id} and is_listed = 1 and value >= ${at}
      order by value, published_at, post_id limit ${sql.lit(maxEnds)}) as ending
    join field_number as begun on begun.post_id = ending.post_id and begun.field_id = ${start.id}
    where begun.is_listed = 1 and begun.value < ${at}
    order by begun.value, begun.published_at, begun.post_id limit ${sql.lit(maxRunning)}`.execute(read);
  return rows.map(({ id }) => Number(id));
}
