import { z } from 'zod';
import type { Tx } from '../../kernel/db/open-database.ts';
import { NotFoundError } from '../../lib/errors.ts';
import { noteChange, readInput, refuseStale } from '../../kernel/command.ts';
import type { From } from '../../kernel/command.ts';
import { sentId } from '../../kernel/input-kinds.ts';
import { demand } from '../../kernel/permission.ts';
import type { Actor } from '../../kernel/actor.ts';
import { keepChange, keepUses } from './changes.ts';
import { editTemplates } from './policy.ts';
import { findTemplateToDelete, holdReferring } from './reader.ts';
import { keepTemplateRevision } from './revisions.ts';
import type { Template } from './template.ts';
import * as writer from './writer.ts';

const schema = z.strictObject({ id: sentId });

/** Deletes a template for somebody who saw revision `from` of it; pages that had it get what comes next. Throws `StaleError` with both sides. */
export async function deleteTemplate(
  tx: Tx,
  actor: Actor | undefined,
  input: z.input<typeof schema>,
  from: From,
): Promise<void> {
  const { id } = readInput(schema, input, 'the template');
  demand(editTemplates, actor, undefined);
  await removeTemplate(tx, actor, await templateToDelete(tx, id, undefined, from));
}

/**
 * The template that is to go: nobody else can change it, or give it to anything, until the transaction ends. Throws `StaleError` with both sides, and
 * `NotFoundError`.
 */
export async function templateToDelete(
  tx: Tx,
  id: number,
  mine: null | undefined,
  from: From,
): Promise<Template> {
  const theirs = await findTemplateToDelete(tx, id);
  if (!theirs) throw new NotFoundError(`There is no template ${id}.`, 'template_not_found');
  refuseStale(`the template "${theirs.title}"`, { mine, theirs }, from);
  return theirs;
}

/**
 * Removes a template (`templateToDelete`) for somebody, and keeps all that it takes to bring it back: its document, and where it was used. `undoes`: the change
 * that made it.
 */
export async function removeTemplate(tx: Tx, actor: Actor, theirs: Template, undoes = 0): Promise<number> {
  const { id, type, title, isMobile, mobileTemplateId, headerId, footerId, createdAt, revision } = theirs;
  const revisionId = await keepTemplateRevision(tx, id, 0, theirs.updatedAt);
  const partOf = await holdReferring(tx, id);
  const before = { isMobile, mobileTemplateId, headerId, footerId, createdAt, revision, revisionId, partOf };
  const change = await keepChange(tx, actor, {
    kind: type,
    templateId: id,
    action: 'delete',
    title,
    before,
    after: {},
    undoes,
  });
  await keepUses(tx, change, id);
  await writer.deleteTemplate(tx, id, { keepsRevisions: true });
  await noteChange(tx, actor, {
    verb: 'delete',
    kind: 'template',
    itemId: id,
    summary: `${type} "${title}"`,
  });
  return change;
}
