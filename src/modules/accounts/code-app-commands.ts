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
import { tellOfFactor } from './account-mail.ts';
import type { FactorSite } from './account-mail.ts';
import { readInput } from '../../kernel/command.ts';
import { sentId } from '../../kernel/input-kinds.ts';

/** An app that somebody has shown a code of. */
export interface NewCodeApp {
  /** Encrypted. */
  readonly secret: string;
  /** Of the code: it is not taken again. */
  readonly step: number;
  /** The one that goes on. */
  readonly session: Session;
}

/** What came of turning on a second step. */
export interface TurnedOn {
  /** Recovery codes, to be shown this once; undefined: those that are there stay. */
  readonly codes?: readonly string[];
  /** Under which the browser goes on from now; undefined: under the one that it has. */
  readonly session?: Session | undefined;
}

/**
 * From now on somebody signs in by two steps; all of their other sessions end, and so does this one where their role needed it: it goes on under another token.
 * Throws `ConflictError` where they have an app already, and `InvalidInputError` where the session has ended.
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
  const goesOn = await endOthers();
  await tellOfFactor(tx, actor, actor, 'on', site);
  return { codes: await writeRecoveryCodes(tx, actor.id), session: goesOn };
}

/** An account that is about to get something beside its password. */
export interface BegunFactor {
  /** Its password was enough until now. */
  readonly isFirst: boolean;
  /**
   * Ends all of its sessions but the one in which it is done. Where that let them do nothing until now, it goes on under another token, which is returned: who
   * saw the former one has nothing by it.
   */
  readonly endOthers: () => Promise<Session | undefined>;
}

/**
 * Looks at an account before it gets a second factor; nobody opens a session of it, or gives it another password, until the transaction ends. Throws
 * `InvalidInputError` in the words of the site where the session has ended meanwhile, as another password ends it: what was shown before is then worth nothing.
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

/** Takes away the second factor that somebody has lost, who is told. Throws `ConflictError` where there is none, `ForbiddenError`. */
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
  await tellOfFactor(tx, actor, owner, 'off', site);
}
