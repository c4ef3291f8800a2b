import type { Reader, Tx } from '../../kernel/db/open-database.ts';
import { fillIn } from '../../lib/messages.ts';
import { startOf } from '../../lib/cut-text.ts';
import { sendMails, senderOf, siteAddress } from '../mail/index.ts';
import type { Mail } from '../mail/index.ts';
import { readerText } from '../settings/index.ts';
import type { Settings } from '../settings/index.ts';
import type { ReaderText } from '../../languages/en.ts';
import type { TokenKind } from './account-token.ts';
import { noteChange } from '../../kernel/command.ts';
import type { Actor, User } from '../../kernel/permission.ts';

export type LinkKind = Exclude<TokenKind, 'second-step'>;

/** The URL of a link by kind. A key consists of letters, digits, `-` and `_`. */
export function accountLink(siteUrl: string, kind: LinkKind, key: string): string {
  const actions = { password: 'rp', invitation: 'rp', registration: 'confirm', email: 'confirm' } as const;
  return `${siteUrl}/wp-login.php?action=${actions[kind]}&key=${key}`;
}

export interface AccountMail {
  readonly kind: LinkKind;
  readonly to: string;
  readonly login: string;
  readonly link: string;
}

export async function accountMail(
  read: Reader,
  settings: Settings,
  siteUrl: string,
  { kind, to, login, link }: AccountMail,
): Promise<Mail> {
  const translate = (name: ReaderText) => readerText(settings, name);
  const lines = [
    translate(`mail_${kind}_text`),
    '',
    link,
    '',
    translate(`mail_${kind}_lasts`),
    '',
    fillIn(translate('mail_login'), login),
    translate('mail_not_you'),
  ];
  return noteMail(read, settings, siteUrl, { to, login, subject: translate(`mail_${kind}`), lines });
}

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

export interface FactorSite {
  readonly settings: Settings;
  readonly siteUrl: string;
}

const words = {
  on: ['mail_factor_on', 'mail_factor_on_text'],
  off: ['mail_factor_off', 'mail_factor_off_text'],
  'app-gone': ['mail_app_gone', 'mail_app_gone_text'],
  passkey: ['mail_passkey', 'mail_passkey_text'],
  'passkey-gone': ['mail_passkey_gone', 'mail_passkey_gone_text'],
} as const satisfies Readonly<Record<string, readonly [subject: ReaderText, text: ReaderText]>>;

/** Logs a change of a second factor and notifies the account's owner by mail; `name` is the passkey's. */
export async function notifyOfFactor(
  tx: Tx,
  by: Actor,
  owner: User,
  state: keyof typeof words,
  { settings, siteUrl, name = '' }: FactorSite & { readonly name?: string },
): Promise<void> {
  const [subject, text] = words[state];
  const translate = (wording: ReaderText) => readerText(settings, wording);
  const what =
    name === ''
      ? `second factor ${state}`
      : `passkey "${name}" ${state === 'off' || state === 'passkey-gone' ? 'removed' : 'added'}`;
  await noteChange(tx, by, {
    verb: 'update',
    kind: 'user',
    itemId: owner.id,
    summary: `"${owner.displayName}": ${what}`,
  });
  if (owner.email === '') return;
  const lines = [translate(text), '', translate('mail_not_you_write')];
  await sendMails(tx, [
    await noteMail(tx.db, settings, siteUrl, {
      to: owner.email,
      login: owner.login,
      subject: translate(subject),
      lines,
    }),
  ]);
}
