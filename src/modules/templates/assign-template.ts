import { z } from 'zod';
import type { Tx } from '../../kernel/db/open-database.ts';
import { NotFoundError } from '../../lib/errors.ts';
import { noteChange, readInput, refuseUnseen } from '../../kernel/command.ts';
import type { From } from '../../kernel/command.ts';
import { sentIdOrNone } from '../../kernel/input-kinds.ts';
import { demand } from '../../kernel/permission.ts';
import type { Actor } from '../../kernel/permission.ts';
import { assignTemplateGlobally, assignTemplateToItem, clearTemplateAssignment } from './assign.ts';
import { storeChange } from './changes.ts';
import { kindOfItems, holdItems, kindOfItem } from './kinds.ts';
import { editTemplates } from './policy.ts';
import { findAssignments, findTemplateSummaries } from './reader.ts';
import { typeOfKind } from './model.ts';

const schema = z.strictObject({
  /** A kind of page, such as `single` or `cpt:book`; `header` and `footer` for the site's parts. */
  kind: z
    .string()
    .max(100)
    .refine((kind) => typeOfKind(kind) !== undefined, 'there is no such kind of page'),
  /** Id of a post, term or user of that kind; 0: all items without an own template. */
  itemId: sentIdOrNone.default(0),
  templateId: sentIdOrNone,
});

/**
 * Assigns a template to an item or kind, or clears it. Throws `StaleError` unless the current template is `from` (0:
 * none), `NotFoundError` for an item of another kind, and the writer's errors for a template that does not fit.
 */
export async function assignTemplate(
  tx: Tx,
  actor: Actor | undefined,
  input: z.input<typeof schema>,
  from: From,
): Promise<void> {
  const { kind, itemId, templateId } = readInput(schema, input, 'the assignment');
  demand(editTemplates, actor, undefined);
  const theirs = await assignmentToChange(tx, actor, { kind, itemId, templateId }, from);
  await changeAssignment(tx, actor, { kind, itemId, templateId, theirs });
}

const nameOf = (kind: string, itemId: number) =>
  itemId > 0 ? `the template of ${kind} ${itemId}` : `the template of the kind "${kind}"`;

/**
 * Locks an assignment and returns its current template id (0: none). Throws `StaleError` with both sides when it is not
 * `from`, and `NotFoundError` for an item of another kind.
 */
export async function assignmentToChange(
  tx: Tx,
  actor: Actor,
  { kind, itemId, templateId: mine }: Pick<NewAssignment, 'kind' | 'itemId' | 'templateId'>,
  from: From,
): Promise<number> {
  await tx.dialect.lockName(`template of ${kind} ${itemId}`)?.execute(tx.db);
  await demandItem(tx, actor, kind, itemId);
  const { item, global } = await findAssignments(tx.db, kind, itemId);
  const theirs = (itemId > 0 ? item : global) ?? 0;
  refuseUnseen(nameOf(kind, itemId), { mine, theirs }, from);
  return theirs;
}

export interface NewAssignment {
  readonly kind: string;
  /** 0: the global template of the kind. */
  readonly itemId: number;
  /** 0: none. */
  readonly templateId: number;
  readonly theirs: number;
  readonly undoes?: number;
}

/** Writes an assignment that differs from the current one and logs the change. Returns the change's id; 0: nothing to change. */
export async function changeAssignment(
  tx: Tx,
  actor: Actor,
  { kind, itemId, templateId, theirs, undoes = 0 }: NewAssignment,
): Promise<number> {
  if (theirs === templateId) return 0;
  if (templateId === 0) await clearTemplateAssignment(tx, kind, itemId);
  else if (itemId > 0) await assignTemplateToItem(tx, kind, itemId, templateId);
  else await assignTemplateGlobally(tx, kind, templateId);
  const named = await findTemplateSummaries(
    tx.db,
    [theirs, templateId].filter((id) => id > 0),
  );
  const title = named.get(templateId)?.title ?? '';
  const change = await storeChange(tx, actor, {
    kind,
    itemId,
    templateId,
    action: 'assign',
    title,
    undoes,
    before: { templateId: theirs, title: named.get(theirs)?.title ?? '' },
    after: { templateId, title },
  });
  const summary = `${nameOf(kind, itemId)}: ${theirs || 'none'} → ${templateId || 'none'}`;
  await noteChange(tx, actor, { verb: 'update', kind: 'template', itemId: templateId || theirs, summary });
  return change;
}

/**
 * Throws `NotFoundError` unless the item exists, has pages of this kind and is visible to the actor. Locks it until the
 * transaction ends. 0: all items, no check.
 */
async function demandItem(tx: Tx, actor: Actor, kind: string, itemId: number): Promise<void> {
  if (itemId === 0) return;
  const pages = kindOfItems(kind);
  await holdItems(tx, pages, [itemId]);
  if ((await kindOfItem(tx.db, actor, pages, itemId)) !== pages)
    throw new NotFoundError(`There is no item ${itemId} of the kind "${kind}".`);
}
