import type { Tx } from '../../kernel/db/open-database.ts';
import { portions } from '../../lib/portions.ts';
import { findSummaries } from '../posts/reader.ts';
import { findTerms } from '../terms/reader.ts';
import { findUsers } from '../users/reader.ts';
import type { TemplateReference } from './changes.ts';
import { holdItems } from './item-kind.ts';
import { kindOfItems, kindOfPost, kindOfTerm } from './kinds.ts';
import { findTemplateToChange } from './reader.ts';
import { updateTemplate } from './writer.ts';

/** A use that a template had, and that another one has now. */
export interface LeftOut {
  readonly kind: string;
  /** 0: the global template of the kind. */
  readonly itemId: number;
  /** The template that is there now. */
  readonly theirs: number;
}

/** Uses of which each is told to caches; of more, their kinds. */
const mostTold = 200;

/**
 * Gives a template that was brought back what it was used for, as far as that is still there and free. Returns uses that others have taken since; items that
 * are gone are left out without a word, and so are templates that have another part by now. Those come before the items, as where a template is deleted.
 */
export async function reassign(
  tx: Tx,
  changeId: number,
  templateId: number,
  partOf: readonly TemplateReference[],
): Promise<LeftOut[]> {
  for (const { id, field } of partOf) {
    const whole = await findTemplateToChange(tx, id);
    if (whole?.[field] === 0) await updateTemplate(tx, id, { [field]: templateId });
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
  if (uses.length > mostTold)
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
  const there = await existing(tx, kind, itemIds);
  const wanted = itemIds
    .filter((id) => there.has(id))
    .map((id) => ({ kind, item_id: id, template_id: templateId }));
  if (wanted.length === 0) return [];
  // Asked by writing: what another request is giving, or taking away, at the moment is waited for, and what others have is written as it is.
  const rows = await tx.db
    .insertInto('template_assignment')
    .values(wanted)
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

/** Those of these items that are still there, and stay until the transaction ends; 0 stands for the kind. */
async function existing(tx: Tx, kind: string, ids: readonly number[]): Promise<ReadonlySet<number>> {
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
