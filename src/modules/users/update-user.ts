import { z } from 'zod';
import type { Tx } from '../../kernel/db/open-database.ts';
import { cleanWhereNeeded } from '../../lib/clean-html/clean-html.ts';
import { normalizeEmail } from '../../lib/normalize-email.ts';
import { changedFields, noteChange, readInput, refuseStale } from '../../kernel/command.ts';
import type { From } from '../../kernel/command.ts';
import { sentId } from '../../kernel/input-kinds.ts';
import { demand } from '../../kernel/permission.ts';
import { editCredentials, editUsers, mayWriteAnyHtml } from './policy.ts';
import { findPersonalFields, noPersonalFields } from './personal-fields.ts';
import type { Actor } from '../../kernel/actor.ts';
import { userFields } from './user-input.ts';
import { userToChange } from './user-to-change.ts';
import * as writer from './writer.ts';

const schema = z.strictObject({ id: sentId, ...z.object(userFields).partial().shape });
/**
 * Changes an account, one's own or another's, for somebody who began `from` a revision of it; fields that are left out stay. One's own address and password
 * take `edit_users`, too: who found a browser open, or holds an application password, would make the account theirs. Throws `StaleError` with both sides,
 * `ConflictError` for an address or slug that belongs to somebody.
 */
export async function updateUser(
  tx: Tx,
  actor: Actor | undefined,
  input: z.input<typeof schema>,
  from: From,
): Promise<void> {
  const { id, ...sent } = readInput(schema, input, 'the user');
  demand(editUsers, actor, { id, owner: undefined });
  const theirs = await userToChange(tx, actor, id, editUsers);
  const { password, ...shown } = sent;
  const email =
    shown.email === undefined || normalizeEmail(shown.email) !== normalizeEmail(theirs.email)
      ? shown.email
      : theirs.email;
  if (password !== undefined || (email !== undefined && email !== theirs.email))
    demand(editCredentials, actor, id);
  refuseStale(`the user "${theirs.displayName}"`, { mine: shown, theirs }, from);
  const personal = (await findPersonalFields(tx.db, [id])).get(id) ?? noPersonalFields;
  const { slug, bio, displayName, ...changed } = changedFields(
    { ...shown, email },
    { ...theirs, ...personal },
  );
  const changes = {
    ...changed,
    ...(password ? { password } : {}),
    ...(slug ? { slug } : {}),
    ...(displayName ? { displayName } : {}),
    ...(displayName && shown.slug === theirs.slug ? { slug: theirs.slug } : {}), // said to stay: no address is made of the first name
    ...(bio === undefined ? {} : { bio: mayWriteAnyHtml(actor) ? bio : (cleanWhereNeeded([bio])[0] ?? '') }),
  };
  const fields = Object.keys(changes);
  if (fields.length === 0) return;
  await writer.updateUser(tx, id, changes);
  await noteChange(tx, actor, {
    verb: 'update',
    kind: 'user',
    itemId: id,
    summary: `"${theirs.displayName}": ${fields.join(', ')}`,
  });
}
