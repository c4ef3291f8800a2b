import { z } from 'zod';
import type { Tx } from '../../kernel/db/open-database.ts';
import { forgetInActivity } from '../activity/writer.ts';
import { readInput } from '../../kernel/command.ts';
import type { From } from '../../kernel/command.ts';
import { forgetCommenter } from '../comments/writer.ts';
import { sentId } from '../../kernel/input-kinds.ts';
import { forgetMailsOf } from '../mail/mail.ts';
import { senderOf, siteAddress } from '../mail/sender.ts';
import { demand } from '../../kernel/permission.ts';
import { deleteUser } from '../users/delete-user.ts';
import { holdToDelete } from '../users/hold-users.ts';
import { findUser } from '../users/reader.ts';
import type { Actor } from '../../kernel/actor.ts';
import { emailForms } from '../../lib/normalize-email.ts';
import { endRegistrations } from './account-token.ts';
import { erasePersonalData } from './personal-data-policy.ts';
import type { LinkSite } from './send-link.ts';

const schema = z.strictObject({ id: sentId, reassignTo: sentId.optional() });

/**
 * Deletes an account as `deleteUser` does, and takes its owner out of what stays: comments keep their words, the log what was done. Mails that
 * name their address or are about the account are not sent any more, and what they registered besides waits no longer. Returns how many comments that were.
 * Throws as `deleteUser`; the transaction is to be given up then.
 */
export async function erasePerson(
  tx: Tx,
  actor: Actor | undefined,
  input: z.input<typeof schema>,
  from: From,
  { settings, siteUrl }: Pick<LinkSite, 'settings' | 'siteUrl'>,
): Promise<number> {
  const { id, reassignTo } = readInput(schema, input, 'the user');
  demand(erasePersonalData, actor, id);
  await holdToDelete(tx, id, reassignTo);
  const user = await findUser(tx.db, id);
  // Before the account goes, by whose number they are known; where that is refused, this is undone.
  const comments = user ? await forgetCommenter(tx, { userId: id, email: user.email }) : 0;
  await deleteUser(tx, actor, input, from);
  if (!user) return comments;
  await forgetInActivity(tx, user);
  await forgetMailsOf(tx, user, senderOf(await siteAddress(tx.db, settings), settings, siteUrl));
  const forms = emailForms(user.email);
  await endRegistrations(
    tx,
    ({ login, email }) =>
      login.toLowerCase() === user.login.toLowerCase() || (email !== '' && forms.includes(email)),
  );
  return comments;
}
