import { createHash } from 'node:crypto';
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';
import { z } from 'zod';
import type { Tx } from '../../kernel/db/open-database.ts';
import { InvalidInputError } from '../../lib/errors.ts';
import type { Signer } from '../../lib/keys.ts';
import { isLocalHost } from '../../lib/network.ts';
import { startOf } from '../../lib/cut-text.ts';
import { readerText } from '../settings/index.ts';
import type { ReaderText } from '../../languages/en.ts';
import {
  findPasskey,
  listPasskeys,
  notePasskeyUse,
  findUserToChange,
  createSession,
  sessionMs,
} from '../users/index.ts';
import type { StoredPasskey, SessionPlace, SignedIn } from '../users/index.ts';
import { findToken, takeOnce } from './account-token.ts';
import type { Accounts } from './accounts.ts';
import { fault } from './accounts.ts';
import { noteLogin } from './login-log.ts';
import { storePasskey } from './passkey-commands.ts';
import { enter, prove } from './sign-in.ts';
import type { Welcome, Proof } from './sign-in.ts';
import type { TurnedOn } from './code-app-commands.ts';

const library = () => import('@simplewebauthn/server');

/** Browsers store passkeys for host names with HTTPS, or localhost, but not for IP addresses. */
export function takesPasskeys(siteUrl: string): boolean {
  const { protocol, hostname } = new URL(siteUrl);
  return protocol === 'https:'
    ? !/^\[|^[\d.]+$/.test(hostname)
    : isLocalHost(hostname) && hostname.endsWith('localhost');
}

/** The origin for this site's passkeys; undefined if browsers can't store any. */
export const passkeyOrigin = (siteUrl: string) =>
  takesPasskeys(siteUrl) ? partyOf(siteUrl).origin : undefined;

const partyOf = (siteUrl: string) => ({ origin: new URL(siteUrl).origin, rpID: new URL(siteUrl).hostname });

/** Purpose of a challenge; a signature for one purpose is invalid for others. */
export type PasskeyUse =
  | { readonly kind: 'sign-in' }
  | { readonly kind: 'register'; readonly userId: number }
  | { readonly kind: 'second-step'; readonly key: string };

/** COSE numbers of EdDSA, ES256 and RS256, the algorithms of authenticators. */
const algorithms = [-8, -7, -257] as const;
const challengeMs = 5 * 60_000;

function purposeOf(use: PasskeyUse): string {
  return `passkey ${use.kind} ${use.kind === 'register' ? use.userId : use.kind === 'second-step' ? use.key : ''}`;
}

/** Challenges are stateless: encrypted with their purpose, expiry and user handle. */
const challengeFor = ({ vault }: Accounts, use: PasskeyUse, handle = '') =>
  vault.encrypt(purposeOf(use), `${Date.now() + challengeMs} ${handle}`);

/** Options for `navigator.credentials.get`; undefined for a second step without a pending log-in. */
export async function passkeyRequest(
  accounts: Accounts,
  use: Exclude<PasskeyUse, { kind: 'register' }>,
): Promise<object | undefined> {
  const {
    content: { database, siteUrl },
  } = accounts;
  const waiting =
    use.kind === 'second-step' ? await findToken(database.read, ['second-step'], use.key) : undefined;
  if (use.kind === 'second-step' && !waiting) return undefined;
  const known = waiting ? await listPasskeys(database.read, waiting.userId) : [];
  const { generateAuthenticationOptions } = await library();
  return generateAuthenticationOptions({
    rpID: partyOf(siteUrl).rpID,
    challenge: challengeFor(accounts, use),
    timeout: challengeMs,
    userVerification: 'required',
    // Empty for log-in with a passkey alone: the authenticator knows the account.
    allowCredentials: known.map(({ credential, transports }) => ({
      id: credential,
      transports: [...transports],
    })),
  });
}

/** Options for `navigator.credentials.create`. */
export async function passkeyOffer(accounts: Accounts, { actor }: SignedIn, signer: Signer): Promise<object> {
  const {
    content: { database, settings, siteUrl },
  } = accounts;
  const [{ blogname }, known] = await Promise.all([
    settings.current(),
    listPasskeys(database.read, actor.id),
  ]);
  const { generateRegistrationOptions } = await library();
  // A stable handle makes a new passkey replace an orphaned one in the authenticator.
  const handle = known[0]?.handle ?? signer.sign('passkey handle', `${actor.id} ${actor.login}`);
  return generateRegistrationOptions({
    rpName: blogname || 'Broadsheet',
    rpID: partyOf(siteUrl).rpID,
    userName: actor.login,
    userDisplayName: actor.displayName,
    userID: new Uint8Array(Buffer.from(handle, 'base64url')),
    timeout: challengeMs,
    attestationType: 'none',
    challenge: challengeFor(accounts, { kind: 'register', userId: actor.id }, handle),
    excludeCredentials: known.map(({ credential, transports }) => ({
      id: credential,
      transports: [...transports],
    })),
    supportedAlgorithmIDs: [...algorithms],
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });
}

const base64url = z
  .string()
  .max(8000)
  .regex(/^[\w-]*$/);
const shared = {
  id: base64url.min(1),
  rawId: base64url.min(1),
  type: z.literal('public-key'),
  clientExtensionResults: z.object({}).default({}),
};
const transportNames = z
  .array(z.string().regex(/^[a-z-]{1,20}$/))
  .max(10)
  .default([]);
const registered = z.object({
  ...shared,
  response: z.object({ clientDataJSON: base64url, attestationObject: base64url, transports: transportNames }),
});
const shown = z.object({
  ...shared,
  response: z.object({
    clientDataJSON: base64url,
    authenticatorData: base64url,
    signature: base64url,
    userHandle: base64url.optional(),
  }),
});

function readCredential<Read>(schema: z.ZodType<Read>, text: string): Read | undefined {
  if (text.length > 30_000) return undefined;
  try {
    return schema.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

interface Challenge {
  readonly hash: string;
  readonly handle: string;
}

/** Decrypts a returned challenge; undefined if its purpose or site differs or it expired. */
function readChallenge({ vault }: Accounts, use: PasskeyUse, encoded: string): Challenge | undefined {
  const challenge = Buffer.from(encoded, 'base64url').toString();
  const [until, handle = ''] = vault.decrypt(purposeOf(use), challenge)?.split(' ') ?? [];
  if (!(Number(until) > Date.now())) return undefined;
  return { hash: createHash('sha256').update(`challenge\0${challenge}`).digest('base64url'), handle };
}

/** Verifies a signed challenge; the returned `take` uses it up once. Undefined if it is invalid in any way. */
async function checkShown(
  accounts: Accounts,
  use: PasskeyUse,
  text: string,
): Promise<{ readonly passkey: StoredPasskey; readonly take: (tx: Tx) => Promise<boolean> } | undefined> {
  const {
    content: { database, siteUrl },
  } = accounts;
  const response = readCredential(shown, text);
  const passkey = response && (await findPasskey(database.read, response.id));
  if (!passkey) return undefined;
  const { userHandle, ...rest } = response.response;
  if ((userHandle ?? passkey.handle) !== passkey.handle) return undefined;
  const { verifyAuthenticationResponse } = await library();
  const { origin, rpID } = partyOf(siteUrl);
  let challenge: Challenge | undefined;
  const sent: AuthenticationResponseJSON = {
    ...response,
    response: { ...rest, ...(userHandle === undefined ? {} : { userHandle }) },
  };
  const checked = await verifyAuthenticationResponse({
    response: sent,
    expectedOrigin: origin,
    expectedRPID: rpID,
    requireUserVerification: true,
    expectedChallenge: (encoded) => (challenge = readChallenge(accounts, use, encoded)) !== undefined,
    credential: {
      id: passkey.credential,
      publicKey: new Uint8Array(Buffer.from(passkey.publicKey, 'base64url')),
      counter: passkey.counter,
    },
  }).catch(() => undefined); // it throws for invalid responses
  if (!checked?.verified || challenge === undefined) return undefined;
  const { hash } = challenge;
  return {
    passkey,
    take: async (tx) =>
      (await takeOnce(tx, hash, challengeMs)) &&
      notePasskeyUse(tx, passkey, checked.authenticationInfo.newCounter),
  };
}

const refusal = async ({ content }: Accounts, text: ReaderText) =>
  new InvalidInputError(readerText(await content.settings.current(), text), text);

/**
 * Logs in with a passkey instead of name, password and second step: it combines possession and user verification.
 * Errors have the site's wording.
 */
export async function signInByPasskey(
  accounts: Accounts,
  {
    credential,
    caller,
    place,
    isRemembered,
  }: {
    readonly credential: string;
    readonly caller: string;
    readonly place: SessionPlace;
    readonly isRemembered: boolean;
  },
): Promise<Welcome> {
  const refused = await refusal(accounts, 'account_passkey_refused');
  const forgive = accounts.guard.attempt({ caller, account: undefined, known: undefined });
  const checked = await checkShown(accounts, { kind: 'sign-in' }, credential);
  if (!checked) throw refused;
  forgive();
  return accounts.content.database.write(async (tx) => {
    const user = await findUserToChange(tx, checked.passkey.userId);
    if (!user || !(await checked.take(tx))) throw refused;
    const lastsMs = isRemembered ? sessionMs.remembered : sessionMs.usual;
    await noteLogin(tx, user.id);
    return { user, session: await createSession(tx, user.id, { lastsMs, place }) };
  });
}

/** Completes a log-in (`key`) with a passkey. Errors have the site's wording. */
export async function takeSecondStepByPasskey(
  accounts: Accounts,
  {
    key,
    credential,
    place,
  }: { readonly key: string; readonly credential: string; readonly place: SessionPlace },
): Promise<Welcome> {
  const refused = await refusal(accounts, 'account_passkey_refused');
  const checked = await checkShown(accounts, { kind: 'second-step', key }, credential);
  if (!checked) throw refused;
  return enter(accounts, key, place, async (tx, owner) => {
    if (owner.id !== checked.passkey.userId || !(await checked.take(tx))) throw refused;
  });
}

/** Registers a passkey created by an authenticator (`storePasskey`). Errors have the site's wording. */
export async function addPasskey(
  accounts: Accounts,
  { credential, name: typed, ...proof }: Proof & { readonly credential: string; readonly name: string },
): Promise<TurnedOn> {
  const { content } = accounts;
  const { database, siteUrl } = content;
  const settings = await content.settings.current();
  const { actor, session } = proof.signedIn;
  const name = startOf(typed.replaceAll(/\s+/g, ' ').trim(), 100);
  if (name === '') throw fault(settings, 'account_passkey_nameless', 'name');
  const { holds } = await prove(accounts, proof, actor.email);
  const refused = await refusal(accounts, 'account_passkey_refused');
  const response = readCredential(registered, credential);
  if (!response) throw refused;
  const { verifyRegistrationResponse } = await library();
  const { origin, rpID } = partyOf(siteUrl);
  let challenge: Challenge | undefined;
  const { transports, ...attested } = response.response;
  const sent: RegistrationResponseJSON = { ...response, response: attested };
  const checked = await verifyRegistrationResponse({
    response: sent,
    expectedOrigin: origin,
    expectedRPID: rpID,
    requireUserVerification: true,
    supportedAlgorithmIDs: [...algorithms],
    expectedChallenge: (encoded) =>
      (challenge = readChallenge(accounts, { kind: 'register', userId: actor.id }, encoded)) !== undefined,
  }).catch(() => undefined);
  if (!checked?.verified || challenge === undefined) throw refused;
  const { id, publicKey, counter } = checked.registrationInfo.credential;
  const { hash, handle } = challenge;
  const passkey = {
    credential: id,
    handle,
    publicKey: Buffer.from(publicKey).toString('base64url'),
    counter,
    name,
    transports,
  };
  return database.write(async (tx) => {
    await holds(tx);
    return storePasskey(
      tx,
      actor,
      { ...passkey, session, challenge: { hash, lastsMs: challengeMs } },
      { settings, siteUrl },
    );
  });
}
