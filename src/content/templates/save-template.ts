import { z } from 'zod';
import type { Tx } from '../../db/open-database.ts';
import { NotFoundError } from '../../lib/errors.ts';
import { noteActivity } from '../activity/writer.ts';
import { authorise, changedFields, readInput, refuseStale } from '../command.ts';
import { sentId } from '../input-kinds.ts';
import type { CleanedAhead } from '../posts/clean-content.ts';
import type { Actor } from '../users/role.ts';
import { mayEditTemplates } from './policy.ts';
import { findTemplateToChange } from './reader.ts';
import { allowedDocument, templateFields } from './template-input.ts';
import * as writer from './writer.ts';

const schema = z.strictObject({ id: sentId, ...z.object(templateFields).partial().shape });

/** Changes a template for somebody who began `from` a revision of it; fields that are left out stay. Throws `StaleError` with both sides. */
export async function saveTemplate(tx: Tx, actor: Actor | undefined, input: z.input<typeof schema>, from: number, ahead?: CleanedAhead): Promise<void> {
  const { id, ...sent } = readInput(schema, input, 'the template');
  authorise(actor, mayEditTemplates(actor), { message: 'Sorry, you are not allowed to edit templates.', capability: 'edit_templates' });
  const theirs = await findTemplateToChange(tx, id);
  if (!theirs) throw new NotFoundError(`There is no template ${id}.`, 'template_not_found');
  refuseStale(`the template "${theirs.title}"`, { mine: sent, theirs }, from);
  const changed = changedFields(sent, theirs);
  if (Object.keys(changed).length === 0) return;
  if (changed.content !== undefined) changed.content = allowedDocument(actor, changed.content, theirs.content, ahead);
  await writer.updateTemplate(tx, id, changed);
  await noteActivity(tx, actor, { verb: 'update', kind: 'template', itemId: id,
    summary: `${theirs.type} "${theirs.title}": ${Object.keys(changed).join(', ')}` });
}
