import type { z } from 'zod';
import type { Tx } from '../../kernel/db/open-database.ts';
import { NotFoundError } from '../../lib/errors.ts';
import { readInput } from '../../kernel/command.ts';
import type { From } from '../../kernel/command.ts';
import { sentId } from '../../kernel/input-kinds.ts';
import { demand } from '../../kernel/permission.ts';
import { updateTerms } from '../terms/policy.ts';
import { findTermToChange } from '../terms/reader.ts';
import type { Term } from '../terms/term.ts';
import { updateTerm } from '../terms/update-term.ts';
import { folderTaxonomy } from '../types/names.ts';
import type { Actor } from '../../kernel/actor.ts';
import { folderFields, refuseSameName } from './folder-input.ts';

const schema = folderFields.partial().extend({ id: sentId });

/** The folder, which nobody else changes until the transaction ends. Throws `NotFoundError` for a term of another kind, too. */
export async function folderToChange(tx: Tx, id: number): Promise<Term> {
  const folder = await findTermToChange(tx, id);
  if (folder?.taxonomy !== folderTaxonomy)
    throw new NotFoundError(`There is no folder ${id}.`, 'rest_term_invalid');
  return folder;
}

/** Renames a folder of the library, or moves it with all that it holds. Throws `ExistsError` for a name that the place has, and as `updateTerm`. */
export async function updateFolder(
  tx: Tx,
  actor: Actor | undefined,
  input: z.input<typeof schema>,
  from: From,
): Promise<void> {
  const { id, ...changes } = readInput(schema, input, 'the folder');
  demand(updateTerms, actor, { taxonomy: folderTaxonomy });
  await refuseSameName(tx.db, { ...(await folderToChange(tx, id)), ...changes });
  await updateTerm(tx, actor, { id, ...changes }, from);
}
