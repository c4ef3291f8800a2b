import type { Tx } from '../../db/open-database.ts';
import { ConflictError } from '../../lib/errors.ts';
import { demand } from '../permission.ts';
import { readerText } from '../settings/definitions/translations.ts';
import { beSignedIn } from '../users/policy.ts';
import type { Actor } from '../users/role.ts';
import { writeCodeApp, writeRecoveryCodes } from '../users/second-factor.ts';
import { endSessionsOf } from '../users/session.ts';
import type { Session } from '../users/session.ts';
import { tellOfFactor } from './tell-of-factor.ts';
import type { FactorSite } from './tell-of-factor.ts';

/** An app that somebody has shown a code of. */
export interface NewCodeApp {
  /** Encrypted. */
  readonly secret: string;
  /** Of the code: it is not taken again. */
  readonly step: number;
  /** The one that goes on. */
  readonly session: Pick<Session, 'token'>;
}

/**
 * From now on somebody signs in by two steps; all of their other sessions end. Returns recovery codes, to be shown this once. Throws `ConflictError` where they
 * have an app already.
 */
export async function turnOnCodes(tx: Tx, actor: Actor | undefined, { session, ...app }: NewCodeApp, site: FactorSite): Promise<string[]> {
  demand(beSignedIn, actor, undefined);
  if (!(await writeCodeApp(tx, actor.id, app))) throw new ConflictError(readerText(site.settings, 'account_factor_there'), 'account_factor_there');
  await endSessionsOf(tx, actor.id, session);
  await tellOfFactor(tx, actor, actor, 'on', site);
  return writeRecoveryCodes(tx, actor.id);
}
