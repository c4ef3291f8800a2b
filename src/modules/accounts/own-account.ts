import { z } from 'zod';
import type { Tx } from '../../kernel/db/open-database.ts';
import { InvalidInputError } from '../../lib/errors.ts';
import { canReach, normalizeEmail } from '../../lib/normalize-email.ts';
import { hashPassword, makeTotpSecret, totpAddress, totpStep } from '../../lib/credentials.ts';
import { startOf } from '../../lib/cut-text.ts';
import { readerText } from '../settings/index.ts';
import {
  editAnybody,
  editOneself,
  beSignedIn,
  findUserByName,
  createSession,
  endSession,
  endSessionsOf,
  userToChange,
  writeUser as updateUser,
} from '../users/index.ts';
import type { Session, SessionPlace, SignedIn } from '../users/index.ts';
import { fault } from './accounts.ts';
import type { Accounts } from './accounts.ts';
import type { Proof, Proven } from './sign-in.ts';
import { checkPassword } from './password-commands.ts';
import type { ChosenPassword } from './password-commands.ts';
import { checkCode, secretPurpose, prove } from './sign-in.ts';
import { noteChange, readInput, refuseStale } from '../../kernel/command.ts';
import { sentText } from '../../kernel/input-kinds.ts';
import { sendMails } from '../mail/index.ts';
import { demand, isAllowed } from '../../kernel/permission.ts';
import type { Actor } from '../../kernel/permission.ts';
import { accountLink, accountMail } from './account-mail.ts';
import { createToken, waitsMs, endTokensOf } from './account-token.ts';
import type { LinkSite } from './send-link.ts';
import type { PasswordHash } from '../../lib/credentials.ts';
import * as passkeys from './passkey-commands.ts';
import * as recovery from './renew-recovery-codes.ts';
import * as off from './turn-off-codes.ts';
import * as on from './code-app-commands.ts';

/** Changes of one's own account that need the password. Hashing and input checks happen before the transaction. */

/** Runs a transaction that first checks that the password proof still holds. */
const after = <Result>(
  { database }: Accounts['content'],
  holds: Proven['holds'],
  work: (tx: Tx) => Promise<Result>,
) =>
  database.write(async (tx) => {
    await holds(tx);
    return work(tx);
  });

/** Sets the user's chosen password; this browser continues with the returned session. Errors have the site's wording. */
export async function choosePassword(
  accounts: Accounts,
  { password, retyped, ...proof }: Proof & ChosenPassword,
): Promise<Session> {
  const { content, guard } = accounts;
  checkPassword(await content.settings.current(), { password, retyped });
  const {
    user: { revision },
    holds,
  } = await prove(accounts, proof);
  const { actor, live } = proof.signedIn;
  const hash = await guard.inTurn({ known: actor.id }, () => hashPassword(password));
  return after(content, holds, (tx) =>
    changePassword(tx, actor, { password: hash, lastsMs: live.lastsMs, place: live }, revision),
  );
}

export async function chooseEmail(
  accounts: Accounts,
  { email: typed, ...proof }: Proof & { readonly email: string },
): Promise<RequestedEmail> {
  const {
    content: { settings: cache, siteUrl },
    sendsMail,
  } = accounts;
  const settings = await cache.current();
  const email = normalizeEmail(typed);
  if (!canReach(email)) throw fault(settings, 'login_email', 'email');
  const { holds } = await prove(accounts, proof, email);
  return after(accounts.content, holds, (tx) =>
    requestEmail(tx, proof.signedIn.actor, { email }, { settings, siteUrl, sendsMail }),
  );
}

export interface OfferedSecret {
  /** Base32, for typing. */
  readonly secret: string;
  /** otpauth URL, for a QR code. */
  readonly address: string;
  /** Encrypted secret that the confirming form sends back; valid for an hour, for this user. */
  readonly sealed: string;
}

const offerMs = 3_600_000;
const offerPurpose = ({ actor }: SignedIn) => `offered second factor ${actor.id}`;

/** Offers a secret without storing it; `again` is a sealed secret to keep. */
export async function offerSecret(
  { content, vault }: Accounts,
  signedIn: SignedIn,
  again = '',
): Promise<OfferedSecret> {
  const { blogname } = await content.settings.current();
  const secret = offeredIn(vault.decrypt(offerPurpose(signedIn), again)) ?? (await makeTotpSecret());
  const address = await totpAddress({
    issuer: startOf(blogname, 60) || 'Broadsheet',
    label: signedIn.actor.login,
    secret,
  });
  return {
    secret,
    address,
    sealed: vault.encrypt(offerPurpose(signedIn), `${Date.now() + offerMs} ${secret}`),
  };
}

function offeredIn(text = ''): string | undefined {
  const [until, secret] = text.split(' ');
  return Number(until) > Date.now() ? secret : undefined;
}

const siteOf = async ({ content }: Accounts) => ({
  settings: await content.settings.current(),
  siteUrl: content.siteUrl,
});
/** Counts a mail to the owner, who is notified of each change. */
const proveToOwner = (accounts: Accounts, proof: Proof) => prove(accounts, proof, proof.signedIn.actor.email);

