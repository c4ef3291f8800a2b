import { InvalidInputError } from '../../lib/errors.ts';
import { cameByImport } from '../imports/ledger.ts';
import { sendMails } from '../mail/mail.ts';
import { readerText } from '../settings/definitions/translations.ts';
import { findUserByName, findUserToChange, hasPassword } from '../users/reader.ts';
import { accountLink, accountMail } from './account-mail.ts';
import { createToken } from './account-token.ts';
import { fault } from './accounts.ts';
import type { Accounts } from './accounts.ts';

/**
 * Mails a link by which somebody chooses a new password. Throws `InvalidInputError` in the words of the site for an account that is not there, for one that
 * an import made and nobody was invited to, and where the site sends no mail; `TooManyRequestsError` to a caller who asks too often.
 */
export async function requestPassword(
  { content, guard, sendsMail }: Accounts,
  { name, caller }: { readonly name: string; readonly caller: string },
): Promise<void> {
  const { database, siteUrl } = content;
  const settings = await content.settings.current();
  if (name.trim() === '') throw fault(settings, 'login_empty', 'user_login');
  guard.request({ caller });
  const user = await findUserByName(database.read, name);
  if (!user) throw fault(settings, 'login_unknown', 'user_login');
  if (!sendsMail) throw new InvalidInputError(readerText(settings, 'account_no_mail'), 'account_no_mail');
  if (user.email === '')
    throw new InvalidInputError(readerText(settings, 'account_no_address'), 'account_no_address');
  // An export names that address, and may be anybody's: the people who run the site say by an invitation who may come in.
  if (!(await hasPassword(database.read, user.id)) && (await cameByImport(database.read, 'user', user.id))) {
    throw new InvalidInputError(readerText(settings, 'account_not_invited'), 'account_not_invited');
  }
  guard.request({ recipient: user.email });
  await database.write(async (tx) => {
    // The account may have gone, or got another address, since it was read: then the link would be somebody else's.
    if ((await findUserToChange(tx, user.id))?.email !== user.email)
      throw fault(settings, 'login_unknown', 'user_login');
    const key = await createToken(tx, { kind: 'password', userId: user.id });
    const link = accountLink(siteUrl, 'password', key);
    await sendMails(tx, [
      await accountMail(tx.db, settings, siteUrl, {
        kind: 'password',
        to: user.email,
        login: user.login,
        link,
      }),
    ]);
  });
}
