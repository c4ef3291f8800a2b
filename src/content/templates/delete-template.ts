import { z } from 'zod';
import type { Tx } from '../../db/open-database.ts';
import { NotFoundError } from '../../lib/errors.ts';
import { noteActivity } from '../activity/writer.ts';
import { readInput, refuseStale } from '../command.ts';
import { sentId } from '../input-kinds.ts';
import { demand } from '../permission.ts';
import type { Actor } from '../users/role.ts';
import { editTemplates } from './policy.ts';
import { findTemplateToChange } from './reader.ts';
import * as writer from './writer.ts';

const schema = z.strictObject({ id: sentId });

/** Deletes a template for somebody who saw revision `from` of it; pages that had it get what comes next. Throws `StaleError` with both sides. */
export async function deleteTemplate(tx: Tx, actor: Actor | undefined, input: z.input<typeof schema>, from: number): Promise<void> {
  const { id } = readInput(schema, input, 'the template');
  demand(editTemplates, actor, undefined);
  const theirs = await findTemplateToChange(tx, id);
  if (!theirs) throw new NotFoundError(`There is no template ${id}.`, 'template_not_found');
  refuseStale(`the template "${theirs.title}"`, { mine: undefined, theirs }, from);
  await writer.deleteTemplate(tx, id);
  await noteActivity(tx, actor, { verb: 'delete', kind: 'template', itemId: id, summary: `${theirs.type} "${theirs.title}"` });
}
