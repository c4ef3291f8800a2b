import { z } from 'zod';
import type { Tx } from '../../kernel/db/open-database.ts';
import { noteChange, readInput, changedFields, refuseStale } from '../../kernel/command.ts';
import { storeChange, storeUses } from './changes.ts';
import { demand } from '../../kernel/permission.ts';
import type { CleanedAhead } from '../posts/index.ts';
import type { Actor } from '../../kernel/permission.ts';
import { editTemplates } from './policy.ts';
import { allowedDocument, templateFields } from './template-input.ts';
import { keepTemplateRevision, findTemplateRevision } from './revisions.ts';
import { NotFoundError, InvalidInputError } from '../../lib/errors.ts';
import type { From } from '../../kernel/command.ts';
import { sentId } from '../../kernel/input-kinds.ts';
import { findTemplateToChange, findTemplate, findTemplateToDelete, holdReferring } from './reader.ts';
import type { Template } from './model.ts';
import * as writer from './writer.ts';

const createSchema = z.strictObject({
  type: z.string().max(50),
  isMobile: z.boolean().default(false),
  ...z.object(templateFields).partial().shape,
  title: templateFields.title,
});

/** Creates a template for the actor; returns its id. Throws the writer's errors for an invalid type or part. */
export async function createTemplate(
  tx: Tx,
  actor: Actor | undefined,
  input: z.input<typeof createSchema>,
  ahead?: CleanedAhead,
): Promise<number> {
  const {
    title,
    type,
    isMobile,
    content = '',
    mobileTemplateId = 0,
    headerId = 0,
    footerId = 0,
  } = readInput(createSchema, input, 'the template');
  demand(editTemplates, actor, undefined);
  const document = allowedDocument(actor, content, '', ahead);
  const id = await writer.createTemplate(tx, {
    title,
    type,
    isMobile,
    content: document,
    mobileTemplateId,
    headerId,
    footerId,
  });
  await keepTemplateRevision(tx, id, actor.id);
  await storeChange(tx, actor, {
    kind: type,
    templateId: id,
    action: 'create',
    title: title.trim(),
    before: {},
    after: {},
  });
  await noteChange(tx, actor, {
    verb: 'create',
    kind: 'template',
    itemId: id,
    summary: `${type} "${title}"`,
  });
  return id;
}

const fields = z.object(templateFields).partial();
type SentTemplate = z.output<typeof fields>;
const saveSchema = z.strictObject({ id: sentId, ...fields.shape });

/**
 * Updates a template; fields that are left out stay. The title and document before and after are stored as revisions.
 * Throws `StaleError` with both sides unless `from` is the current revision.
 */
export async function saveTemplate(
  tx: Tx,
  actor: Actor | undefined,
  input: z.input<typeof saveSchema>,
  from: From,
  ahead?: CleanedAhead,
): Promise<void> {
  const { id, ...sent } = readInput(saveSchema, input, 'the template');
  demand(editTemplates, actor, undefined);
  await changeTemplate(tx, actor, await templateToChange(tx, id, sent, from), sent, { ahead });
}

/** Locks the template that `mine` is to change. Throws `StaleError` with both sides, and `NotFoundError`. */
export async function templateToChange(tx: Tx, id: number, mine: unknown, from: From): Promise<Template> {
  const theirs = await findTemplateToChange(tx, id);
  if (!theirs) throw new NotFoundError(`There is no template ${id}.`, 'template_not_found');
  refuseStale(`the template "${theirs.title}"`, { mine, theirs }, from);
  return theirs;
}

/**
 * Writes the changed fields of a template. `restored`: the source revision; `undoes`: the change that this one undoes.
 * Returns the id of the logged change; 0: nothing to change.
 */
