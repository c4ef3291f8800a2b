import type { Selectable } from 'kysely';
import type { Reader, Tx } from '../../kernel/db/open-database.ts';
import type { TemplateTable } from '../../kernel/db/tables/site-tables.ts';
import type { TemplateReference } from './changes.ts';
import type { Template, TemplateAssignments, TemplateSummary, TemplateType, TemplateUse } from './model.ts';

const summaryColumns = [
  'id',
  'type',
  'title',
  'is_mobile',
  'mobile_template_id',
  'header_id',
  'footer_id',
  'revision',
  'created_at',
  'updated_at',
] as const;

type SummaryRow = Pick<Selectable<TemplateTable>, (typeof summaryColumns)[number]>;

function toSummary(row: SummaryRow): TemplateSummary {
  return {
    id: row.id,
    type: row.type,
    title: row.title,
    isMobile: row.is_mobile === 1,
    mobileTemplateId: row.mobile_template_id,
    headerId: row.header_id,
    footerId: row.footer_id,
    revision: row.revision,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}

const selectWhole = (read: Reader, id: number) =>
  read
    .selectFrom('template')
    .select([...summaryColumns, 'content'])
    .where('id', '=', id);

export async function findTemplate(read: Reader, id: number): Promise<Template | undefined> {
  const row = await selectWhole(read, id).executeTakeFirst();
  return row && { ...toSummary(row), content: row.content };
}

/** Templates whose documents contain a text, such as the name of a block; at most 500. `text`: without `%` and `_`. */
export async function findTemplatesWith(read: Reader, text: string): Promise<Template[]> {
  const rows = await read
    .selectFrom('template')
    .select([...summaryColumns, 'content'])
    .where('content', 'like', `%${text}%`)
    .orderBy('id')
    .limit(500)
    .execute();
  return rows.map((row) => ({ ...toSummary(row), content: row.content }));
}

/** Locks a template for an update until the transaction ends. Others can still reference it concurrently (`holdTemplates`). */
export async function findTemplateToChange(tx: Tx, id: number): Promise<Template | undefined> {
  const row = await selectWhole(tx.db, id)
    .$if(tx.dialect.rowLocks, (query) => query.forNoKeyUpdate())
    .executeTakeFirst();
  return row && { ...toSummary(row), content: row.content };
}

/** Locks a template for deletion: waits for concurrent assignments of it and blocks new ones until the transaction ends. */
export async function findTemplateToDelete(tx: Tx, id: number): Promise<Template | undefined> {
  const row = await selectWhole(tx.db, id)
    .$if(tx.dialect.rowLocks, (query) => query.forUpdate())
    .executeTakeFirst();
  return row && { ...toSummary(row), content: row.content };
}

/**
 * Returns summaries of templates that are about to be referenced and blocks their deletion until the transaction ends.
 * Missing ones are left out.
 */
export async function holdTemplates(tx: Tx, ids: readonly number[]): Promise<Map<number, TemplateSummary>> {
  const requested = ids.filter((id) => id > 0);
  if (requested.length === 0) return new Map();
  const rows = await tx.db
    .selectFrom('template')
    .select(summaryColumns)
    .where('id', 'in', requested)
    .orderBy('id')
    .$if(tx.dialect.rowLocks, (query) => query.forKeyShare())
    .execute();
  return new Map(rows.map((row) => [row.id, toSummary(row)]));
}

export async function findTemplateSummaries(
  read: Reader,
  ids: readonly number[],
): Promise<Map<number, TemplateSummary>> {
  if (ids.length === 0) return new Map();
  const rows = await read.selectFrom('template').select(summaryColumns).where('id', 'in', ids).execute();
  return new Map(rows.map((row) => [row.id, toSummary(row)]));
}

/** Lists templates, oldest first: of a type those for phones or the others; without a query all, by type. */
export async function listTemplates(
  read: Reader,
  query?: { readonly type: TemplateType; readonly mobile: boolean },
): Promise<TemplateSummary[]> {
  const all = read.selectFrom('template').select(summaryColumns);
  const matching = query
    ? all.where('type', '=', query.type).where('is_mobile', '=', query.mobile ? 1 : 0)
    : all;
  return (await matching.orderBy('type').orderBy('id').limit(1000).execute()).map(toSummary);
}

export async function findTemplates(read: Reader, ids: readonly number[]): Promise<Map<number, Template>> {
  if (ids.length === 0) return new Map();
  const rows = await read
    .selectFrom('template')
    .select([...summaryColumns, 'content'])
    .where('id', 'in', ids)
    .execute();
  return new Map(rows.map((row) => [row.id, { ...toSummary(row), content: row.content }]));
}

export async function findAssignments(
  read: Reader,
  kind: string,
  itemId: number,
): Promise<TemplateAssignments> {
  const rows = await read
    .selectFrom('template_assignment')
    .select(['item_id', 'template_id'])
    .where('kind', '=', kind)
    .where('item_id', 'in', [0, itemId])
    .execute();
  return {
    item: itemId === 0 ? undefined : rows.find((row) => row.item_id === itemId)?.template_id,
    global: rows.find((row) => row.item_id === 0)?.template_id,
  };
}

export async function findItemTemplates(
  read: Reader,
  kind: string,
  itemIds: readonly number[],
): Promise<Map<number, number>> {
  if (itemIds.length === 0) return new Map();
  const rows = await read
    .selectFrom('template_assignment')
    .select(['item_id', 'template_id'])
    .where('kind', '=', kind)
    .where('item_id', 'in', itemIds)
    .execute();
  return new Map(rows.map((row) => [row.item_id, row.template_id]));
}

/** Returns the global template of a kind and whether any of its items has its own; reads at most two index entries. */
export async function findKindAssignments(
  read: Reader,
  kind: string,
): Promise<{ global: number | undefined; anyItem: boolean }> {
  // Item 0, the global template, sorts first.
  const rows = await read
    .selectFrom('template_assignment')
    .select(['item_id', 'template_id'])
    .where('kind', '=', kind)
    .orderBy('item_id')
    .limit(2)
    .execute();
  return {
    global: rows.find((row) => row.item_id === 0)?.template_id,
    anyItem: rows.some((row) => row.item_id > 0),
  };
}

const selectReferring = (read: Reader, id: number) =>
  read
    .selectFrom('template')
    .select(['id', 'mobile_template_id', 'header_id', 'footer_id'])
    .where((eb) =>
      eb.or([eb('mobile_template_id', '=', id), eb('header_id', '=', id), eb('footer_id', '=', id)]),
    )
    .orderBy('id');

export async function findReferring(read: Reader, id: number): Promise<TemplateReference[]> {
  return toReferences(await selectReferring(read, id).execute(), id);
}

/** As `findReferring`, with these templates locked until the transaction ends. */
export async function holdReferring(tx: Tx, id: number): Promise<TemplateReference[]> {
  return toReferences(
    await selectReferring(tx.db, id)
      .$if(tx.dialect.rowLocks, (query) => query.forNoKeyUpdate())
      .execute(),
    id,
  );
}

type Parts = Pick<SummaryRow, 'id' | 'mobile_template_id' | 'header_id' | 'footer_id'>;

const toReferences = (rows: readonly Parts[], id: number): TemplateReference[] =>
  rows.flatMap((row) => [
    ...(row.mobile_template_id === id ? [{ id: row.id, field: 'mobileTemplateId' } as const] : []),
    ...(row.header_id === id ? [{ id: row.id, field: 'headerId' } as const] : []),
    ...(row.footer_id === id ? [{ id: row.id, field: 'footerId' } as const] : []),
  ]);

export async function findTemplateUses(
  read: Reader,
  templateId: number,
  limit = 100,
): Promise<TemplateUse[]> {
  const rows = await read
    .selectFrom('template_assignment')
    .select(['kind', 'item_id'])
    .where('template_id', '=', templateId)
    .orderBy('item_id')
    .orderBy('kind')
    .limit(limit)
    .execute();
  return rows.map((row) => ({ kind: row.kind, itemId: row.item_id }));
}
