import type { Reader } from '../../kernel/db/open-database.ts';
import { fillIn } from '../../lib/fill-in.ts';
import { startOf } from '../../lib/start-of.ts';
import type { Mail } from '../mail/mail.ts';
import { senderOf, siteAddress } from '../mail/sender.ts';
import { readerText } from '../settings/definitions/translations.ts';
import type { ReaderText } from '../../languages/en.ts';
import type { Settings } from '../settings/settings.ts';
import type { TokenKind } from './account-token.ts';

/** Keys that are mailed. */
export type LinkKind = Exclude<TokenKind, 'second-step'>;

/** Where the link of each kind leads. A key is of letters, digits, `-` and `_`. */
export function accountLink(siteUrl: string, kind: LinkKind, key: string): string {
  const actions = { password: 'rp', invitation: 'rp', registration: 'confirm', email: 'confirm' } as const;
  return `${siteUrl}/wp-login.php?action=${actions[kind]}&key=${key}`;
}

/** What such a mail is about: whom it goes to, and as whom they sign in. */
export interface AccountMail {
  readonly kind: LinkKind;
  readonly to: string;
  readonly login: string;
  readonly link: string;
}

/** A mail that carries a link. Everything in it is plain text. */
export async function accountMail(
  read: Reader,
  settings: Settings,
  siteUrl: string,
  { kind, to, login, link }: AccountMail,
): Promise<Mail> {
  const said = (name: ReaderText) => readerText(settings, name);
  const lines = [
    said(`mail_${kind}_text`),
    '',
    link,
    '',
    said(`mail_${kind}_lasts`),
    '',
    fillIn(said('mail_login'), login),
    said('mail_not_you'),
  ];
  return noteMail(read, settings, siteUrl, { to, login, subject: said(`mail_${kind}`), lines });
}

/** A mail about somebody's account, such as what was done with it; its words are the site's (`readerText`). */
export async function noteMail(
  read: Reader,
  settings: Settings,
  siteUrl: string,
  {
    to,
    login,
    subject,
    lines,
  }: Pick<AccountMail, 'to' | 'login'> & { readonly subject: string; readonly lines: readonly string[] },
): Promise<Mail> {
  return {
    to,
    account: login,
    from: senderOf(await siteAddress(read, settings), settings, siteUrl),
    subject: startOf(`[${settings.blogname}] ${subject}`.replace(/\s+/g, ' '), 250),
    text: [...lines, '', '--', siteUrl, ''].join('\n'),
  };
}