/** Turns on two-step log-in after a code of the offered secret. Errors have the site's wording. */
export async function turnOnCodes(
  accounts: Accounts,
  { sealed, code, ...proof }: Proof & { readonly sealed: string; readonly code: string },
): Promise<on.TurnedOn> {
  const { content, vault } = accounts;
  const site = await siteOf(accounts);
  const { actor, session } = proof.signedIn;
  const secret = offeredIn(vault.decrypt(offerPurpose(proof.signedIn), sealed));
  if (secret === undefined)
    throw new InvalidInputError(readerText(site.settings, 'account_expired'), 'account_expired');
  const typed = code.replaceAll(/\s/g, '').slice(0, 100);
  const step = typed === '' ? undefined : await totpStep(secret, typed);
  if (step === undefined)
    throw fault(site.settings, typed === '' ? 'account_code_empty' : 'account_code_wrong', 'code');
  const { holds } = await proveToOwner(accounts, proof);
  const app = { secret: vault.encrypt(secretPurpose(actor.id), secret), step, session };
  return after(content, holds, (tx) => on.turnOnCodes(tx, actor, app, site));
}

export async function turnOffCodes(
  accounts: Accounts,
  { code, ...proof }: Proof & { readonly code: string },
): Promise<void> {
  const { actor } = proof.signedIn;
  const site = await siteOf(accounts);
  const { holds } = await proveToOwner(accounts, proof);
  const use = await checkCode(accounts, actor.id, { code, by: 'known' });
  await after(accounts.content, holds, (tx) => off.turnOffCodes(tx, actor, { use }, site));
}

/** Returns new recovery codes, to be shown once. Errors have the site's wording. */
export async function renewRecoveryCodes(accounts: Accounts, proof: Proof): Promise<string[]> {
  const site = await siteOf(accounts);
  const { holds } = await prove(accounts, proof);
  return after(accounts.content, holds, (tx) => recovery.renewRecoveryCodes(tx, proof.signedIn.actor, site));
}

export async function removePasskey(
  accounts: Accounts,
  { credential, ...proof }: Proof & { readonly credential: string },
): Promise<void> {
  const site = await siteOf(accounts);
  const { holds } = await proveToOwner(accounts, proof);
  await after(accounts.content, holds, (tx) =>
    passkeys.removePasskey(tx, proof.signedIn.actor, { credential }, site),
  );
}

const emailSchema = z.strictObject({ email: sentText(254) });
/**
 * `sent`: the link was mailed to the new address. `waits`: without mail, an administrator must open it. `link`:
 * returned to actors who may set any address.
 */
type RequestedEmail = { readonly kind: 'sent' | 'waits' } | { readonly kind: 'link'; readonly link: string };

/**
 * Creates a link that confirms the actor's new email. Seeing the link without mail proves nothing, so only actors who
 * need no proof get it. Errors have the site's wording.
 */
export async function requestEmail(
  tx: Tx,
  actor: Actor | undefined,
  input: z.input<typeof emailSchema>,
  { settings, siteUrl, sendsMail }: LinkSite,
): Promise<RequestedEmail> {
  demand(editOneself, actor, undefined);
  const { email } = readInput(emailSchema, input, 'the address');
  const holder = await findUserByName(tx.db, email);
  if (holder && holder.id !== actor.id) throw fault(settings, 'account_email_taken', 'email');
  const key = await createToken(tx, {
    kind: 'email',
    userId: actor.id,
    data: { email },
    ...(sendsMail ? {} : { lastsMs: waitsMs }),
  });
  const link = accountLink(siteUrl, 'email', key);
  await noteChange(tx, actor, {
    verb: 'update',
    kind: 'user',
    itemId: actor.id,
    summary: `"${actor.displayName}": asked for another email`,
  });
  if (!sendsMail)
    return isAllowed(editAnybody, actor, undefined) ? { kind: 'link', link } : { kind: 'waits' };
  await sendMails(tx, [
    await accountMail(tx.db, settings, siteUrl, { kind: 'email', to: email, login: actor.login, link }),
  ]);
  return { kind: 'sent' };
}

interface OwnPassword {
  readonly password: PasswordHash;
  readonly lastsMs: number;
  readonly place: SessionPlace;
}

/**
 * Replaces the password of the account at revision `from`; ends all sessions and links, and returns this browser's new
 * session. Throws `StaleError`.
 */
async function changePassword(
  tx: Tx,
  actor: Actor | undefined,
  { password, lastsMs, place }: OwnPassword,
  from: number,
): Promise<Session> {
  demand(editOneself, actor, undefined);
  const theirs = await userToChange(tx, actor, actor.id, editOneself);
  refuseStale(`the user "${theirs.displayName}"`, { mine: null, theirs }, from);
  await updateUser(tx, actor.id, { password });
  await endTokensOf(tx, actor.id);
  await noteChange(tx, actor, {
    verb: 'update',
    kind: 'user',
    itemId: actor.id,
    summary: `"${theirs.displayName}": password`,
  });
  return createSession(tx, actor.id, { lastsMs, place });
}

const sessionsSchema = z.strictObject({ which: sentText(100) });
/** Ends one of the user's sessions by id, or with `'others'` all but the current one. */
export async function endOwnSessions(
  tx: Tx,
  actor: Actor | undefined,
  input: z.input<typeof sessionsSchema>,
  { session }: { readonly session: Pick<Session, 'token'> },
): Promise<void> {
  demand(beSignedIn, actor, undefined);
  const { which } = readInput(sessionsSchema, input, 'the session');
  const ended =
    which === 'others' ? await endSessionsOf(tx, actor.id, session) : await endSession(tx, actor.id, which);
  if (ended === 0) return;
  const what = which === 'others' ? 'signed out everywhere else' : 'ended a session';
  await noteChange(tx, actor, {
    verb: 'update',
    kind: 'user',
    itemId: actor.id,
    summary: `"${actor.displayName}": ${what}`,
  });
}
