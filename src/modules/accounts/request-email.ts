import { z } from 'zod';
import type { Tx } from '../../kernel/db/open-database.ts';
import { noteChange, readInput } from '../../kernel/command.ts';
import { sentText } from '../../kernel/input-kinds.ts';
import { sendMails } from '../mail/mail.ts';
import { demand, isAllowed } from '../../kernel/permission.ts';
import { editAnybody, editOneself } from '../users/policy.ts';
import { findUserByName } from '../users/reader.ts';
import type { Actor } from '../../kernel/actor.ts';
import { accountLink, accountMail } from './account-mail.ts';
import { createToken, waitsMs } from './account-token.ts';
import { fault } from './accounts.ts';
import type { LinkSite } from './send-link.ts';

const schema = z.strictObject({ email: sentText(254) });
/**
 * What became of it: the link was mailed to the new address; it waits for somebody who runs the site, where no mail is sent; or it is handed to who asked,
 * where they may give anybody any address.
 */
export type RequestedEmail =
  | { readonly kind: 'sent' | 'waits' }
  | { readonly kind: 'link'; readonly link: string };

/**
 * Makes a link by which an address that somebody wants for their account becomes its own. Who is shown the link has proved nothing of the address, so that it
 * is shown to those alone who need no proof. Throws in the words of the site.
 */
export async function requestEmail(
  tx: Tx,
  actor: Actor | undefined,
  input: z.input<typeof schema>,
  { settings, siteUrl, sendsMail }: LinkSite,
): Promise<RequestedEmail> {
  demand(editOneself, actor, undefined);
  const { email } = readInput(schema, input, 'the address');
  const holder = await findUserByName(tx.db, email);
  if (holder && holder.id !== actor.id) throw fault(settings, 'account_email_taken', 'email');
  const key = await createToken(tx, {
    kind: 'email',
    userId: actor.id,
    data: { email },
    ...(sendsMail ? {} : { lastsMs: waitsMs }),
  });
  const link = accountLink(siteUrl, 'email', key);
  await noteChange(tx, actor, {
    verb: 'update',
    kind: 'user',
    itemId: actor.id,
    summary: `"${actor.displayName}": asked for another email`,
  });
  if (!sendsMail)
    return isAllowed(editAnybody, actor, undefined) ? { kind: 'link', link } : { kind: 'waits' };
  await sendMails(tx, [
    await accountMail(tx.db, settings, siteUrl, { kind: 'email', to: email, login: actor.login, link }),
  ]);
  return { kind: 'sent' };
}
