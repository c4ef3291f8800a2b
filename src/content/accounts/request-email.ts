import { isEmailAddress } from '../../lib/account-rules.ts';
import { InvalidInputError } from '../../lib/errors.ts';
import { sendMails } from '../mail/mail.ts';
import { readerText } from '../settings/definitions/translations.ts';
import { findUserByEmail } from '../users/reader.ts';
import { accountLink, accountMail } from './account-mail.ts';
import { createToken } from './account-token.ts';
import { fault } from './accounts.ts';
import type { Accounts } from './accounts.ts';
import { prove } from './change-password.ts';
import type { Proof } from './change-password.ts';

/** Mails a link to an address that somebody wants for their account: it is theirs once they have opened it. Throws in the words of the site. */
export async function requestEmail(accounts: Accounts, { email: typed, ...proof }: Proof & { readonly email: string }): Promise<void> {
  const { content: { database, settings: cache, siteUrl }, guard, sendsMail } = accounts;
  const settings = await cache.current();
  const { actor } = proof.signedIn;
  const email = typed.trim().toLowerCase();
  if (!isEmailAddress(email)) throw fault(settings, 'login_email', 'email');
  await prove(accounts, proof);
  guard.request({ caller: proof.caller, account: actor.id, recipient: email });
  if (!sendsMail) throw new InvalidInputError(readerText(settings, 'account_no_mail_here'), 'account_no_mail');
  const holder = await findUserByEmail(database.read, email);
  if (holder && holder.id !== actor.id) throw fault(settings, 'account_email_taken', 'email');
  await database.write(async (tx) => {
    const key = await createToken(tx, { kind: 'email', userId: actor.id, data: { email } });
    const link = accountLink(siteUrl, 'email', key);
    await sendMails(tx, [await accountMail(tx.db, settings, siteUrl, { kind: 'email', to: email, login: actor.login, link })]);
  });
}
