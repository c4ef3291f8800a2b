import { InvalidInputError } from '../../lib/errors.ts';
import { sendMails } from '../mail/mail.ts';
import { noteActivity } from '../activity/writer.ts';
import { readerText } from '../settings/definitions/translations.ts';
import { findActor } from '../users/roles.ts';
import { updateUser } from '../users/writer.ts';
import { noteMail } from './account-mail.ts';
import { findToken, takeToken } from './account-token.ts';
import type { TokenKind } from './account-token.ts';
import type { Accounts } from './accounts.ts';
import { makeRegistered } from './register-user.ts';

const kinds = ['registration', 'email'] as const;

/**
 * Does what the link of a mail was sent for: makes the account that somebody registered, or gives one its new address, of which the old one is told. Says
 * which; throws `InvalidInputError` in the words of the site for a link that is good no more, and counts who tries
 * those that are none.
 */
export async function confirmByLink({ content, guard }: Pick<Accounts, 'content' | 'guard'>, key: string, caller: string): Promise<TokenKind> {
  const settings = await content.settings.current();
  if (!(await findToken(content.database.read, kinds, key))) {
    guard.request({ caller });
    throw new InvalidInputError(readerText(settings, 'account_link_used'), 'account_link_used');
  }
  return content.database.write(async (tx) => {
    const token = await takeToken(tx, kinds, key);
    const owner = token?.kind === 'email' ? await findActor(tx.db, token.userId) : undefined;
    if (!token || (token.kind === 'email' && !owner)) throw new InvalidInputError(readerText(settings, 'account_link_used'), 'account_link_used');
    const { login = '', email = '', password = '' } = token.data;
    if (!owner) await makeRegistered(tx, settings, { login, email, password: { encoded: password } });
    else {
      await updateUser(tx, owner.id, { email });
      await noteActivity(tx, owner, { verb: 'update', kind: 'user', itemId: owner.id, summary: `"${owner.displayName}": email, by a link` });
      const lines = [`Your account has another email address from now on: ${email}`, '', 'If it was not you, write to the people who run it.'];
      if (owner.email !== '') await sendMails(tx, [await noteMail(tx.db, settings, content.siteUrl, owner.email, 'Your email address was changed', lines)]);
    }
    return token.kind;
  });
}
