import { isDeepStrictEqual } from 'node:util';
import { sql } from 'kysely';
import type { Reader, Tx } from '../../kernel/db/open-database.ts';
import type { FieldTable } from '../../kernel/db/tables/field-tables.ts';
import { enqueueIndex } from './queue.ts';
import { fieldDefinition, isIndexed } from './model.ts';
import type { Field, FieldDefinition, FieldSet } from './model.ts';

const columns = ['id', 'post_type', 'name', 'kind', 'label', 'settings', 'is_ready'] as const;

/** A stored definition that a newer version wrote, or that is damaged, is left out; its values stay custom fields. */
function toField(row: Pick<FieldTable, Exclude<(typeof columns)[number], 'id'>> & { id: number }): Field[] {
  const { name, kind, label } = row;
  let settings: object;
  try {
    settings = JSON.parse(row.settings) as object;
  } catch {
    return [];
  }
  const read = fieldDefinition.safeParse({ ...settings, name, kind, label });
  return read.success ? [{ ...read.data, id: Number(row.id), isReady: row.is_ready === 1 }] : [];
}

/** The fields of all types that ever had some. */
export async function readFieldSets(read: Reader): Promise<Map<string, FieldSet>> {
  // Before the fields: with a change in between, a save that is based on these is refused instead of undoing it.
  const stored = await read.selectFrom('field_set').select(['post_type', 'revision']).execute();
  const rows = await read.selectFrom('field').select(columns).orderBy('position').orderBy('id').execute();
  const byType = Map.groupBy(rows, ({ post_type: type }) => type);
  return new Map(
    stored.map(({ post_type: type, revision }) => [
      type,
      { type, revision: Number(revision), fields: (byType.get(type) ?? []).flatMap(toField) },
    ]),
  );
}

export async function findFieldSet(read: Reader, type: string): Promise<FieldSet> {
  const set = await read
    .selectFrom('field_set')
    .select('revision')
    .where('post_type', '=', type)
    .executeTakeFirst();
  const rows = await read
    .selectFrom('field')
    .select(columns)
    .where('post_type', '=', type)
    .orderBy('position')
    .orderBy('id')
    .execute();
  return { type, revision: Number(set?.revision ?? 0), fields: rows.flatMap(toField) };
}

/** Locks the fields of a type until the transaction ends. */
export async function fieldSetToChange(tx: Tx, type: string): Promise<FieldSet> {
  if (tx.dialect.rowLocks) {
    // So that there is a row to lock; revision 0 is that of fields that were never saved.
    await tx.db
      .insertInto('field_set')
      .values({ post_type: type, revision: 0, updated_at: 0 })
      .onConflict((conflict) => conflict.column('post_type').doNothing())
      .execute();
    await tx.db
      .selectFrom('field_set')
      .select('post_type')
      .where('post_type', '=', type)
      .forUpdate()
      .executeTakeFirst();
  }
  return findFieldSet(tx.db, type);
}

/** Whether the index of a field fits another definition of it: the same values are accepted and indexed alike. */
const keepsIndex = (before: FieldDefinition, now: FieldDefinition): boolean =>
  isIndexed(before) === isIndexed(now) && isDeepStrictEqual(indexSettings(before), indexSettings(now));

const indexSettings = ({ kind, multiple, min, max, step, choices }: FieldDefinition) => [
  kind,
  multiple,
  min,
  max,
  step,
  choices?.map(({ value }) => value),
];

/**
 * Replaces the fields of a type. A field whose index has to be rebuilt gets another id; a job indexes stored values and
 * removes rows of former ids. Values of removed fields stay `post_meta`.
 */
export async function writeFieldSet(
  tx: Tx,
  before: FieldSet,
  fields: readonly FieldDefinition[],
): Promise<void> {
  const { type } = before;
  const stored = new Map(before.fields.map((field) => [field.name, field]));
  const kept = new Set<number>();
  const rows = fields.map(({ name, kind, label, ...settings }, position) => {
    const former = stored.get(name);
    const isKept = former !== undefined && keepsIndex(former, { name, kind, label, ...settings });
    if (isKept) kept.add(former.id);
    return {
      ...(isKept ? { id: former.id } : {}),
      post_type: type,
      name,
      kind,
      label,
      settings: JSON.stringify(settings),
      position,
      is_ready: Number(isKept ? former.isReady : !isIndexed({ name, kind, label, ...settings })),
    };
  });
  await tx.db.deleteFrom('field').where('post_type', '=', type).execute();
  for (const row of rows) await tx.db.insertInto('field').values(row).execute();
  await tx.db
    .insertInto('field_set')
    .values({ post_type: type, revision: 1, updated_at: Date.now() })
    .onConflict((conflict) =>
      conflict
        .column('post_type')
        .doUpdateSet((eb) => ({ revision: eb('field_set.revision', '+', 1), updated_at: Date.now() })),
    )
    .execute();
  const isStale =
    rows.some(({ is_ready: isReady }) => isReady === 0) ||
    before.fields.some((field) => isIndexed(field) && !kept.has(field.id));
  if (isStale) await enqueueIndex(tx, type);
  tx.emit('fields');
  // Pages of any kind may show a field, and definitions change rarely.
  tx.emit('*', 'bulk');
}

export async function markReady(tx: Tx, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  await tx.db.updateTable('field').set({ is_ready: 1 }).where('id', 'in', ids).execute();
  tx.emit('fields');
}

/** Ids of all fields, also of damaged ones. */
export async function allFieldIds(read: Reader): Promise<number[]> {
  return (await read.selectFrom('field').select('id').execute()).map(({ id }) => Number(id));
}

/** A field id that has index rows but no field; undefined: no such row exists. Walks the ids, not the rows. */
export async function findStrayIndex(
  read: Reader,
  table: 'field_number' | 'field_text',
  known: ReadonlySet<number>,
): Promise<number | undefined> {
  for (let above = 0; ; ) {
    const row = await read
      .selectFrom(table)
      .select(sql<number>`min(field_id)`.as('id'))
      .where('field_id', '>', above)
      .executeTakeFirst();
    if (row?.id === undefined || row.id === null) return undefined;
    const id = Number(row.id);
    if (!known.has(id)) return id;
    above = id;
  }
}
