import { z } from 'zod';
import type { Selectable } from 'kysely';
import type { Reader, Tx } from '../../kernel/db/open-database.ts';
import type { TemplateChangeTable } from '../../kernel/db/tables/site-tables.ts';
import { readStored } from '../../lib/schemas.ts';
import { pageType } from '../types/index.ts';
import type { Actor } from '../../kernel/permission.ts';
import { removeTemplateRevisions } from './revisions.ts';
import { mobilePages } from './kinds.ts';
import { typeOfKind } from './model.ts';

/** Changes retained per kind; older ones can't be undone. */
export const maxTemplateChanges = 500;

const reference = z.object({ id: z.int(), field: z.enum(['mobileTemplateId', 'headerId', 'footerId']) });
export type TemplateReference = z.output<typeof reference>;

const state = z
  .object({
    /** Of an assignment; 0: none. */
    templateId: z.int(),
    title: z.string(),
    isMobile: z.boolean(),
    mobileTemplateId: z.int(),
    headerId: z.int(),
    footerId: z.int(),
    createdAt: z.int(),
    revision: z.int(),
    revisionId: z.int(),
    /** Templates that used it as a part. */
    partOf: z.array(reference),
  })
  .partial();
/** State before or after a change: an assignment, or the changed fields of a template. */
export type ChangeState = z.output<typeof state>;

export interface TemplateChange {
  readonly id: number;
  readonly kind: string;
  readonly itemId: number;
  readonly templateId: number;
  readonly action: TemplateChangeTable['action'];
  readonly title: string;
  readonly userId: number;
  /** Milliseconds. */
  readonly createdAt: number;
  /** Id of the change that this one undid; 0: none. */
  readonly undoes: number;
  readonly before: ChangeState;
  readonly after: ChangeState;
}

export type NewChange = Pick<
  TemplateChange,
  'kind' | 'templateId' | 'action' | 'title' | 'before' | 'after'
> &
  Partial<Pick<TemplateChange, 'itemId' | 'undoes'>>;

function toChange(row: Selectable<TemplateChangeTable>): TemplateChange {
  return {
    id: row.id,
    kind: row.kind,
    itemId: row.item_id,
    templateId: row.template_id,
    action: row.action,
    title: row.title,
    userId: row.user_id,
    createdAt: row.created_at,
    undoes: row.undoes_id,
    before: readStored(state, row.before, {}),
    after: readStored(state, row.after, {}),
  };
}

/** Stores a change and deletes the oldest ones of its kind beyond `maxTemplateChanges`. Returns its id. */
export async function storeChange(
  tx: Tx,
  { id: userId }: Pick<Actor, 'id'>,
  change: NewChange,
): Promise<number> {
  const { kind, itemId = 0, templateId, action, title, undoes = 0, before, after } = change;
  const { id } = await tx.db
    .insertInto('template_change')
    .values({
      kind,
      item_id: itemId,
      template_id: templateId,
      action,
      title,
      user_id: userId,
      created_at: Date.now(),
      undoes_id: undoes,
      before: JSON.stringify(before),
      after: JSON.stringify(after),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const over = await tx.db
    .selectFrom('template_change')
    .select(['id', 'template_id', 'action'])
    .where('kind', '=', kind)
    .orderBy('id', 'desc')
    .offset(maxTemplateChanges)
    .limit(maxTemplateChanges)
    .execute();
  for (const old of over)
    await forgetChange(tx, { id: old.id, templateId: old.template_id, action: old.action });
  return id;
}

export async function storeUses(tx: Tx, change: number, templateId: number): Promise<void> {
  await tx.db
    .insertInto('template_change_use')
    .columns(['change_id', 'kind', 'item_id'])
    .expression(
      tx.db
        .selectFrom('template_assignment')
        .select((eb) => [eb.lit(change).as('change_id'), 'kind', 'item_id'])
        .where('template_id', '=', templateId),
    )
    .execute();
}

async function forgetChange(
  tx: Tx,
  { id, templateId, action }: Pick<TemplateChange, 'id' | 'templateId' | 'action'>,
): Promise<void> {
  await tx.db.deleteFrom('template_change_use').where('change_id', '=', id).execute();
  await tx.db.deleteFrom('template_change').where('id', '=', id).execute();
  if (action !== 'delete') return;
  // Its revisions were retained only so that the template could be restored.
  const isThere = await tx.db
    .selectFrom('template')
    .select('id')
    .where('id', '=', templateId)
    .executeTakeFirst();
  if (!isThere) await removeTemplateRevisions(tx, templateId);
}

export interface ChangeQuery {
  readonly kind?: string | undefined;
  readonly itemId?: number | undefined;
  readonly templateId?: number | undefined;
  /** Only changes with a lower id. */
  readonly before?: number | undefined;
  readonly since?: number | undefined;
  readonly limit: number;
}

export async function listChanges(
  read: Reader,
  { kind, itemId, templateId, before, since, limit }: ChangeQuery,
): Promise<TemplateChange[]> {
  let rows = read.selectFrom('template_change').selectAll();
  if (kind !== undefined) rows = rows.where('kind', 'in', kindsWith(kind));
  if (itemId !== undefined) rows = rows.where('item_id', '=', itemId);
  if (templateId !== undefined) rows = rows.where('template_id', '=', templateId);
  if (before !== undefined) rows = rows.where('id', '<', before);
  if (since !== undefined) rows = rows.where('id', '>=', since);
  return (await rows.orderBy('id', 'desc').limit(limit).execute()).map(toChange);
}

const kindsWith = (kind: string): readonly string[] => [
  ...new Set([kind, typeOfKind(kind) ?? kind, ...(kind === pageType ? [mobilePages] : [])]),
];

export async function findChange(read: Reader, id: number): Promise<TemplateChange | undefined> {
  const row = await read.selectFrom('template_change').selectAll().where('id', '=', id).executeTakeFirst();
  return row && toChange(row);
}

/**
 * Returns those of these changes that are undone, by a change that is not undone itself. The current state can't tell:
 * newer changes may have come or gone.
 */
export async function findUndone(
  read: Reader,
  changes: readonly Pick<TemplateChange, 'id' | 'kind'>[],
): Promise<ReadonlySet<number>> {
  if (changes.length === 0) return new Set();
  const oldest = Math.min(...changes.map(({ id }) => id));
  // A change and its undo have the same kind, of which a bounded number is retained.
  const rows = await read
    .selectFrom('template_change')
    .select(['id', 'undoes_id'])
    .where('kind', 'in', [...new Set(changes.map(({ kind }) => kind))])
    .where('id', '>', oldest)
    .where('undoes_id', '>=', oldest)
    .orderBy('id', 'desc')
    .execute();
  const undone = new Set<number>();
  const answered = new Set<number>();
  for (const { id, undoes_id: of } of rows) {
    // Rows come newest first: the newest undo decides, and whether that one is undone is already known.
    if (answered.has(of)) continue;
    answered.add(of);
    if (!undone.has(id)) undone.add(of);
  }
  return undone;
}

export async function forgetItemChanges(tx: Tx, kind: string, itemId: number): Promise<void> {
  await tx.db.deleteFrom('template_change').where('kind', '=', kind).where('item_id', '=', itemId).execute();
  await tx.db
    .deleteFrom('template_change_use')
    .where('kind', '=', kind)
    .where('item_id', '=', itemId)
    .execute();
}

/** Detaches a deleted user's changes (user 0). */
export async function forgetChanger(tx: Tx, userId: number): Promise<void> {
  await tx.db.updateTable('template_change').set({ user_id: 0 }).where('user_id', '=', userId).execute();
}
