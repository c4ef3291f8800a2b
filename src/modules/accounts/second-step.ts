import type { Tx } from '../../kernel/db/open-database.ts';
import { InvalidInputError } from '../../lib/errors.ts';
import { totpStep } from '../../lib/totp.ts';
import { noteChange } from '../../kernel/command.ts';
import { readerText } from '../settings/definitions/translations.ts';
import { needsSecondStep } from '../settings/second-step-roles.ts';
import type { Settings } from '../settings/settings.ts';
import { findUserToChange } from '../users/reader.ts';
import {
  findCodeApp,
  findSecondFactor,
  hasSecondFactor,
  isRecoveryCode,
  takeRecoveryCode,
  takeStep,
} from '../users/second-factor.ts';
import type { KnownBy } from '../users/known-browser.ts';
import { createSession, sessionMs } from '../users/session.ts';
import type { Session, SessionPlace } from '../users/session.ts';
import type { Actor, User } from '../../kernel/actor.ts';
import { findActor } from '../users/roles.ts';
import { createToken, findToken, takeToken } from './account-token.ts';
import { fault } from './accounts.ts';
import type { Accounts } from './accounts.ts';

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
export interface ShownCode {
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
