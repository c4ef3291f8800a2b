import type { Reader } from '../../db/open-database.ts';
import type { Mail } from '../mail/mail.ts';
import { senderOf, siteAddress } from '../mail/sender.ts';
import type { Settings } from '../settings/settings.ts';
import type { TokenKind } from './account-token.ts';

/** Keys that are mailed. */
export type LinkKind = Exclude<TokenKind, 'second-step'>;

/** Where the link of each kind leads. A key is of letters, digits, `-` and `_`. */
export function accountLink(siteUrl: string, kind: LinkKind, key: string): string {
  const actions = { password: 'rp', invitation: 'rp', registration: 'confirm', email: 'confirm' } as const;
  return `${siteUrl}/wp-login.php?action=${actions[kind]}&key=${key}`;
}

const words = {
  password: ['Choose a new password', 'Somebody, and let us hope that it was you, asked for a new password for your account.',
    'It is good for one hour, once.'],
  invitation: ['Your account', 'There is an account for you. Choose a password for it, and you are in.', 'It is good for seven days, once.'],
  registration: ['Your account', 'Somebody, and let us hope that it was you, made an account with this address. Open this link, and it is there.',
    'It is good for two days.'],
  email: ['Your new email address', 'Open this link, and your account has this address from then on.', 'It is good for one day, once.'],
} as const satisfies Record<LinkKind, readonly string[]>;

/** What such a mail is about: whom it goes to, and as whom they sign in. */
export interface AccountMail {
  readonly kind: LinkKind;
  readonly to: string;
  readonly login: string;
  readonly link: string;
}

/** A mail that carries a link. Everything in it is plain text. */
export async function accountMail(read: Reader, settings: Settings, siteUrl: string, { kind, to, login, link }: AccountMail): Promise<Mail> {
  const [subject, why, how] = words[kind];
  const lines = [why, '', link, '', how, '', `You sign in as: ${login}`, 'If it was not you, do nothing: nothing happens then.'];
  return noteMail(read, settings, siteUrl, to, subject, lines);
}

/** A mail that tells of something that was done. */
export async function noteMail(
  read: Reader, settings: Settings, siteUrl: string, to: string, subject: string, lines: readonly string[],
): Promise<Mail> {
  return {
    to, from: senderOf(await siteAddress(read, settings), settings, siteUrl),
    subject: `[${settings.blogname}] ${subject}`.replace(/\s+/g, ' ').slice(0, 250),
    text: [...lines, '', '--', siteUrl, ''].join('\n'),
  };
}
