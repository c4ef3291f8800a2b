import type { Tx } from '../../kernel/db/open-database.ts';
import { ConflictError } from '../../lib/errors.ts';
import { demand } from '../../kernel/permission.ts';
import { readerText } from '../settings/definitions/translations.ts';
import { beSignedIn } from '../users/policy.ts';
import type { Actor } from '../../kernel/actor.ts';
import { writeCodeApp, writeRecoveryCodes } from '../users/second-factor.ts';
import type { Session } from '../users/session.ts';
import { beginFactor } from './begin-factor.ts';
import { tellOfFactor } from './tell-of-factor.ts';
import type { FactorSite } from './tell-of-factor.ts';

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
