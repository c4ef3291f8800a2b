import { sql } from 'kysely';
import type { Reader } from '../../kernel/db/open-database.ts';
import { builderDataKeys, elementorModeKey, textWrittenKey } from '../../lib/builder-data/meta-keys.ts';
import { portions } from '../../lib/portions.ts';
import { detailKeys } from './details.ts';

/** Meta in the order in which it was added. */
export type DataMeta = readonly (readonly [key: string, value: string])[];

const keysSql = (keys: readonly string[]) => sql.join(keys.map((key) => sql.lit(key)));

/** Whether a row of `post_meta` says that its post has data: those of a builder, or the key of an ACF field. */
export const tellsOfDataSql = sql<boolean>`(key in (${keysSql(builderDataKeys)}) or (substr(key, 1, 1) = '_' and substr(value, 1, 6) = 'field_'))`;

/** Whether the meta of a post hold what a page builder or fields show. */
export const hasDataSql = sql<
  boolean | 0 | 1
>`exists (select 1 from post_meta where post_meta.post_id = post.id and ${tellsOfDataSql})`;

/** Meta that may be part of data: of each field the value and the key. */
const mayBeDataSql = sql<boolean>`(key in (${keysSql([...builderDataKeys, elementorModeKey, textWrittenKey])})
  or (substr(key, 1, 1) = '_' and substr(value, 1, 6) = 'field_')
  or exists (select 1 from post_meta as field where field.post_id = post_meta.post_id and field.key = '_' || post_meta.key
    and substr(field.value, 1, 6) = 'field_'))`;

/** Meta of posts that builders and fields keep, by post. */
export async function findDataMeta(read: Reader, ids: readonly number[]): Promise<Map<number, DataMeta>> {
  const found = new Map<number, [string, string][]>();
  for (const some of portions(ids)) {
    const rows = await read
      .selectFrom('post_meta')
      .select(['post_id as id', 'key', 'value'])
      .where('post_id', 'in', some)
      .where(mayBeDataSql)
      .orderBy('post_meta.id')
      .execute();
    for (const { id, key, value } of rows) {
      const own = found.get(id) ?? [];
      found.set(id, own);
      own.push([key, value]);
    }
  }
  return found;
}

/** Whether meta as a writer is given it holds data. */
export function holdsData(meta: Readonly<Record<string, readonly string[]>>): boolean {
  return Object.entries(meta).some(
    ([key, values]) =>
      builderDataKeys.includes(key) ||
      (key.startsWith('_') && values.some((value) => value.startsWith('field_'))),
  );
}

/** Keys that pages show as details of a post. */
export const placedKeys: readonly string[] = [...Object.values(detailKeys), 'kia_subtitle', 'wps_subtitle'];
