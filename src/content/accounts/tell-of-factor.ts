import type { Tx } from '../../db/open-database.ts';
import { noteActivity } from '../activity/writer.ts';
import { sendMails } from '../mail/mail.ts';
import type { Settings } from '../settings/settings.ts';
import type { Actor } from '../users/role.ts';
import type { User } from '../users/user.ts';
import { noteMail } from './account-mail.ts';

/** The site, as mails name it. */
export interface FactorSite {
  readonly settings: Settings;
  readonly siteUrl: string;
}

const words = {
  on: ['Signing in takes a second step', 'From now on signing in to your account takes more than your password: a code of your app, or a passkey.'],
  off: ['Signing in takes no second step', 'From now on your password is enough to sign in to your account: its second step was turned off.'],
  'app-gone': ['Signing in takes no codes', 'The app that made codes for your account is good no more. Your passkeys are.'],
  passkey: ['You have another passkey', 'A passkey was added to your account, by which its machine signs in to it.'],
  'passkey-gone': ['A passkey was removed', 'A passkey of your account was removed. Its machine signs in by it no more.'],
} as const;

/** Notes what became of a second factor, and writes to whose account it is; `name`: of the passkey that it is about. */
export async function tellOfFactor(
  tx: Tx, by: Actor, owner: User, state: keyof typeof words, { settings, siteUrl, name = '' }: FactorSite & { readonly name?: string },
): Promise<void> {
  const [subject, text] = words[state];
  const what = name === '' ? `second factor ${state}` : `passkey "${name}" ${state === 'off' || state === 'passkey-gone' ? 'removed' : 'added'}`;
  await noteActivity(tx, by, { verb: 'update', kind: 'user', itemId: owner.id, summary: `"${owner.displayName}": ${what}` });
  if (owner.email === '') return;
  await sendMails(tx, [await noteMail(tx.db, settings, siteUrl, owner.email, subject, [text, '', 'If it was not you, write to the people who run it.'])]);
}
