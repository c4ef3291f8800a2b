import { z } from 'zod';
import type { Tx } from '../../kernel/db/open-database.ts';
import { ConflictError, InvalidInputError } from '../../lib/errors.ts';
import { demand } from '../../kernel/permission.ts';
import { readerText, needsSecondStep } from '../settings/index.ts';
import type { Settings } from '../settings/index.ts';
import {
  beSignedIn,
  editAnybody,
  writeCodeApp,
  writeRecoveryCodes,
  hasSecondFactor,
  endSecondFactorOf,
  findUserToChange,
  createSession,
  endSessionsOf,
  findSession,
  userToChange,
} from '../users/index.ts';
import type { Session } from '../users/index.ts';
import type { Actor } from '../../kernel/permission.ts';
import { notifyOfFactor } from './account-mail.ts';
import type { FactorSite } from './account-mail.ts';
import { readInput } from '../../kernel/command.ts';
import { sentId } from '../../kernel/input-kinds.ts';

export interface NewCodeApp {
  readonly secret: string;
  /** Time step of the verified code, which can't be used again. */
  readonly step: number;
  readonly session: Session;
}

export interface TurnedOn {
  /** Recovery codes, shown once; undefined if the existing ones stay. */
  readonly codes?: readonly string[];
  /** The session that replaces the browser's; undefined if it keeps its own. */
  readonly session?: Session | undefined;
}

/**
 * Turns on two-step log-in and ends all other sessions; if the role required it, also replaces this session's token.
 * Throws `ConflictError` if the account has an app, `InvalidInputError` if the session has ended.
 */
export async function turnOnCodes(
  tx: Tx,
  actor: Actor | undefined,
  { session, ...app }: NewCodeApp,
  site: FactorSite,
): Promise<TurnedOn> {
  demand(beSignedIn, actor, undefined);
  const { endOthers } = await beginFactor(tx, actor, { session, settings: site.settings });
  if (!(await writeCodeApp(tx, actor.id, app)))
    throw new ConflictError(readerText(site.settings, 'account_factor_there'), 'account_factor_there');
  const successor = await endOthers();
  await notifyOfFactor(tx, actor, actor, 'on', site);
  return { codes: await writeRecoveryCodes(tx, actor.id), session: successor };
}

export interface BegunFactor {
  readonly isFirst: boolean;
  /** Ends all other sessions. If the current one was restricted until now, replaces and returns it, so that a stolen old token gains nothing. */
  readonly endOthers: () => Promise<Session | undefined>;
}

/**
 * Prepares for a second factor; locks the account against new sessions and passwords. Throws `InvalidInputError` in the
 * site's wording if the session has ended, since its proofs are then void (a new password ends sessions).
 */
export async function beginFactor(
  tx: Tx,
  actor: Actor,
  { session, settings }: { readonly session: Session; readonly settings: Settings },
): Promise<BegunFactor> {
  const owner = await findUserToChange(tx, actor.id);
  const live = owner && (await findSession(tx.db, session));
  if (!live) throw new InvalidInputError(readerText(settings, 'account_expired'), 'account_expired');
  const isFirst = !(await hasSecondFactor(tx.db, owner.id));
  const owes = isFirst && needsSecondStep(settings, owner.roles);
  return {
    isFirst,
    endOthers: async () => {
      await endSessionsOf(tx, owner.id, owes ? undefined : session);
      return owes ? createSession(tx, owner.id, { lastsMs: live.lastsMs, place: live }) : undefined;
    },
  };
}

const schema = z.strictObject({ id: sentId });

/** Removes a user's lost second factor and notifies them. Throws `ConflictError` if there isn't one, `ForbiddenError`. */
export async function removeSecondFactor(
  tx: Tx,
  actor: Actor | undefined,
  input: z.input<typeof schema>,
  site: FactorSite,
): Promise<void> {
  demand(editAnybody, actor, undefined);
  const { id } = readInput(schema, input, 'the user');
  const owner = await userToChange(tx, actor, id, editAnybody);
  if (!(await hasSecondFactor(tx.db, id)))
    throw new ConflictError(`"${owner.login}" has no second factor.`, 'no_second_factor');
  await endSecondFactorOf(tx, id);
  await notifyOfFactor(tx, actor, owner, 'off', site);
}
