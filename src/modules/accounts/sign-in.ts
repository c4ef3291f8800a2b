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
  lookAgain,
  isUseNews,
  matchApplicationPassword,
  noteUse,
} from '../users/index.ts';
import type { KnownBy, SignedIn, SessionPlace, Session } from '../users/index.ts';
import { fault } from './accounts.ts';
import type { Accounts } from './accounts.ts';
import type { Tx } from '../../kernel/db/open-database.ts';
import { InvalidInputError, UnauthorizedError } from '../../lib/errors.ts';
import { totpStep } from '../../lib/credentials.ts';
import { noteChange } from '../../kernel/command.ts';
import { readerText, needsSecondStep } from '../settings/index.ts';
import type { Settings } from '../settings/index.ts';
import type { Actor, User } from '../../kernel/permission.ts';
import { createToken, findToken, takeToken } from './account-token.ts';

/** What somebody typed who signs in, and from where. */
export interface SignIn {
  /** Log-in name or email address. */
  readonly name: string;
  readonly password: string;
  /** For two weeks instead of two days. */
  readonly isRemembered: boolean;
  /** Of the address (`callerOf`). */
  readonly caller: string;
  readonly place: SessionPlace;
  /** How an account knows the browser, by the account's id. */
  readonly deviceOf: (userId: number) => Promise<KnownBy | undefined>;
}

/**
 * Opens a session, or asks for the second step. Throws `InvalidInputError` in the words of the site: for a wrong password as for an account that is not there,
 * either of which costs one hash, and for one that was changed while it was
 * hashed; and `TooManyRequestsError`, before anything is hashed, to who tries too often.
 */
export async function signIn(
  { content, guard }: Accounts,
  { name, password, isRemembered, caller, place, deviceOf }: SignIn,
): Promise<Welcome | HalfWay> {
  const { database } = content;
  const settings = await content.settings.current();
  if (name.trim() === '') throw fault(settings, 'login_empty', 'log');
  if (password === '') throw fault(settings, 'login_pass_empty', 'pwd');
  const wanted = await findUserByName(database.read, name);
  const shown = await guard.password(
    {
      caller,
      account: wanted?.id ?? name.trim().toLowerCase().slice(0, 100),
      known: wanted && (await deviceOf(wanted.id)) ? 'browser' : undefined,
      isNear: async () =>
        wanted !== undefined &&
        (await listSessions(database.read, wanted.id)).some(({ ip }) => callerOf(ip) === caller),
    },
    () => findByPassword(database.read, name, password),
  );
  const wrong = () => fault(settings, 'login_wrong', 'pwd');
  if (!shown) throw wrong();
  return database.write(async (tx) => {
    // A hash takes its time, and longer where others wait: another password, which ends all sessions, may have been chosen meanwhile.
    const user = await findByHashToChange(tx, shown);
    if (!user) throw wrong();
    return letIn(tx, settings, user, {
      lastsMs: isRemembered ? sessionMs.remembered : sessionMs.usual,
      place,
    });
  });
}

/** Somebody who has come in. */
export interface Welcome {
  readonly user: User;
  readonly session: Session;
  /** Their role needs a second factor, which they are to set up before anything else. */
  readonly owes?: boolean;
}

/** Somebody who has taken the first step of two: the key, which one browser holds, lets it take the second one for ten minutes. */
export interface HalfWay {
  readonly user: User;
  readonly secondStep: string;
}

/**
 * Opens a session for somebody whose password was right; of who has a second factor it asks that first, and opens none. `user`: read in this transaction, to be
 * changed by nobody else until it ends, so that who turns a second factor on, or chooses another password, ends this session, too.
 */
export async function letIn(
  tx: Tx,
  settings: Settings,
  user: User,
  { lastsMs = sessionMs.usual as number, place }: { readonly lastsMs?: number; readonly place: SessionPlace },
): Promise<Welcome | HalfWay> {
  if (!(await hasSecondFactor(tx.db, user.id))) {
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

/** By what a key lets somebody take the second step, beside recovery codes; undefined for a key that is good no more. */
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

/** What somebody shows beside their password. */
interface ShownCode {
  /** Of the app, or a recovery code. */
  readonly code: string;
  /** Whether it comes from where the account was let in by all of its steps before. */
  readonly isKnown: boolean;
}

/**
 * Checks a code of somebody's app, or a recovery code; the function that it gives uses it up in a transaction, once. Wrong ones are counted by account, and
 * right recovery codes let in however many were wrong: nobody guesses those. Throws in the words of the site.
 */
export async function checkCode(
  { content, guard, vault }: Accounts,
  userId: number,
  { code: typed, isKnown }: ShownCode,
): Promise<(tx: Tx, owner: Actor) => Promise<void>> {
  const { database } = content;
  const settings = await content.settings.current();
  const code = typed.replaceAll(/[\s-]/g, '').slice(0, 100);
  const wrong = () => fault(settings, 'account_code_wrong', 'code');
  if (code === '') throw fault(settings, 'account_code_empty', 'code');
  if (await isRecoveryCode(database.read, userId, code)) {
    return async (tx, owner) => {
      if (!(await takeRecoveryCode(tx, userId, code))) throw wrong();
      await noteChange(tx, owner, {
        verb: 'update',
        kind: 'user',
        itemId: userId,
        summary: `"${owner.displayName}": used a recovery code`,
      });
    };
  }
  const forgive = guard.code({ account: userId, isKnown });
  const app = await findCodeApp(database.read, userId);
  const secret = app && vault.decrypt(secretPurpose(userId), app.secret);
  const step = secret === undefined ? undefined : await totpStep(secret, code);
  if (step === undefined) throw wrong();
  return async (tx) => {
    // Who looked over a shoulder comes too late.
    if (!(await takeStep(tx, userId, step))) throw wrong();
    forgive();
  };
}

/** What somebody's secret is encrypted for. */
export const secretPurpose = (userId: number) => `second factor ${userId}`;

/** Lets somebody in who has taken the first step (`key`) and shows a code. Throws in the words of the site. */
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
    isKnown: (await deviceOf(waiting.userId)) === 'sign-in',
  });
  return enter(accounts, key, place, use);
}

