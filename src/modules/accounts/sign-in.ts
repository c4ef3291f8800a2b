import { callerOf } from '../../lib/request-headers.ts';
import {
  listSessions,
  sessionMs,
  createSession,
  endSession,
  sessionId,
  findByHashToChange,
  findByPassword,
  findUserByName,
  findUserToChange,
  findCodeApp,
  findSecondFactor,
  hasSecondFactor,
  isRecoveryCode,
  takeRecoveryCode,
  takeStep,
  findActor,
  checkActorAgain,
  isUseNews,
  matchApplicationPassword,
  noteUse,
} from '../users/index.ts';
import type { KnownBy, SignedIn, SessionPlace, Session } from '../users/index.ts';
import { fault } from './accounts.ts';
import type { Accounts } from './accounts.ts';
import type { CodeSender } from './guard.ts';
import type { Tx } from '../../kernel/db/open-database.ts';
import { InvalidInputError, UnauthorizedError } from '../../lib/errors.ts';
import { totpStep } from '../../lib/credentials.ts';
import { noteChange } from '../../kernel/command.ts';
import { readerText, needsSecondStep } from '../settings/index.ts';
import type { Settings } from '../settings/index.ts';
import { mayEditSomething } from '../../kernel/permission.ts';
import type { Actor, User } from '../../kernel/permission.ts';
import { createToken, findToken, takeToken } from './account-token.ts';
import { noteLogin, noteLoginFailure } from './login-log.ts';

export interface SignIn {
  /** Log-in name or email address. */
  readonly name: string;
  readonly password: string;
  /** For two weeks instead of two days. */
  readonly isRemembered: boolean;
  readonly caller: string;
  readonly place: SessionPlace;
  readonly deviceOf: (userId: number) => Promise<KnownBy | undefined>;
}

/**
 * Opens a session or starts the second step. Throws `InvalidInputError` in the site's wording, equal (and at the cost
 * of one hash) for wrong passwords and unknown accounts, and `TooManyRequestsError` before hashing.
 */
export async function signIn(
  { content, guard }: Accounts,
  { name, password, isRemembered, caller, place, deviceOf }: SignIn,
): Promise<Welcome | HalfWay> {
  const { database } = content;
  const settings = await content.settings.current();
  if (name.trim() === '') throw fault(settings, 'login_empty', 'log');
  if (password === '') throw fault(settings, 'login_pass_empty', 'pwd');
  const account = await findUserByName(database.read, name);
  const shown = await guard.password(
    {
      caller,
      account: account?.id ?? name.trim().toLowerCase().slice(0, 100),
      known: account && (await deviceOf(account.id)) ? 'browser' : undefined,
      isNear: async () =>
        account !== undefined &&
        (await listSessions(database.read, account.id)).some(({ ip }) => callerOf(ip) === caller),
    },
    () => findByPassword(database.read, name, password),
  );
  const invalidPassword = () => fault(settings, 'login_wrong', 'pwd');
  if (!shown) {
    void noteLoginFailure(database, { caller, accountId: account?.id });
    throw invalidPassword();
  }
  return database.write(async (tx) => {
    // While hashing or waiting, the password may have changed, which ends all sessions.
    const user = await findByHashToChange(tx, shown);
    if (!user) throw invalidPassword();
    return admit(tx, settings, user, {
      lastsMs: isRemembered ? sessionMs.remembered : sessionMs.usual,
      place,
    });
  });
}

export interface Welcome {
  readonly user: User;
  readonly session: Session;
  /** The role requires a second factor, which the user must set up first. */
  readonly owes?: boolean;
}

/** A log-in that awaits its second step: a key for this browser, valid for ten minutes. */
export interface HalfWay {
  readonly user: User;
  readonly secondStep: string;
}

/**
 * Opens a session after a correct password, or starts the second step. `user` must be locked in this transaction, so
 * that turning on a second factor or changing the password ends this session, too.
 */
