import { z } from 'zod';
import type { Tx, Reader } from '../../kernel/db/open-database.ts';
import { InvalidInputError, NotFoundError, ExistsError } from '../../lib/errors.ts';
import { readInput } from '../../kernel/command.ts';
import { demand } from '../../kernel/permission.ts';
import {
  createTerm,
  updateTerm,
  deleteTerm,
  createTerms,
  updateTerms,
  deleteTerms,
  findTermToChange,
} from '../terms/index.ts';
import type { Term } from '../terms/index.ts';
import { folderTaxonomy } from '../types/index.ts';
import type { Actor } from '../../kernel/permission.ts';
import { findFolderIds, maxFolders } from './folders.ts';
import type { From } from '../../kernel/command.ts';
import { sentId, sentIdOrNone, sentName } from '../../kernel/input-kinds.ts';
import { nameKey } from '../../lib/fold.ts';

export const folderFields = z.strictObject({
  /** Plain text; tags are removed. */
  name: sentName(100),
  /** The parent folder; 0: top level. */
  parentId: sentIdOrNone,
});

/** Throws `ExistsError` if a sibling has the same name, ignoring case. */
async function refuseSameName(
  read: Reader,
  { id, name, parentId }: Pick<Term, 'id' | 'name' | 'parentId'>,
): Promise<void> {
  const others = await read
    .selectFrom('term')
    .select(['id', 'name'])
    .where('taxonomy', '=', folderTaxonomy)
    .where('parent_id', '=', parentId)
    .where('id', '<>', id)
    .execute();
  const same = others.find((other) => nameKey(other.name) === nameKey(name));
  if (same)
    throw new ExistsError(
      `There is a folder “${same.name}” in the same place already; take another name.`,
      'term_exists',
      same.id,
    );
}

const createSchema = folderFields.extend({ parentId: folderFields.shape.parentId.default(0) });

/** Returns the id. Throws `ExistsError` for a duplicate name, and like `createTerm`. */
export async function createFolder(
  tx: Tx,
  actor: Actor | undefined,
  input: z.input<typeof createSchema>,
): Promise<number> {
  const { name, parentId } = readInput(createSchema, input, 'the folder');
  demand(createTerms, actor, folderTaxonomy);
  if ((await findFolderIds(tx.db)).length >= maxFolders) {
    throw new InvalidInputError(
      `The library has ${maxFolders} folders already, which are the most; delete one first.`,
      'too_many_folders',
    );
  }
  await refuseSameName(tx.db, { id: 0, name, parentId });
  return createTerm(tx, actor, { taxonomy: folderTaxonomy, name, parentId });
}

const updateSchema = folderFields.partial().extend({ id: sentId });

/** Locks the folder until the transaction ends. Throws `NotFoundError` for terms of other taxonomies, too. */
async function folderToChange(tx: Tx, id: number): Promise<Term> {
  const folder = await findTermToChange(tx, id);
  if (folder?.taxonomy !== folderTaxonomy)
    throw new NotFoundError(`There is no folder ${id}.`, 'rest_term_invalid');
  return folder;
}

/** Renames or moves a folder with its content. Throws `ExistsError` for a duplicate name, and like `updateTerm`. */
export async function updateFolder(
  tx: Tx,
  actor: Actor | undefined,
  input: z.input<typeof updateSchema>,
  from: From,
): Promise<void> {
  const { id, ...changes } = readInput(updateSchema, input, 'the folder');
  demand(updateTerms, actor, { taxonomy: folderTaxonomy });
  await refuseSameName(tx.db, { ...(await folderToChange(tx, id)), ...changes });
  await updateTerm(tx, actor, { id, ...changes }, from);
}

const deleteSchema = z.strictObject({ id: sentId });

/** Deletes a folder; its files stay without a folder, its subfolders move to its parent. Throws like `deleteTerm`. */
export async function deleteFolder(
  tx: Tx,
  actor: Actor | undefined,
  input: z.input<typeof deleteSchema>,
  from: From,
): Promise<void> {
  const { id } = readInput(deleteSchema, input, 'the folder');
  demand(deleteTerms, actor, { taxonomy: folderTaxonomy, isDefault: false });
  await folderToChange(tx, id);
  await deleteTerm(tx, actor, { id }, from);
}
