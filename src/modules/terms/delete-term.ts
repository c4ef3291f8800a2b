import { z } from 'zod';
import type { Tx } from '../../kernel/db/open-database.ts';
import { NotFoundError } from '../../lib/errors.ts';
import { noteChange, readInput, refuseStale } from '../../kernel/command.ts';
import type { From } from '../../kernel/command.ts';
import { sentId } from '../../kernel/input-kinds.ts';
import { demand } from '../../kernel/permission.ts';
import type { Actor } from '../../kernel/actor.ts';
import { findDefaultCategory } from './reader.ts';
import { deleteTerms } from './policy.ts';
import { findTermToChange, lockTree } from './reader.ts';
import * as writer from './writer.ts';

const schema = z.strictObject({ id: sentId });

/**
 * Deletes a term for somebody who saw revision `from` of it; its children move up to its parent, its posts stay, in the default category where they would have
 * none. Throws `StaleError` with both sides, `NotFoundError`, and `ForbiddenError` for the default category itself, as WordPress does.
 */
export async function deleteTerm(
  tx: Tx,
  actor: Actor | undefined,
  input: z.input<typeof schema>,
  from: From,
): Promise<void> {
  const { id } = readInput(schema, input, 'the term');
  if (actor) await lockTree(tx, id);
  const theirs = actor && (await findTermToChange(tx, id));
  demand(deleteTerms, actor, { taxonomy: theirs?.taxonomy, isDefault: false }); // who may delete none learns of none
  if (!theirs) throw new NotFoundError('Term does not exist.', 'rest_term_invalid');
  demand(deleteTerms, actor, {
    taxonomy: theirs.taxonomy,
    isDefault: (await findDefaultCategory(tx.db)) === id,
  });
  refuseStale(`the ${theirs.taxonomy} "${theirs.name}"`, { mine: undefined, theirs }, from);
  await writer.deleteTerm(tx, id);
  await noteChange(tx, actor, {
    verb: 'delete',
    kind: 'term',
    itemId: id,
    summary: `${theirs.taxonomy} "${theirs.name}"`,
  });
}
