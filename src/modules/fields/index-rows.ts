import type { Insertable } from 'kysely';
import type { Tx } from '../../kernel/db/open-database.ts';
import type { FieldNumberTable, FieldTextTable } from '../../kernel/db/tables/field-tables.ts';
import { portions } from '../../lib/batch.ts';
import type { SavedPost } from '../posts/index.ts';
import { isIndexed } from './model.ts';
import type { Field } from './model.ts';
import { fieldsOfType } from './site-fields.ts';
import { decodeValue, indexEntries } from './values.ts';

type Meta = ReadonlyMap<string, readonly string[]>;

interface IndexedPost {
  readonly id: number;
  readonly isListed: boolean;
  readonly publishedAt: number;
  readonly meta: Meta;
}

const tables = ['field_number', 'field_text'] as const;

export const indexedFields = (type: string): readonly Field[] => fieldsOfType(type).filter(isIndexed);

/** Adds the rows of posts. Rows of these fields must not exist. */
export async function insertIndexRows(
  tx: Tx,
  fields: readonly Field[],
  posts: readonly IndexedPost[],
): Promise<void> {
  const numbers: Insertable<FieldNumberTable>[] = [];
  const texts: Insertable<FieldTextTable>[] = [];
  for (const { id, isListed, publishedAt, meta } of posts)
    for (const field of fields) {
      const stored = meta.get(field.name)?.[0];
      if (stored === undefined) continue;
      const row = { field_id: field.id, is_listed: Number(isListed), published_at: publishedAt, post_id: id };
      const entries = indexEntries(field, decodeValue(field, stored));
      if ('numbers' in entries) numbers.push(...entries.numbers.map((value) => ({ ...row, value })));
      else texts.push(...entries.texts.map((value) => ({ ...row, value })));
    }
  for (const some of portions(numbers)) await tx.db.insertInto('field_number').values(some).execute();
  for (const some of portions(texts)) await tx.db.insertInto('field_text').values(some).execute();
}

export async function deleteIndexRows(
  tx: Tx,
  postIds: readonly number[],
  fields?: readonly Field[],
): Promise<void> {
  for (const table of tables)
    for (const ids of portions(postIds)) {
      let rows = tx.db.deleteFrom(table).where('post_id', 'in', ids);
      if (fields)
        rows = rows.where(
          'field_id',
          'in',
          fields.map(({ id }) => id),
        );
      await rows.execute();
    }
}

async function readMeta(tx: Tx, id: number, fields: readonly Field[]): Promise<Meta> {
  const rows = await tx.db
    .selectFrom('post_meta')
    .select(['key', 'value'])
    .where('post_id', '=', id)
    .where(
      'key',
      'in',
      fields.map(({ name }) => name),
    )
    .orderBy('id')
    .execute();
  return new Map(
    [...Map.groupBy(rows, ({ key }) => key)].map(([key, values]) => [key, values.map(({ value }) => value)]),
  );
}

/** Updates the index of a saved post, in its transaction. Runs no query for types without indexed fields. */
export async function indexSavedPost(tx: Tx, { id, before, after, written }: SavedPost): Promise<void> {
  const fields = indexedFields(after.type);
  const meta = written.meta ?? {};
  const place = { id, isListed: after.listed, publishedAt: after.publishedAt };
  if (before && before.type !== after.type) {
    if (indexedFields(before.type).length > 0) await deleteIndexRows(tx, [id]);
    if (fields.length > 0)
      await insertIndexRows(tx, fields, [{ ...place, meta: await readMeta(tx, id, fields) }]);
    return;
  }
  if (fields.length === 0) return;
  const changed = fields.filter(({ name }) => Object.hasOwn(meta, name));
  if (changed.length > 0) {
    if (before) await deleteIndexRows(tx, [id], changed);
    await insertIndexRows(tx, changed, [{ ...place, meta: new Map(Object.entries(meta)) }]);
  }
  const isMoved = before && (before.listed !== after.listed || before.publishedAt !== after.publishedAt);
  if (isMoved && changed.length < fields.length)
    for (const table of tables)
      await tx.db
        .updateTable(table)
        .set({ is_listed: Number(after.listed), published_at: after.publishedAt })
        .where('post_id', '=', id)
        .execute();
}
