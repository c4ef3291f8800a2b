import type { Tx } from '../../db/open-database.ts';
import { ConflictError, InvalidInputError } from '../../lib/errors.ts';
import { makeTotpSecret, totpAddress, totpStep } from '../../lib/totp.ts';
import { noteActivity } from '../activity/writer.ts';
import { authorise } from '../command.ts';
import { sendMails } from '../mail/mail.ts';
import { readerText } from '../settings/definitions/translations.ts';
import type { Settings } from '../settings/settings.ts';
import { can } from '../users/policy.ts';
import type { Actor } from '../users/role.ts';
import { endCodeAppOf, endSecondFactorOf, hasSecondFactor, writeCodeApp, writeRecoveryCodes } from '../users/second-factor.ts';
import { endSessionsOf } from '../users/session.ts';
import type { SignedIn } from '../users/sessions.ts';
import type { User } from '../users/user.ts';
import { userToChange } from '../users/user-to-change.ts';
import { noteMail } from './account-mail.ts';
import { fault } from './accounts.ts';
import type { Accounts } from './accounts.ts';
import { prove } from './change-password.ts';
import type { Proof } from './change-password.ts';
import { checkCode, secretPurpose } from './second-step.ts';

/** A secret that somebody is about to give to an app. */
export interface OfferedSecret {
  /** In base32, as people type it. */
  readonly secret: string;
  /** The same as an address, for a QR code. */
  readonly address: string;
  /** The same, encrypted: the form that confirms it brings it back. Good for an hour, for who was offered it. */
  readonly sealed: string;
}

const offerMs = 3_600_000;
const offerPurpose = ({ actor }: SignedIn) => `offered second factor ${actor.id}`;

/** Offers a secret; nothing is stored until a code of it was shown. The one that `again` holds stays the same. */
export async function offerSecret({ content, vault }: Accounts, signedIn: SignedIn, again = ''): Promise<OfferedSecret> {
  const { blogname } = await content.settings.current();
  const secret = offeredIn(vault.decrypt(offerPurpose(signedIn), again)) ?? await makeTotpSecret();
  const address = await totpAddress({ issuer: blogname.slice(0, 60) || 'Broadsheet', label: signedIn.actor.login, secret });
  return { secret, address, sealed: vault.encrypt(offerPurpose(signedIn), `${Date.now() + offerMs} ${secret}`) };
}

function offeredIn(text = ''): string | undefined {
  const [until, secret] = text.split(' ');
  return Number(until) > Date.now() ? secret : undefined;
}

/**
 * From now on somebody signs in by two steps: their password, and a code of the app that shows one of the offered secret. All of their other sessions end.
 * Returns recovery codes, to be shown this once. Throws in the words of the site.
 */
export async function turnOnCodes(
  accounts: Accounts, { sealed, code, ...proof }: Proof & { readonly sealed: string; readonly code: string },
): Promise<string[]> {
  const { content, vault } = accounts;
  const settings = await content.settings.current();
  const { actor, session } = proof.signedIn;
  const secret = offeredIn(vault.decrypt(offerPurpose(proof.signedIn), sealed));
  if (secret === undefined) throw new InvalidInputError(readerText(settings, 'account_expired'), 'account_expired');
  const typed = code.replaceAll(/\s/g, '').slice(0, 100);
  const step = typed === '' ? undefined : await totpStep(secret, typed);
  if (step === undefined) throw fault(settings, typed === '' ? 'account_code_empty' : 'account_code_wrong', 'code');
  await prove(accounts, proof);
  return content.database.write(async (tx) => {
    const isWritten = await writeCodeApp(tx, actor.id, { secret: vault.encrypt(secretPurpose(actor.id), secret), step });
    if (!isWritten) throw new ConflictError(readerText(settings, 'account_factor_there'), 'account_factor_there');
    await endSessionsOf(tx, actor.id, session);
    await tellOfFactor(tx, { settings, siteUrl: content.siteUrl, by: actor, owner: actor }, 'on');
    return writeRecoveryCodes(tx, actor.id);
  });
}

/**
 * Takes the app away of somebody who shows their password and a code: without a passkey, the password is enough from then on. Throws in the words of the site.
 */
export async function turnOffCodes(accounts: Accounts, { code, ...proof }: Proof & { readonly code: string }): Promise<void> {
  const { content } = accounts;
  const settings = await content.settings.current();
  const { actor, session } = proof.signedIn;
  await prove(accounts, proof);
  const use = await checkCode(accounts, actor.id, { code, device: `session ${session.token}` });
  await content.database.write(async (tx) => {
    await use(tx, actor);
    await endCodeAppOf(tx, actor.id);
    const isLast = !(await hasSecondFactor(tx.db, actor.id));
    if (isLast) await endSecondFactorOf(tx, actor.id);
    await tellOfFactor(tx, { settings, siteUrl: content.siteUrl, by: actor, owner: actor }, isLast ? 'off' : 'app-gone');
  });
}

/** Recovery codes in place of those that somebody has, to be shown this once. Throws in the words of the site. */
export async function renewRecoveryCodes(accounts: Accounts, proof: Proof): Promise<string[]> {
  const { content } = accounts;
  const settings = await content.settings.current();
  const { actor } = proof.signedIn;
  await prove(accounts, proof);
  return content.database.write(async (tx) => {
    if (!(await hasSecondFactor(tx.db, actor.id))) throw new ConflictError(readerText(settings, 'account_factor_none'), 'account_factor_none');
    await noteActivity(tx, actor, { verb: 'update', kind: 'user', itemId: actor.id, summary: `"${actor.displayName}": made recovery codes` });
    return writeRecoveryCodes(tx, actor.id);
  });
}

const refusal = { message: 'Sorry, you are not allowed to edit this user.', code: 'rest_cannot_edit', capability: 'edit_users' };

/** Takes away the second factor that somebody has lost, who is told. Throws `ConflictError` where there is none, `ForbiddenError`. */
export async function removeSecondFactor(
  tx: Tx, actor: Actor | undefined, id: number, { settings, siteUrl }: { readonly settings: Settings; readonly siteUrl: string },
): Promise<void> {
  authorise(actor, can(actor, 'edit_users'), refusal);
  const owner = await userToChange(tx, actor, id, refusal);
  if (!(await hasSecondFactor(tx.db, id))) throw new ConflictError(`"${owner.login}" has no second factor.`, 'no_second_factor');
  await endSecondFactorOf(tx, id);
  await tellOfFactor(tx, { settings, siteUrl, by: actor, owner }, 'off');
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
  tx: Tx, { settings, siteUrl, by, owner }: { readonly settings: Settings; readonly siteUrl: string; readonly by: Actor; readonly owner: User },
  state: keyof typeof words, name = '',
): Promise<void> {
  const [subject, text] = words[state];
  const what = name === '' ? `second factor ${state}` : `passkey "${name}" ${state === 'off' || state === 'passkey-gone' ? 'removed' : 'added'}`;
  await noteActivity(tx, by, { verb: 'update', kind: 'user', itemId: owner.id, summary: `"${owner.displayName}": ${what}` });
  if (owner.email === '') return;
  await sendMails(tx, [await noteMail(tx.db, settings, siteUrl, owner.email, subject, [text, '', 'If it was not you, write to the people who run it.'])]);
}
