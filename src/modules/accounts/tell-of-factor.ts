import type { Tx } from '../../kernel/db/open-database.ts';
import { noteChange } from '../../kernel/command.ts';
import { sendMails } from '../mail/mail.ts';
import { readerText } from '../settings/definitions/translations.ts';
import type { ReaderText } from '../../languages/en.ts';
import type { Settings } from '../settings/settings.ts';
import type { Actor, User } from '../../kernel/actor.ts';
import { noteMail } from './account-mail.ts';

/** The site, as mails name it. */
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

/** Notes what became of a second factor, and writes to whose account it is; `name`: of the passkey that it is about. */
export async function tellOfFactor(
  tx: Tx,
  by: Actor,
  owner: User,
  state: keyof typeof words,
  { settings, siteUrl, name = '' }: FactorSite & { readonly name?: string },
): Promise<void> {
  const [subject, text] = words[state];
  const said = (wording: ReaderText) => readerText(settings, wording);
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
  const lines = [said(text), '', said('mail_not_you_write')];
  await sendMails(tx, [
    await noteMail(tx.db, settings, siteUrl, {
      to: owner.email,
      login: owner.login,
      subject: said(subject),
      lines,
    }),
  ]);
}
