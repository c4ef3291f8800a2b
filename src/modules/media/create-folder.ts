import type { z } from 'zod';
import type { Tx } from '../../kernel/db/open-database.ts';
import { InvalidInputError } from '../../lib/errors.ts';
import { readInput } from '../../kernel/command.ts';
import { demand } from '../../kernel/permission.ts';
import { createTerm } from '../terms/create-term.ts';
import { createTerms } from '../terms/policy.ts';
import { folderTaxonomy } from '../types/names.ts';
import type { Actor } from '../../kernel/actor.ts';
import { folderFields, refuseSameName } from './folder-input.ts';
import { findFolderIds, mostFolders } from './folders.ts';

const schema = folderFields.extend({ parentId: folderFields.shape.parentId.default(0) });

/** Makes a folder of the library; returns its id. Throws `ExistsError` for a name that the place has, and as `createTerm`. */
export async function createFolder(
  tx: Tx,
  actor: Actor | undefined,
  input: z.input<typeof schema>,
): Promise<number> {
  const { name, parentId } = readInput(schema, input, 'the folder');
  demand(createTerms, actor, folderTaxonomy);
  if ((await findFolderIds(tx.db)).length >= mostFolders) {
    throw new InvalidInputError(
      `The library has ${mostFolders} folders already, which are the most; delete one first.`,
      'too_many_folders',
    );
  }
  await refuseSameName(tx.db, { id: 0, name, parentId });
  return createTerm(tx, actor, { taxonomy: folderTaxonomy, name, parentId });
}
