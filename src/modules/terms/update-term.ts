import { z } from 'zod';
import type { Tx } from '../../kernel/db/open-database.ts';
import { NotFoundError } from '../../lib/errors.ts';
import { changedFields, noteChange, readInput, refuseStale } from '../../kernel/command.ts';
import type { From } from '../../kernel/command.ts';
import { sentId } from '../../kernel/input-kinds.ts';
import { changedMeta } from '../types/read-meta.ts';
import { demand } from '../../kernel/permission.ts';
import { taxonomyNamed } from '../types/registry.ts';
import type { Actor } from '../../kernel/actor.ts';
import { updateTerms } from './policy.ts';
import { findTermMeta, findTermToChange, lockTree } from './reader.ts';
import { allowedDescription, checkParent, termFields, termMeta } from './term-input.ts';
import * as writer from './writer.ts';

const schema = z.strictObject({ id: sentId, ...z.object(termFields).partial().shape });

/**
 * Changes a term for somebody who began `from` a revision of it; fields that are left out stay. Throws `StaleError` with both sides, `NotFoundError`, and what
 * the writer throws.
 */
export async function updateTerm(
  tx: Tx,
  actor: Actor | undefined,
  input: z.input<typeof schema>,
  from: From,
): Promise<void> {
  const { id, ...changes } = readInput(schema, input, 'the term');
  if (actor && changes.parentId !== undefined) await lockTree(tx, id);
  const theirs = actor && (await findTermToChange(tx, id));
  demand(updateTerms, actor, { taxonomy: theirs?.taxonomy });
  if (!theirs) throw new NotFoundError('Term does not exist.', 'rest_term_invalid');
  const { meta: sent, ...others } = changes;
  const stored =
    sent && (await findTermMeta(tx.db, [id], Object.keys(taxonomyNamed(theirs.taxonomy).meta))).get(id);
  const sides = {
    mine: changes,
    theirs: sent ? { ...theirs, meta: Object.fromEntries(stored ?? []) } : theirs,
  };
  refuseStale(`the ${theirs.taxonomy} "${theirs.name}"`, sides, from);
  const { slug, ...changed } = changedFields(others, theirs);
  const meta = changedMeta(termMeta(theirs.taxonomy, sent ?? {}), stored);
  const fields = [...Object.keys({ ...changed, ...meta }), ...(slug ? ['slug'] : [])];
  if (fields.length === 0) return;
  if (changed.parentId !== undefined) await checkParent(tx, theirs.taxonomy, changed.parentId);
  if (changed.description !== undefined) changed.description = allowedDescription(actor, changed.description);
  await writer.updateTerm(tx, id, { ...changed, meta, ...(slug ? { slug } : {}) });
  await noteChange(tx, actor, {
    verb: 'update',
    kind: 'term',
    itemId: id,
    summary: `${theirs.taxonomy} "${theirs.name}": ${fields.join(', ')}`,
  });
}
