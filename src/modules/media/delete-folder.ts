import { z } from 'zod';
import type { Tx } from '../../kernel/db/open-database.ts';
import { readInput } from '../../kernel/command.ts';
import type { From } from '../../kernel/command.ts';
import { sentId } from '../../kernel/input-kinds.ts';
import { demand } from '../../kernel/permission.ts';
import { deleteTerm } from '../terms/delete-term.ts';
import { deleteTerms } from '../terms/policy.ts';
import { folderTaxonomy } from '../types/names.ts';
import type { Actor } from '../../kernel/actor.ts';
import { folderToChange } from './update-folder.ts';

const schema = z.strictObject({ id: sentId });

/** Deletes a folder of the library. Its files stay, without a folder; folders in it stand where it stood. Throws as `deleteTerm`. */
export async function deleteFolder(
  tx: Tx,
  actor: Actor | undefined,
  input: z.input<typeof schema>,
  from: From,
): Promise<void> {
  const { id } = readInput(schema, input, 'the folder');
  demand(deleteTerms, actor, { taxonomy: folderTaxonomy, isDefault: false });
  await folderToChange(tx, id);
  await deleteTerm(tx, actor, { id }, from);
}