export async function admit(
  tx: Tx,
  settings: Settings,
  user: User,
  { lastsMs = sessionMs.usual as number, place }: { readonly lastsMs?: number; readonly place: SessionPlace },
): Promise<Welcome | HalfWay> {
  if (!(await hasSecondFactor(tx.db, user.id))) {
    await noteLogin(tx, user.id);
    return {
      user,
      session: await createSession(tx, user.id, { lastsMs, place }),
      owes: needsSecondStep(settings, user.roles),
    };
  }
  return {
    user,
    secondStep: await createToken(tx, {
      kind: 'second-step',
      userId: user.id,
      data: { lastsMs: String(lastsMs) },
    }),
  };
}

/** The second steps possible with a key, besides recovery codes; undefined if it is no longer valid. */
export async function findWays(
  accounts: Pick<Accounts, 'content'>,
  key: string,
): Promise<{ readonly app: boolean; readonly passkeys: boolean } | undefined> {
  const { database } = accounts.content;
  const waiting = await findToken(database.read, ['second-step'], key);
  if (!waiting) return undefined;
  const { app, passkeys } = await findSecondFactor(database.read, waiting.userId);
  return { app: app !== undefined, passkeys: passkeys.length > 0 };
}

interface ShownCode {
  readonly code: string;
  readonly by: CodeSender;
}

/**
 * Verifies a TOTP or recovery code; the returned function uses it up once. Wrong codes count per account; correct
 * recovery codes are always accepted, since they can't be guessed. Errors have the site's wording.
 */
export async function checkCode(
  { content, guard, vault }: Accounts,
  userId: number,
  { code: typed, by }: ShownCode,
): Promise<(tx: Tx, owner: Actor) => Promise<void>> {
  const { database } = content;
  const settings = await content.settings.current();
  const code = typed.replaceAll(/[\s-]/g, '').slice(0, 100);
  const invalidCode = () => fault(settings, 'account_code_wrong', 'code');
  if (code === '') throw fault(settings, 'account_code_empty', 'code');
  if (await isRecoveryCode(database.read, userId, code)) {
    return async (tx, owner) => {
      if (!(await takeRecoveryCode(tx, userId, code))) throw invalidCode();
      await noteChange(tx, owner, {
        verb: 'update',
        kind: 'user',
        itemId: userId,
        summary: `"${owner.displayName}": used a recovery code`,
      });
    };
  }
  const forgive = guard.code({ account: userId, by });
  const app = await findCodeApp(database.read, userId);
  const secret = app && vault.decrypt(secretPurpose(userId), app.secret);
  const step = secret === undefined ? undefined : await totpStep(secret, code);
  if (step === undefined) throw invalidCode();
  return async (tx) => {
    // Rejects a code that was used concurrently, for example by an onlooker.
    if (!(await takeStep(tx, userId, step))) throw invalidCode();
    forgive();
  };
}

export const secretPurpose = (userId: number) => `second factor ${userId}`;

/** Completes a log-in (`key`) with a code. Errors have the site's wording. */
export async function takeSecondStep(
  accounts: Accounts,
  {
    key,
    code,
    deviceOf,
    place,
  }: {
    readonly key: string;
    readonly code: string;
    readonly deviceOf: (userId: number) => Promise<KnownBy | undefined>;
    readonly place: SessionPlace;
  },
): Promise<Welcome> {
  const {
    content: { database, settings },
  } = accounts;
  const waiting = await findToken(database.read, ['second-step'], key);
  if (!waiting) throw await tooLate(settings);
  const use = await checkCode(accounts, waiting.userId, {
    code,
    by: (await deviceOf(waiting.userId)) === 'sign-in' ? 'known' : 'anybody',
  }).catch((error: unknown) => {
    if (error instanceof InvalidInputError && error.code === 'account_code_wrong')
      void noteLoginFailure(database, { caller: callerOf(place.ip), accountId: waiting.userId });
    throw error;
  });
  return enter(accounts, key, place, use);
}

