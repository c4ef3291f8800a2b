import { z } from 'zod';
import type { Tx } from '../../kernel/db/open-database.ts';
import { NotFoundError } from '../../lib/errors.ts';
import { changedFields, noteChange, readInput, refuseStale } from '../../kernel/command.ts';
import type { From } from '../../kernel/command.ts';
import { sentId } from '../../kernel/input-kinds.ts';
import { demand } from '../../kernel/permission.ts';
import type { CleanedAhead } from '../posts/prepared-text.ts';
import type { Actor } from '../../kernel/actor.ts';
import { keepChange } from './changes.ts';
import { editTemplates } from './policy.ts';
import { findTemplateToChange } from './reader.ts';
import { keepTemplateRevision } from './revisions.ts';
import type { Template } from './template.ts';
import { allowedDocument, templateFields } from './template-input.ts';
import * as writer from './writer.ts';

const fields = z.object(templateFields).partial();
type SentTemplate = z.output<typeof fields>;
const schema = z.strictObject({ id: sentId, ...fields.shape });

/**
 * Changes a template for somebody who began `from` a revision of it; fields that are left out stay. Title and document before and after are kept as revisions.
 * Throws `StaleError` with both sides.
 */
export async function saveTemplate(
  tx: Tx,
  actor: Actor | undefined,
  input: z.input<typeof schema>,
  from: From,
  ahead?: CleanedAhead,
): Promise<void> {
  const { id, ...sent } = readInput(schema, input, 'the template');
  demand(editTemplates, actor, undefined);
  await changeTemplate(tx, actor, await templateToChange(tx, id, sent, from), sent, { ahead });
}

/** The template that `mine` is to change: nobody else can change it until the transaction ends. Throws `StaleError` with both sides, and `NotFoundError`. */
export async function templateToChange(tx: Tx, id: number, mine: unknown, from: From): Promise<Template> {
  const theirs = await findTemplateToChange(tx, id);
  if (!theirs) throw new NotFoundError(`There is no template ${id}.`, 'template_not_found');
  refuseStale(`the template "${theirs.title}"`, { mine, theirs }, from);
  return theirs;
}

/**
 * Makes a template say what was sent, as far as it says something else. `restored`: the revision that it was taken from; `undoes`: the change that it takes
 * back. Returns the id of the change that is kept of it; 0: there was nothing to change.
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
  const keeps = changed.title !== undefined || changed.content !== undefined;
  const earlier = keeps ? await keepTemplateRevision(tx, id, 0, theirs.updatedAt) : 0;
  await writer.updateTemplate(tx, id, changed);
  const later = keeps ? await keepTemplateRevision(tx, id, actor.id) : 0;
  const { content, ...others } = changed;
  const change = await keepChange(tx, actor, {
    kind: type,
    templateId: id,
    action: 'update',
    title,
    undoes,
    before: { ...fieldsOf(theirs, others), ...(content === undefined ? {} : { revisionId: earlier }) },
    after: { ...others, ...(content === undefined ? {} : { revisionId: later }) },
  });
  const said = [...(restored === undefined ? [] : [`revision ${restored}`]), ...names].join(', ');
  await noteChange(tx, actor, {
    verb: restored === undefined ? 'update' : 'restore',
    kind: 'template',
    itemId: id,
    summary: `${type} "${title}": ${said}`,
  });
  return change;
}

/** What a template says in those fields that are changed. */
function fieldsOf(theirs: Template, changed: Omit<SentTemplate, 'content'>): Omit<SentTemplate, 'content'> {
  const { title, mobileTemplateId, headerId, footerId } = theirs;
  return changedKeys({ title, mobileTemplateId, headerId, footerId }, changed);
}

const changedKeys = <Fields extends object>(whole: Fields, changed: object): Partial<Fields> =>
  Object.fromEntries(
    Object.entries(whole).filter(([name]) => Object.hasOwn(changed, name)),
  ) as Partial<Fields>;
