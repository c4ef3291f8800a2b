import type { Tx } from '../../kernel/db/open-database.ts';
import { InvalidInputError } from '../../lib/errors.ts';
import { fillIn } from '../../lib/fill-in.ts';
import { sendMails } from '../mail/mail.ts';
import type { Mail } from '../mail/mail.ts';
import { noteChange } from '../../kernel/command.ts';
import { readerText } from '../settings/definitions/translations.ts';
import type { Settings } from '../settings/settings.ts';
import { findUser } from '../users/reader.ts';
import { findActor } from '../users/roles.ts';
import type { Actor } from '../../kernel/actor.ts';
import { updateUser } from '../users/writer.ts';
import { noteMail } from './account-mail.ts';
import { findToken, takeToken } from './account-token.ts';
import type { TokenKind } from './account-token.ts';
import type { Accounts } from './accounts.ts';
import { makeRegistered } from './register-user.ts';

const kinds = ['registration', 'email'] as const;

/** What a link of a mail asks to be confirmed. */
export interface AskedToConfirm {
  readonly kind: 'registration' | 'email';
  readonly login: string;
  readonly email: string;
}

/** What the key of a link is about; undefined for one that is good no more. */
export async function askedToConfirm(
  { content }: Pick<Accounts, 'content'>,
  key: string,
): Promise<AskedToConfirm | undefined> {
  const { read } = content.database;
  const token = await findToken(read, kinds, key);
  if (!token) return undefined;
  const { login = '', email = '' } = token.data;
  if (token.kind !== 'email') return { kind: 'registration', login, email };
  const owner = await findUser(read, token.userId);
  return owner && { kind: 'email', login: owner.login, email };
}

/** Tells the address that an account had of the one that it has. */
async function changedMail(
  tx: Tx,
  settings: Settings,
  siteUrl: string,
  { login, email: to }: Actor,
  email: string,
): Promise<Mail> {
  const lines = [
    fillIn(readerText(settings, 'mail_email_changed_text'), email),
    '',
    readerText(settings, 'mail_not_you_write'),
  ];
  return noteMail(tx.db, settings, siteUrl, {
    to,
    login,
    subject: readerText(settings, 'mail_email_changed'),
    lines,
  });
}

/**
 * Does what the link of a mail was sent for: makes the account that somebody registered, or gives one its new address, of which the old one is told. Says
 * which; throws `InvalidInputError` in the words of the site for a link that is good no more, and counts who tries
 * those that are none.
 */
export async function confirmByLink(
  { content, guard }: Pick<Accounts, 'content' | 'guard'>,
  key: string,
  caller: string,
): Promise<TokenKind> {
  const settings = await content.settings.current();
  if (!(await findToken(content.database.read, kinds, key))) {
    guard.request({ caller });
    throw new InvalidInputError(readerText(settings, 'account_link_used'), 'account_link_used');
  }
  return content.database.write(async (tx) => {
    const token = await takeToken(tx, kinds, key);
    const owner = token?.kind === 'email' ? await findActor(tx.db, token.userId) : undefined;
    if (!token || (token.kind === 'email' && !owner))
      throw new InvalidInputError(readerText(settings, 'account_link_used'), 'account_link_used');
    const { login = '', email = '', password = '', displayName = '' } = token.data;
    if (!owner)
      await makeRegistered(tx, settings, { login, email, displayName, password: { encoded: password } });
    else {
      await updateUser(tx, owner.id, { email });
      await noteChange(tx, owner, {
        verb: 'update',
        kind: 'user',
        itemId: owner.id,
        summary: `"${owner.displayName}": email, by a link`,
      });
      if (owner.email !== '')
        await sendMails(tx, [await changedMail(tx, settings, content.siteUrl, owner, email)]);
    }
    return token.kind;
  });
}
