import { z } from 'zod';
import type { Tx } from '../../kernel/db/open-database.ts';
import { InvalidInputError, NotFoundError } from '../../lib/errors.ts';
import { noteChange, readInput } from '../../kernel/command.ts';
import { sentId } from '../../kernel/input-kinds.ts';
import { demand } from '../../kernel/permission.ts';
import type { Actor } from '../../kernel/actor.ts';
import { keepChange } from './changes.ts';
import { editTemplates } from './policy.ts';
import { findTemplate } from './reader.ts';
import { keepTemplateRevision } from './revisions.ts';
import { templateFields } from './template-input.ts';
import type { Template } from './template.ts';
import * as writer from './writer.ts';

/** The template, its type, and what the copy is called. */
export const duplicateFields = z.strictObject({
  id: sentId,
  type: z.string().max(50),
  title: templateFields.title,
});

/**
 * Copies a template for somebody, document and parts, under a name of its own; it is assigned to nothing. Returns the copy. Throws `NotFoundError` for one that
 * is not there, `InvalidInputError` for one of another type than is said, and for a copy without a name.
 */
export async function duplicateTemplate(
  tx: Tx,
  actor: Actor | undefined,
  input: z.input<typeof duplicateFields>,
): Promise<Template> {
  const { id, type, title } = readInput(duplicateFields, input, 'the copy');
  demand(editTemplates, actor, undefined);
  const original = await findTemplate(tx.db, id);
  if (!original) throw new NotFoundError(`There is no template ${id}.`, 'rest_template_not_found');
  const fault: Readonly<Record<string, string>> | undefined =
    original.type !== type
      ? { type: `The template ${id} is one of "${original.type}", not of "${type}".` }
      : title.trim() === ''
        ? { title: 'The copy needs a name.' }
        : undefined;
  if (fault) throw new InvalidInputError(Object.values(fault).join(' '), 'rest_invalid_param', fault);
  const copyId = await writer.duplicateTemplate(tx, id, title);
  await keepTemplateRevision(tx, copyId, actor.id);
  await keepChange(tx, actor, {
    kind: type,
    templateId: copyId,
    action: 'create',
    title: title.trim(),
    before: {},
    after: {},
  });
  await noteChange(tx, actor, {
    verb: 'create',
    kind: 'template',
    itemId: copyId,
    summary: `${type} "${title}", a copy of ${id}`,
  });
  return { ...original, id: copyId, title };
}
