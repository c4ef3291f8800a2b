import { z } from 'zod';
import type { Tx } from '../../kernel/db/open-database.ts';
import { defined } from '../../lib/records.ts';
import { ConflictError, NotFoundError, BroadsheetError, StaleError } from '../../lib/errors.ts';
import { noteChange, readInput, refuseUnseen } from '../../kernel/command.ts';
import type { From } from '../../kernel/command.ts';
import { sentId } from '../../kernel/input-kinds.ts';
import { demand } from '../../kernel/permission.ts';
import type { Actor } from '../../kernel/permission.ts';
import { assignmentToChange, changeAssignment } from './assign-template.ts';
import type { LeftOut } from './writer.ts';
import { findChange, storeChange, maxTemplateChanges, listChanges } from './changes.ts';
import type { TemplateChange } from './changes.ts';
import { editTemplates } from './policy.ts';
import { findTemplateSummaries, holdTemplates } from './reader.ts';
import { findTemplateRevision } from './revisions.ts';
import { changeTemplate, templateToChange, removeTemplate, templateToDelete } from './template-commands.ts';
import { isTemplateType, typeOfKind } from './model.ts';
import { recreateTemplate, reassign } from './writer.ts';
import { isInEffect, describeChanges } from './describe-changes.ts';

const undoSchema = z.strictObject({ id: sentId });

export interface Undone {
  /** Id of the undoing change, which can be undone itself; 0: there was nothing to change. */
  readonly id: number;
  readonly left: readonly LeftOut[];
}

/**
 * Undoes what a change changed. `from`: the assignment's template (0: none), or the template's revision (0: deleted).
 * Throws `StaleError`, and `ConflictError` when a needed item is gone.
 */
export async function undoTemplateChange(
  tx: Tx,
  actor: Actor | undefined,
  input: z.input<typeof undoSchema>,
  from: From,
): Promise<Undone> {
  const { id } = readInput(undoSchema, input, 'the change');
  demand(editTemplates, actor, undefined);
  const change = await findChange(tx.db, id);
  if (!change) {
    const message = `There is no change ${id} of templates, or it is too old: the newest ${maxTemplateChanges} of each kind are kept.`;
    throw new NotFoundError(message, 'template_change_not_found');
  }
  return undo[change.action](tx, actor, change, from);
}

type Undo = (tx: Tx, actor: Actor, change: TemplateChange, from: From) => Promise<Undone>;

const undo: Readonly<Record<TemplateChange['action'], Undo>> = {
  assign: async (tx, actor, { id, kind, itemId, before: { templateId = 0, title = '' } }, from) => {
    const theirs = await assignmentToChange(tx, actor, { kind, itemId, templateId }, from);
    if (templateId > 0 && !(await holdTemplates(tx, [templateId])).has(templateId))
      throw deletedSince(templateId, title);
    return {
      id: await changeAssignment(tx, actor, { kind, itemId, templateId, theirs, undoes: id }),
      left: [],
    };
  },
  create: async (tx, actor, { id, templateId }, from) => {
    const theirs = await templateToDelete(tx, templateId, null, from);
    return { id: await removeTemplate(tx, actor, theirs, id), left: [] };
  },
  update: async (tx, actor, { id, templateId, title: name, before }, from) => {
    const { title, mobileTemplateId, headerId, footerId, revisionId } = before;
    const content =
      revisionId === undefined ? undefined : (await findTemplateRevision(tx.db, revisionId))?.content;
    if (revisionId !== undefined && content === undefined) throw tooOld(name);
    if (!(await findTemplateSummaries(tx.db, [templateId])).has(templateId))
      throw deletedSince(templateId, name);
    const mine = defined({ title, mobileTemplateId, headerId, footerId, content });
    const theirs = await templateToChange(tx, templateId, mine, from);
    const parts = [mobileTemplateId ?? 0, headerId ?? 0, footerId ?? 0].filter((part) => part > 0);
    const existing = await holdTemplates(tx, parts);
    for (const part of parts) if (!existing.has(part)) throw deletedSince(part, '');
    return { id: await changeTemplate(tx, actor, theirs, mine, { undoes: id }), left: [] };
  },
  delete: async (tx, actor, change, from) => {
    const { id, kind, templateId, title, before } = change;
    const {
      isMobile = false,
      mobileTemplateId = 0,
      headerId = 0,
      footerId = 0,
      createdAt = 0,
      revision = 0,
      revisionId = 0,
      partOf = [],
    } = before;
    await tx.dialect.lockName(`template ${templateId}`)?.execute(tx.db); // a deleted template has no row to lock
    const current = (await findTemplateSummaries(tx.db, [templateId])).get(templateId);
    refuseUnseen(`the template "${title}"`, { mine: 0, theirs: current?.revision ?? 0 }, from);
    if (current) return { id: 0, left: [] };
    const stored = await findTemplateRevision(tx.db, revisionId);
    if (!stored || !isTemplateType(kind)) throw tooOld(title);
    await recreateTemplate(tx, {
      id: templateId,
      type: kind,
      title: stored.title,
      content: stored.content,
      isMobile,
      mobileTemplateId,
      headerId,
      footerId,
      createdAt,
      revision: revision + 1,
    });
    const left = await reassign(tx, id, templateId, partOf);
    const made = await storeChange(tx, actor, {
      kind,
      templateId,
      action: 'create',
      title: stored.title,
      before: {},
      after: {},
      undoes: id,
    });
    await noteChange(tx, actor, {
      verb: 'restore',
      kind: 'template',
      itemId: templateId,
      summary: `${kind} "${stored.title}": restored`,
    });
    return { id: made, left };
  },
};

