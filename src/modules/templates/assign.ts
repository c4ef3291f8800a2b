import type { Tx } from '../../kernel/db/open-database.ts';
import { InvalidInputError, NotFoundError } from '../../lib/errors.ts';
import { idOf } from '../../lib/numbers.ts';
import { mobilePages } from './kinds.ts';
import { forgetItemChanges } from './changes.ts';
import { fitsKind } from './policy.ts';
import { holdTemplates } from './reader.ts';

/** Gives an item a template of its own. */
export async function assignTemplateToItem(
  tx: Tx,
  kind: string,
  itemId: number,
  templateId: number,
): Promise<void> {
  if (idOf(itemId) === undefined) throw new InvalidInputError(`${itemId} is no id of a ${kind}.`);
  await assign(tx, kind, itemId, templateId);
}

/** Makes a template the global one of its kind, in place of the one before. For `header` and `footer`: the site's. */
export async function assignTemplateGlobally(tx: Tx, kind: string, templateId: number): Promise<void> {
  await assign(tx, kind, 0, templateId);
}

/** Takes an item's own template away, or with item 0 the global one of the kind. */
export async function clearTemplateAssignment(tx: Tx, kind: string, itemId: number): Promise<void> {
  const gone = await tx.db
    .deleteFrom('template_assignment')
    .where('kind', '=', kind)
    .where('item_id', '=', itemId)
    .executeTakeFirst();
  if (Number(gone.numDeletedRows) > 0) emit(tx, kind, itemId);
}

/** Forgets what an item that goes for good had: its template, and what is kept of how it got it. */
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

/** `templates` tells the caches of templates; the finer tag is for pages: those of one item, or with 0 of the kind, have to be laid out again. */
function emit(tx: Tx, kind: string, itemId: number): void {
  tx.emit('templates');
  tx.emit(`assignment:${kind}:${itemId}`);
}
