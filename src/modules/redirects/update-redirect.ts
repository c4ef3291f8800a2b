import { z } from 'zod';
import type { Tx } from '../../kernel/db/open-database.ts';
import { NotFoundError } from '../../lib/errors.ts';
import { changedFields, noteChange, readInput, refuseStale } from '../../kernel/command.ts';
import { sentId } from '../../kernel/input-kinds.ts';
import { demand } from '../../kernel/permission.ts';
import type { Actor } from '../../kernel/actor.ts';
import { manageRedirects } from './policy.ts';
import { findRedirectToChange } from './reader.ts';
import { redirectFields } from './redirect-input.ts';
import * as writer from './writer.ts';

const schema = z.strictObject({ id: sentId, ...redirectFields.shape });

/** Replaces what a redirect says for somebody who began `from` a revision of it. Throws `StaleError` with both sides, and what the writer throws. */
export async function updateRedirect(
  tx: Tx,
  actor: Actor | undefined,
  input: z.input<typeof schema>,
  from: number,
): Promise<void> {
  const { id, ...sent } = readInput(schema, input, 'the redirect');
  demand(manageRedirects, actor, undefined);
  const theirs = await findRedirectToChange(tx, id);
  if (!theirs) throw new NotFoundError(`There is no redirect ${id}.`, 'redirect_not_found');
  refuseStale(`the redirect from ${theirs.source}`, { mine: sent, theirs }, from);
  const fields = Object.keys(changedFields(sent, theirs));
  if (fields.length === 0) return;
  await writer.updateRedirect(tx, id, sent);
  await noteChange(tx, actor, {
    verb: 'update',
    kind: 'redirect',
    itemId: id,
    summary: `${theirs.source}: ${fields.join(', ')}`,
  });
}
