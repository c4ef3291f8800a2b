import { z } from 'zod';
import type { Tx } from '../../kernel/db/open-database.ts';
import { BroadsheetError, ConflictError, NotFoundError, StaleError } from '../../lib/errors.ts';
import { readInput } from '../../kernel/command.ts';
import { sentId } from '../../kernel/input-kinds.ts';
import { demand } from '../../kernel/permission.ts';
import type { Actor } from '../../kernel/actor.ts';
import type { LeftOut } from './bring-back.ts';
import { findChange, keptChanges, listChanges } from './changes.ts';
import { editTemplates } from './policy.ts';
import { stands, tellChanges } from './tell-changes.ts';
import { typeOfKind } from './template.ts';
import { undoTemplateChange } from './undo-change.ts';

/** Changes that are taken back at once; the panels show as many. */
export const mostUndone = 100;

const schema = z.strictObject({
  /** The oldest one that is taken back. */
  id: sentId,
  /** Of which kind of page, as assignments name it: that of its templates counts, too. */
  kind: z
    .string()
    .max(100)
    .refine((kind) => typeOfKind(kind) !== undefined, 'there is no such kind of page'),
});

/** What came of it. */
export interface UndoneSince {
  /** The changes that took others back, the newest one's first; each can be taken back itself. */
  readonly ids: readonly number[];
  /** Uses of templates that were brought back that others have taken since. */
  readonly left: readonly LeftOut[];
}

/** One of several changes can't be taken back, so none is. */
export class UndoStoppedError extends ConflictError {
  /** The change that can't. */
  readonly changeId: number;

  constructor(changeId: number, why: string) {
    super(`Change ${changeId} can’t be taken back, so nothing was undone. ${why}`, 'template_undo_stopped');
    this.changeId = changeId;
  }
}

/**
 * Takes a change back and all newer ones of its kind that still stand, the newest first: all of them or none. `newest` is the newest change of the kind that
 * somebody saw; throws `StaleError` where there is a newer one, `UndoStoppedError` for one of them that can't be taken back any more, and `ConflictError`
 * (`template_undo_too_far`) where they are more than `mostUndone`.
 */
export async function undoTemplateChangesSince(
  tx: Tx,
  actor: Actor | undefined,
  input: z.input<typeof schema>,
  newest: number,
): Promise<UndoneSince> {
  const { id: oldest, kind } = readInput(schema, input, 'the change');
  demand(editTemplates, actor, undefined);
  const found = (await listChanges(tx.db, { kind, since: oldest, limit: keptChanges })).map(({ id }) => id);
  if (found.at(-1) !== oldest)
    throw new NotFoundError(
      `There is no change ${oldest} of the kind "${kind}", or it is too old.`,
      'template_change_not_found',
    );
  if (found[0] !== newest) {
    throw new StaleError('Someone else changed templates of this kind meanwhile. Nothing was undone.', {
      mine: newest,
      theirs: found[0],
    });
  }
  const [ids, left]: [number[], LeftOut[]] = [[], []];
  for (const id of found) {
    const undone = await undoOneOfMany(tx, actor, id);
    if (!undone) continue;
    if (ids.length === mostUndone) {
      throw new ConflictError(
        `More than ${mostUndone} changes stand since change ${oldest}: undo newer ones first.`,
        'template_undo_too_far',
      );
    }
    ids.push(undone.id);
    left.push(...undone.left);
  }
  return { ids, left };
}

/** What one of them says of the state that it finds follows from the one before. Undefined: it stands no more, and there is nothing to take back. */
async function undoOneOfMany(tx: Tx, actor: Actor, id: number) {
  const change = await findChange(tx.db, id);
  const [told] = change ? await tellChanges(tx.db, actor, [change]) : [];
  if (!told || !stands(told)) return undefined;
  try {
    const undone = await undoTemplateChange(tx, actor, { id }, told.from);
    return undone.id === 0 ? undefined : undone;
  } catch (error) {
    if (!(error instanceof BroadsheetError) || error instanceof StaleError) throw error;
    throw new UndoStoppedError(id, error.message);
  }
}