const tooOld = (title: string) =>
  new ConflictError(
    `The earlier state of the template "${title}" is no longer stored.`,
    'template_change_too_old',
  );
const deletedSince = (id: number, title: string) =>
  new ConflictError(
    `The template ${id}${title === '' ? '' : ` "${title}"`} has been deleted since then. Undo its deletion first.`,
    'template_gone',
  );

/** Changes that one request can undo; the panels list as many. */
export const maxUndone = 100;

const undoSinceSchema = z.strictObject({
  id: sentId,
  /** Kind of page, as in assignments; includes changes of its templates. */
  kind: z
    .string()
    .max(100)
    .refine((kind) => typeOfKind(kind) !== undefined, 'there is no such kind of page'),
});

interface UndoneSince {
  /** Ids of the undoing changes, for the newest change first; each can be undone itself. */
  readonly ids: readonly number[];
  readonly left: readonly LeftOut[];
}

/** One of several changes can't be undone, so none is. */
export class UndoStoppedError extends ConflictError {
  readonly changeId: number;

  constructor(changeId: number, why: string) {
    super(`Change ${changeId} can’t be taken back, so nothing was undone. ${why}`, 'template_undo_stopped');
    this.changeId = changeId;
  }
}

/**
 * Undoes a change and all newer ones of its kind in effect, newest first, all or none. Throws `StaleError` if `newest`
 * is not the newest, `UndoStoppedError`, and `ConflictError` (`template_undo_too_far`) beyond `maxUndone`.
 */
export async function undoTemplateChangesSince(
  tx: Tx,
  actor: Actor | undefined,
  input: z.input<typeof undoSinceSchema>,
  newest: number,
): Promise<UndoneSince> {
  const { id: oldest, kind } = readInput(undoSinceSchema, input, 'the change');
  demand(editTemplates, actor, undefined);
  const found = (await listChanges(tx.db, { kind, since: oldest, limit: maxTemplateChanges })).map(
    ({ id }) => id,
  );
  if (found.at(-1) !== oldest)
    throw new NotFoundError(
      `There is no change ${oldest} of the kind "${kind}", or it is too old.`,
      'template_change_not_found',
    );
  if (found[0] !== newest) {
    throw new StaleError('Someone else changed templates of this kind in the meantime. Nothing was undone.', {
      mine: newest,
      theirs: found[0],
    });
  }
  const [ids, left]: [number[], LeftOut[]] = [[], []];
  for (const id of found) {
    const undone = await undoOneOfMany(tx, actor, id);
    if (!undone) continue;
    if (ids.length === maxUndone) {
      throw new ConflictError(
        `More than ${maxUndone} changes stand since change ${oldest}: undo newer ones first.`,
        'template_undo_too_far',
      );
    }
    ids.push(undone.id);
    left.push(...undone.left);
  }
  return { ids, left };
}

/** Undoes one change based on the state that the previous undo left. Undefined: it is no longer in effect, so there is nothing to undo. */
async function undoOneOfMany(tx: Tx, actor: Actor, id: number) {
  const change = await findChange(tx.db, id);
  const [described] = change ? await describeChanges(tx.db, actor, [change]) : [];
  if (!described || !isInEffect(described)) return undefined;
  try {
    const undone = await undoTemplateChange(tx, actor, { id }, described.from);
    return undone.id === 0 ? undefined : undone;
  } catch (error) {
    if (!(error instanceof BroadsheetError) || error instanceof StaleError) throw error;
    throw new UndoStoppedError(id, error.message);
  }
}
