import type { Tx } from '../../kernel/db/open-database.ts';
import { InvalidInputError, NotFoundError } from '../../lib/errors.ts';
import { startOf } from '../../lib/cut-text.ts';
import { templateDeleted } from './events.ts';
import { findTemplate, findTemplateToDelete, holdTemplates, findTemplateToChange } from './reader.ts';
import { removeTemplateRevisions } from './revisions.ts';
import type { Template, TemplateSummary } from './model.ts';
import { isTemplateType, templateTypes } from './model.ts';
import { portions } from '../../lib/batch.ts';
import { findSummaries } from '../posts/index.ts';
import { findTerms } from '../terms/index.ts';
import { findUsers } from '../users/index.ts';
import type { TemplateReference } from './changes.ts';
import { kindOfItems, kindOfPost, kindOfTerm, holdItems } from './kinds.ts';

export interface TemplateInput {
  readonly type: string;
  readonly title: string;
  readonly content?: string;
  readonly isMobile?: boolean;
  readonly mobileTemplateId?: number;
  readonly headerId?: number;
  readonly footerId?: number;
}

const maxTitleLength = 200;

export async function createTemplate(tx: Tx, input: TemplateInput): Promise<number> {
  const { type, isMobile = false, mobileTemplateId = 0, headerId = 0, footerId = 0 } = input;
  if (!isTemplateType(type))
    throw new InvalidInputError(`"${type}" is no template type; the types are ${templateTypes.join(', ')}.`);
  await checkReferences(tx, { type, isMobile }, { mobileTemplateId, headerId, footerId });
  const now = Date.now();
  const { id } = await tx.db
    .insertInto('template')
    .values({
      type,
      title: checkTitle(input.title),
      content: input.content ?? '',
      is_mobile: isMobile ? 1 : 0,
      mobile_template_id: mobileTemplateId,
      header_id: headerId,
      footer_id: footerId,
      revision: 1,
      created_at: now,
      updated_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  emit(tx, id);
  return id;
}

/** Updates a template; fields that are left out stay. Throws `InvalidInputError` for a part that it can't have. */
export async function updateTemplate(
  tx: Tx,
  id: number,
  changes: Partial<Pick<Template, 'title' | 'content'> & References>,
): Promise<void> {
  await checkReferences(tx, await existing(tx, id), changes);
  const { title, content, mobileTemplateId, headerId, footerId } = changes;
  await tx.db
    .updateTable('template')
    .set((eb) => ({
      title: title === undefined ? undefined : checkTitle(title),
      content,
      mobile_template_id: mobileTemplateId,
      header_id: headerId,
      footer_id: footerId,
      revision: eb('revision', '+', 1),
      updated_at: Date.now(),
    }))
    .where('id', '=', id)
    .execute();
  emit(tx, id);
}

export async function duplicateTemplate(tx: Tx, id: number, title?: string): Promise<number> {
  const original = await existing(tx, id);
  return createTemplate(tx, {
    ...original,
    title: title ?? `${startOf(original.title, maxTitleLength - 7)} (copy)`,
  });
}

/**
 * Deletes a template, its assignments and all references to it; does nothing if it is gone. Its revisions are deleted,
 * too, unless `keepsRevisions` allows an undo.
 */
export async function deleteTemplate(
  tx: Tx,
  id: number,
  { keepsRevisions = false }: { readonly keepsRevisions?: boolean } = {},
): Promise<void> {
  if (!(await findTemplateToDelete(tx, id))) return;
  for (const column of ['mobile_template_id', 'header_id', 'footer_id'] as const) {
    const users = await tx.db
      .updateTable('template')
      .set((eb) => ({ [column]: 0, revision: eb('revision', '+', 1) }))
      .where(column, '=', id)
      .returning('id')
      .execute();
    for (const user of users) tx.emit(`template:${user.id}`);
  }
  await tx.db.deleteFrom('template_assignment').where('template_id', '=', id).execute();
  if (!keepsRevisions) await removeTemplateRevisions(tx, id);
  await tx.followers.notify(tx, templateDeleted, { id });
  await tx.db.deleteFrom('template').where('id', '=', id).execute();
  tx.emit(`template:${id}`, 'remove');
  tx.emit('templates');
}

/** Re-creates a deleted template under its old id; clears references to parts that no longer exist. The caller restores its assignments. */
export async function recreateTemplate(
  tx: Tx,
  template: Pick<
    Template,
    | 'id'
    | 'type'
    | 'title'
    | 'content'
    | 'isMobile'
    | 'mobileTemplateId'
    | 'headerId'
    | 'footerId'
    | 'revision'
    | 'createdAt'
  >,
): Promise<void> {
  const { id, type, title, content, isMobile, revision, createdAt } = template;
  const parts = {
    mobileTemplateId: template.mobileTemplateId,
    headerId: template.headerId,
    footerId: template.footerId,
  };
  const existingIds = await holdTemplates(tx, Object.values(parts));
  const existingOrNone = (part: number) => (existingIds.has(part) ? part : 0);
  await tx.db
    .insertInto('template')
    .values({
      id,
      type,
      title,
      content,
      is_mobile: isMobile ? 1 : 0,
      mobile_template_id: existingOrNone(parts.mobileTemplateId),
      header_id: existingOrNone(parts.headerId),
      footer_id: existingOrNone(parts.footerId),
      revision,
      created_at: createdAt,
      updated_at: Date.now(),
    })
    .execute();
  emit(tx, id);
}

type References = Partial<Pick<TemplateSummary, 'mobileTemplateId' | 'headerId' | 'footerId'>>;

/** Throws unless every referenced template exists and fits: a phone variant of the same type, a header, a footer. Blocks their deletion. */
async function checkReferences(
  tx: Tx,
  owner: Pick<TemplateSummary, 'type' | 'isMobile'>,
  references: References,
): Promise<void> {
  const { mobileTemplateId = 0, headerId = 0, footerId = 0 } = references;
  const found = await holdTemplates(tx, [mobileTemplateId, headerId, footerId]);
  const mobile = found.get(mobileTemplateId);
  if (mobileTemplateId > 0 && (!mobile?.isMobile || mobile.type !== owner.type)) {
    throw new InvalidInputError(
      `Template ${mobileTemplateId} is no mobile template of the type ${owner.type}.`,
    );
  }
  if (mobileTemplateId > 0 && owner.isMobile)
    throw new InvalidInputError("A mobile template can't have a mobile template of its own.");
  if (headerId > 0 && found.get(headerId)?.type !== 'header')
    throw new InvalidInputError(`Template ${headerId} is no header.`);
  if (footerId > 0 && found.get(footerId)?.type !== 'footer')
    throw new InvalidInputError(`Template ${footerId} is no footer.`);
}

async function existing(tx: Tx, id: number): Promise<Template> {
  const template = await findTemplate(tx.db, id);
  if (!template) throw new NotFoundError(`There is no template ${id}.`, 'template_not_found');
  return template;
}

function checkTitle(title: string): string {
  const trimmed = title.trim();
  if (trimmed === '') throw new InvalidInputError('A template needs a title.');
  if (trimmed.length > maxTitleLength) {
    throw new InvalidInputError(
      `The title of a template has at most ${maxTitleLength} characters; this one has ${trimmed.length}.`,
    );
  }
  return trimmed;
}

function emit(tx: Tx, id: number): void {
  tx.emit(`template:${id}`);
  tx.emit('templates');
}

export interface LeftOut {
  readonly kind: string;
  /** 0: the global template of the kind. */
  readonly itemId: number;
  readonly theirs: number;
}

/** Uses up to which each is invalidated by itself; beyond that, whole kinds are. */
const maxSingleUses = 200;

/**
 * Restores the uses of a restored template that are still free; returns those that others have taken. Skips deleted
 * items, and templates that have another part. Templates are locked before items, in the order of a deletion.
 */
export async function reassign(
  tx: Tx,
  changeId: number,
  templateId: number,
  partOf: readonly TemplateReference[],
): Promise<LeftOut[]> {
  for (const { id, field } of partOf) {
    const template = await findTemplateToChange(tx, id);
    if (template?.[field] === 0) await updateTemplate(tx, id, { [field]: templateId });
  }
  const uses = await tx.db
    .selectFrom('template_change_use')
    .select(['kind', 'item_id as itemId'])
    .where('change_id', '=', changeId)
    .orderBy('kind')
    .orderBy('item_id')
    .execute();
  const left: LeftOut[] = [];
  for (const [kind, items] of Map.groupBy(uses, (use) => use.kind)) {
    for (const some of portions(items.map(({ itemId }) => itemId)))
      left.push(...(await reassignKind(tx, kind, some, templateId)));
  }
  tx.emit('templates');
  if (uses.length > maxSingleUses)
    for (const kind of new Set(uses.map((use) => use.kind))) tx.emit(`assignment:${kind}:0`);
  else for (const { kind, itemId } of uses) tx.emit(`assignment:${kind}:${itemId}`);
  return left;
}

async function reassignKind(
  tx: Tx,
  kind: string,
  itemIds: readonly number[],
  templateId: number,
): Promise<LeftOut[]> {
  const present = await existingItems(tx, kind, itemIds);
  const assignments = itemIds
    .filter((id) => present.has(id))
    .map((id) => ({ kind, item_id: id, template_id: templateId }));
  if (assignments.length === 0) return [];
  // Written as an upsert that changes nothing, so that it waits for concurrent assignments and returns those of others.
  const rows = await tx.db
    .insertInto('template_assignment')
    .values(assignments)
    .onConflict((conflict) =>
      conflict
        .columns(['kind', 'item_id'])
        .doUpdateSet((eb) => ({ template_id: eb.ref('template_assignment.template_id') })),
    )
    .returning(['item_id as itemId', 'template_id as theirs'])
    .execute();
  return rows
    .filter(({ theirs }) => theirs !== templateId)
    .map(({ itemId, theirs }) => ({ kind, itemId, theirs }))
    .toSorted((a, b) => a.itemId - b.itemId);
}

/** Those of these items that still exist, locked until the transaction ends; 0 stands for the kind. */
async function existingItems(tx: Tx, kind: string, ids: readonly number[]): Promise<ReadonlySet<number>> {
  const pages = kindOfItems(kind);
  await holdItems(tx, pages, ids);
  if (kind === 'author') return new Set([0, ...(await findUsers(tx.db, ids)).keys()]);
  const [posts, terms] = [await findSummaries(tx.db, ids), await findTerms(tx.db, ids)];
  return new Set([
    0,
    ...[...posts.values()].filter(({ type }) => kindOfPost(type) === pages).map(({ id }) => id),
    ...[...terms.values()].filter(({ taxonomy }) => kindOfTerm(taxonomy) === kind).map(({ id }) => id),
  ]);
}
