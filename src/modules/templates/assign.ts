import type { Tx } from '../../kernel/db/open-database.ts';
import { InvalidInputError, NotFoundError } from '../../lib/errors.ts';
import { idOf } from '../../lib/numbers.ts';
import { mobilePages } from './kinds.ts';
import { forgetItemChanges } from './changes.ts';
import { fitsKind } from './policy.ts';
import { holdTemplates } from './reader.ts';

export async function assignTemplateToItem(
  tx: Tx,
  kind: string,
  itemId: number,
  templateId: number,
): Promise<void> {
  if (idOf(itemId) === undefined) throw new InvalidInputError(`${itemId} is no id of a ${kind}.`);
  await assign(tx, kind, itemId, templateId);
}

/** Replaces the global template of a kind. `header` and `footer` are the site's parts. */
export async function assignTemplateGlobally(tx: Tx, kind: string, templateId: number): Promise<void> {
  await assign(tx, kind, 0, templateId);
}

/** Clears an item's own template or, with item 0, the global one of the kind. */
export async function clearTemplateAssignment(tx: Tx, kind: string, itemId: number): Promise<void> {
  const removed = await tx.db
    .deleteFrom('template_assignment')
    .where('kind', '=', kind)
    .where('item_id', '=', itemId)
    .executeTakeFirst();
  if (Number(removed.numDeletedRows) > 0) emit(tx, kind, itemId);
}

export async function forgetTemplateItem(tx: Tx, kind: string, itemId: number): Promise<void> {
  await clearTemplateAssignment(tx, kind, itemId);
  await forgetItemChanges(tx, kind, itemId);
}

async function assign(tx: Tx, kind: string, itemId: number, templateId: number): Promise<void> {
  const template = (await holdTemplates(tx, [templateId])).get(templateId);
  if (!template) throw new NotFoundError(`There is no template ${templateId}.`, 'template_not_found');
  if (!fitsKind(template, kind)) {
    throw new InvalidInputError(
      template.isMobile && kind !== mobilePages
        ? `Template ${templateId} is for phones: set it as the mobile template of another one.`
        : `Template ${templateId} is of the type ${template.type}${template.isMobile ? ', for phones,' : ''} and can't be used for "${kind}".`,
    );
  }
  await tx.db
    .insertInto('template_assignment')
    .values({ kind, item_id: itemId, template_id: templateId })
    .onConflict((conflict) => conflict.columns(['kind', 'item_id']).doUpdateSet({ template_id: templateId }))
    .execute();
  emit(tx, kind, itemId);
}

/** `templates` invalidates the template caches; the finer tag invalidates pages of one item, or with item 0 of the whole kind. */
function emit(tx: Tx, kind: string, itemId: number): void {
  tx.emit('templates');
  tx.emit(`assignment:${kind}:${itemId}`);
}