export async function enter(
  { content: { database, settings } }: Accounts,
  key: string,
  place: SessionPlace,
  use: (tx: Tx, owner: Actor) => Promise<void>,
): Promise<Welcome> {
  const late = await tooLate(settings);
  return database.write(async (tx) => {
    // Waits for a concurrent password change, which would end this log-in.
    const waiting = await findToken(tx.db, ['second-step'], key);
    if (waiting) await findUserToChange(tx, waiting.userId);
    const taken = await takeToken(tx, ['second-step'], key);
    const owner = taken && (await findActor(tx.db, taken.userId));
    if (!owner) throw late;
    await use(tx, owner);
    await noteLogin(tx, owner.id);
    return {
      user: owner,
      session: await createSession(tx, owner.id, {
        lastsMs: Number(taken.data.lastsMs) || sessionMs.usual,
        place,
      }),
    };
  });
}

async function tooLate(settings: Accounts['content']['settings']): Promise<InvalidInputError> {
  return new InvalidInputError(
    readerText(await settings.current(), 'account_step_late'),
    'account_step_late',
  );
}

export interface Proof {
  readonly signedIn: SignedIn;
  readonly current: string;
  readonly caller: string;
}

export interface Proven {
  readonly user: User;
  /**
   * Call first in the transaction: the password, session or account may have changed during hashing. Locks the account
   * until the transaction ends. Throws like `prove` and `checkActorAgain`.
   */
  readonly holds: (tx: Tx) => Promise<void>;
}

/**
 * Verifies the logged-in user's password; counts like a log-in. `mails` is a recipient (address) to count for the mail
 * that follows. Errors have the site's wording.
 */
export async function prove(
  { content, guard }: Accounts,
  {
    signedIn: { actor },
    current,
    caller,
  }: Omit<Proof, 'signedIn'> & { readonly signedIn: Pick<SignedIn, 'actor'> },
  mails?: string,
): Promise<Proven> {
  const settings = await content.settings.current();
  const text = readerText(settings, 'account_current_wrong');
  const invalidPassword = new InvalidInputError(text, 'account_current_wrong', { current: text });
  if (current === '') throw invalidPassword;
  const shown = await guard.password({ caller, account: actor.id, known: 'session' }, () =>
    findByPassword(content.database.read, actor.login, current),
  );
  if (shown?.user.id !== actor.id) throw invalidPassword;
  const { user } = shown;
  if (mails !== undefined)
    guard.request({ caller, account: actor.id, recipient: mails === user.email ? undefined : mails });
  return {
    user,
    holds: async (tx) => {
      if (!(await findByHashToChange(tx, shown))) throw invalidPassword;
      await checkActorAgain(tx, actor);
    },
  };
}

interface ProgramProof {
  /** Log-in name or email address. */
  readonly name: string;
  /** An application password; characters other than letters and digits are ignored. */
  readonly password: string;
  readonly ip: string;
  readonly caller: string;
}

/**
 * Authenticates a program by application password. Wrong ones count like wrong passwords; a correct one is always
 * accepted, since it can't be guessed. Throws `UnauthorizedError` and `TooManyRequestsError`.
 */
export async function admitProgram(
  { content, guard }: Accounts,
  { name, password, ip, caller }: ProgramProof,
): Promise<{ readonly actor: Actor; readonly applicationPassword: string }> {
  const { database } = content;
  const found = await matchApplicationPassword(database.read, name, password);
  const actor = found && (await findActor(database.read, found.userId));
  if (!found || !actor) {
    const account = await findUserByName(database.read, name);
    guard.attempt({
      caller,
      account: account?.id ?? name.trim().toLowerCase().slice(0, 100),
      known: undefined,
    });
    void noteLoginFailure(database, { caller, accountId: account?.id });
    throw new UnauthorizedError(
      'The provided password is an invalid application password.',
      'incorrect_password',
    );
  }
  // A site with a full disk still answers reads.
  if (isUseNews(found)) await database.write((tx) => noteUse(tx, found.id, ip)).catch(() => undefined);
  return { actor: { ...actor, cameBy: { kind: 'program', id: found.id } }, applicationPassword: found.id };
}

/** Logged for users with editing capabilities, like their log-ins. */
export async function signOut(tx: Tx, actor: Actor, { token }: Pick<Session, 'token'>): Promise<void> {
  await endSession(tx, actor.id, sessionId(token));
  if (!mayEditSomething(actor)) return;
  const summary = `"${actor.displayName}"`;
  await noteChange(tx, actor, { verb: 'logout', kind: 'user', itemId: actor.id, summary });
}