export async function changeTemplate(
  tx: Tx,
  actor: Actor,
  theirs: Template,
  sent: SentTemplate,
  {
    ahead,
    restored,
    undoes = 0,
  }: { readonly ahead?: CleanedAhead | undefined; readonly restored?: number; readonly undoes?: number },
): Promise<number> {
  const { id, type, title } = theirs;
  const changed = changedFields(sent, theirs);
  if (changed.content !== undefined)
    changed.content = allowedDocument(actor, changed.content, theirs.content, ahead);
  const names = Object.keys(changed);
  if (names.length === 0) return 0;
  const storesRevisions = changed.title !== undefined || changed.content !== undefined;
  const earlier = storesRevisions ? await keepTemplateRevision(tx, id, 0, theirs.updatedAt) : 0;
  await writer.updateTemplate(tx, id, changed);
  const later = storesRevisions ? await keepTemplateRevision(tx, id, actor.id) : 0;
  const { content, ...others } = changed;
  const change = await storeChange(tx, actor, {
    kind: type,
    templateId: id,
    action: 'update',
    title,
    undoes,
    before: { ...fieldsOf(theirs, others), ...(content === undefined ? {} : { revisionId: earlier }) },
    after: { ...others, ...(content === undefined ? {} : { revisionId: later }) },
  });
  const description = [...(restored === undefined ? [] : [`revision ${restored}`]), ...names].join(', ');
  await noteChange(tx, actor, {
    verb: restored === undefined ? 'update' : 'restore',
    kind: 'template',
    itemId: id,
    summary: `${type} "${title}": ${description}`,
  });
  return change;
}

function fieldsOf(theirs: Template, changed: Omit<SentTemplate, 'content'>): Omit<SentTemplate, 'content'> {
  const { title, mobileTemplateId, headerId, footerId } = theirs;
  return changedKeys({ title, mobileTemplateId, headerId, footerId }, changed);
}

const changedKeys = <Fields extends object>(whole: Fields, changed: object): Partial<Fields> =>
  Object.fromEntries(
    Object.entries(whole).filter(([name]) => Object.hasOwn(changed, name)),
  ) as Partial<Fields>;

export const duplicateFields = z.strictObject({
  id: sentId,
  type: z.string().max(50),
  title: templateFields.title,
});

/**
 * Copies a template with its document and parts but no assignments; returns the copy. Throws `NotFoundError`, and
 * `InvalidInputError` for another type than stated or a missing title.
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
  await storeChange(tx, actor, {
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

const deleteSchema = z.strictObject({ id: sentId });

/** Deletes a template; its pages fall back to the next one. Throws `StaleError` with both sides unless `from` is the current revision. */
export async function deleteTemplate(
  tx: Tx,
  actor: Actor | undefined,
  input: z.input<typeof deleteSchema>,
  from: From,
): Promise<void> {
  const { id } = readInput(deleteSchema, input, 'the template');
  demand(editTemplates, actor, undefined);
  await removeTemplate(tx, actor, await templateToDelete(tx, id, undefined, from));
}

/** Locks a template for deletion, so that others can neither change nor assign it. Throws `StaleError` with both sides, and `NotFoundError`. */
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

/** Deletes a template locked by `templateToDelete`, and stores its document and uses for an undo. `undoes`: the change that created it. */
export async function removeTemplate(tx: Tx, actor: Actor, theirs: Template, undoes = 0): Promise<number> {
  const { id, type, title, isMobile, mobileTemplateId, headerId, footerId, createdAt, revision } = theirs;
  const revisionId = await keepTemplateRevision(tx, id, 0, theirs.updatedAt);
  const partOf = await holdReferring(tx, id);
  const before = { isMobile, mobileTemplateId, headerId, footerId, createdAt, revision, revisionId, partOf };
  const change = await storeChange(tx, actor, {
    kind: type,
    templateId: id,
    action: 'delete',
    title,
    before,
    after: {},
    undoes,
  });
  await storeUses(tx, change, id);
  await writer.deleteTemplate(tx, id, { keepsRevisions: true });
  await noteChange(tx, actor, {
    verb: 'delete',
    kind: 'template',
    itemId: id,
    summary: `${type} "${title}"`,
  });
  return change;
}

const restoreSchema = z.strictObject({ id: sentId });

/**
 * Restores a template's title and document from a revision; its parts stay, and the current state is stored as a
 * revision. Throws `StaleError` with both sides unless `from` is the template's current revision.
 */
export async function restoreTemplate(
  tx: Tx,
  actor: Actor | undefined,
  input: z.input<typeof restoreSchema>,
  from: From,
  ahead?: CleanedAhead,
): Promise<void> {
  const { id } = readInput(restoreSchema, input, 'the revision');
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
