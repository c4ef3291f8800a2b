import { z } from 'zod';
import type { Tx } from '../../kernel/db/open-database.ts';
import { NotFoundError } from '../../lib/errors.ts';
import { noteChange, readInput, refuseStale } from '../../kernel/command.ts';
import { sentId } from '../../kernel/input-kinds.ts';
import { demand } from '../../kernel/permission.ts';
import type { Actor } from '../../kernel/actor.ts';
import { manageRedirects } from './policy.ts';
import { findRedirectToChange } from './reader.ts';
import * as writer from './writer.ts';

const schema = z.strictObject({ id: sentId });

/** Deletes a redirect for somebody who saw revision `from` of it. Throws `StaleError` with both sides. */
export async function deleteRedirect(
  tx: Tx,
  actor: Actor | undefined,
  input: z.input<typeof schema>,
  from: number,
): Promise<void> {
  const { id } = readInput(schema, input, 'the redirect');
  demand(manageRedirects, actor, undefined);
  const theirs = await findRedirectToChange(tx, id);
  if (!theirs) throw new NotFoundError(`There is no redirect ${id}.`, 'redirect_not_found');
  refuseStale(`the redirect from ${theirs.source}`, { mine: undefined, theirs }, from);
  await writer.deleteRedirect(tx, id);
  await noteChange(tx, actor, { verb: 'delete', kind: 'redirect', itemId: id, summary: theirs.source });
}
