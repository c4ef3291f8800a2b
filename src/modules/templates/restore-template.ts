import { z } from 'zod';
import type { Tx } from '../../kernel/db/open-database.ts';
import { NotFoundError } from '../../lib/errors.ts';
import { readInput } from '../../kernel/command.ts';
import type { From } from '../../kernel/command.ts';
import { sentId } from '../../kernel/input-kinds.ts';
import { demand } from '../../kernel/permission.ts';
import type { CleanedAhead } from '../posts/prepared-text.ts';
import type { Actor } from '../../kernel/actor.ts';
import { editTemplates } from './policy.ts';
import { findTemplateRevision } from './revisions.ts';
import { changeTemplate, templateToChange } from './save-template.ts';

/** `id`: of the revision. */
const schema = z.strictObject({ id: sentId });

/**
 * Gives a template the title and the document of one of its revisions, for somebody who saw revision `from` of the template. What stood there is kept as a
 * revision, and the parts that it has stay. Throws `StaleError` with both sides.
 */
export async function restoreTemplate(
  tx: Tx,
  actor: Actor | undefined,
  input: z.input<typeof schema>,
  from: From,
  ahead?: CleanedAhead,
): Promise<void> {
  const { id } = readInput(schema, input, 'the revision');
  demand(editTemplates, actor, undefined);
  const revision = await findTemplateRevision(tx.db, id);
  if (!revision)
    throw new NotFoundError(`There is no revision ${id} of a template.`, 'template_revision_not_found');
  const { templateId, title, content } = revision;
  const texts = { title, content };
  await changeTemplate(tx, actor, await templateToChange(tx, templateId, texts, from), texts, {
    ahead,
    restored: id,
  });
}