/** Uses up the key of the first step and what proves the second one, and opens the session. */
export async function enter(
  { content: { database, settings } }: Accounts,
  key: string,
  place: SessionPlace,
  use: (tx: Tx, owner: Actor) => Promise<void>,
): Promise<Welcome> {
  const late = await tooLate(settings);
  return database.write(async (tx) => {
    // Who chooses another password at this moment is waited for: that ends what waits here.
    const waiting = await findToken(tx.db, ['second-step'], key);
    if (waiting) await findUserToChange(tx, waiting.userId);
    const taken = await takeToken(tx, ['second-step'], key);
    const owner = taken && (await findActor(tx.db, taken.userId));
    if (!owner) throw late;
    await use(tx, owner);
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

/** Who asks for something that takes their password once more, and from where. */
export interface Proof {
  readonly signedIn: SignedIn;
  readonly current: string;
  readonly caller: string;
}

/** Somebody who has shown their password. */
export interface Proven {
  readonly user: User;
  /**
   * For the transaction of what follows, at its beginning: a hash takes its time, and longer where others wait, so that the password may be another one by
   * then, their session ended, or their account gone. Nobody else changes the account until the transaction ends. Throws as `prove` and `lookAgain`.
   */
  readonly holds: (tx: Tx) => Promise<void>;
}

/**
 * The account of who is signed in, once they have shown its password. Throws in the words of the site where it is another one; counted as a sign-in is.
 * `mails`: to whom what follows writes (an address, or them), which is counted, too.
 */
export async function prove(
  { content, guard }: Accounts,
  { signedIn: { actor }, current, caller }: Proof,
  mails?: string,
): Promise<Proven> {
  const settings = await content.settings.current();
  const text = readerText(settings, 'account_current_wrong');
  const wrong = new InvalidInputError(text, 'account_current_wrong', { current: text });
  if (current === '') throw wrong;
  const shown = await guard.password({ caller, account: actor.id, known: 'session' }, () =>
    findByPassword(content.database.read, actor.login, current),
  );
  if (shown?.user.id !== actor.id) throw wrong;
  const { user } = shown;
  if (mails !== undefined)
    guard.request({ caller, account: actor.id, recipient: mails === user.email ? undefined : mails });
  return {
    user,
    holds: async (tx) => {
      if (!(await findByHashToChange(tx, shown))) throw wrong;
      await lookAgain(tx, actor);
    },
  };
}

/** What a program says of itself. */
interface ProgramProof {
  /** Log-in name or email address. */
  readonly name: string;
  /** An application password; whatever is no letter and no digit of it is ignored. */
  readonly password: string;
  readonly ip: string;
  /** The same for counting (`callerOf`). */
  readonly caller: string;
}

/**
 * Who sent a program with an application password, and which one. Wrong ones count as wrong passwords of an account do; a right one is let in however many
 * others were wrong, since nobody guesses it. Throws `UnauthorizedError`, and `TooManyRequestsError` to who tries too often.
 */
export async function admitProgram(
  { content, guard }: Accounts,
  { name, password, ip, caller }: ProgramProof,
): Promise<{ readonly actor: Actor; readonly applicationPassword: string }> {
  const { database } = content;
  const found = await matchApplicationPassword(database.read, name, password);
  const actor = found && (await findActor(database.read, found.userId));
  if (!found || !actor) {
    const wanted = await findUserByName(database.read, name);
    guard.attempt({
      caller,
      account: wanted?.id ?? name.trim().toLowerCase().slice(0, 100),
      known: undefined,
    });
    throw new UnauthorizedError(
      'The provided password is an invalid application password.',
      'incorrect_password',
    );
  }
  // A site whose disk is full still answers what is only read.
  if (isUseNews(found)) await database.write((tx) => noteUse(tx, found.id, ip)).catch(() => undefined);
  return { actor: { ...actor, cameBy: { kind: 'program', id: found.id } }, applicationPassword: found.id };
}

/** Ends the session that somebody is in; that people come and go is not noted. */
export async function signOut(tx: Tx, actor: Actor, { token }: Pick<Session, 'token'>): Promise<void> {
  await endSession(tx, actor.id, sessionId(token));
}
