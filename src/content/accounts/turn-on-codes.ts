import type { Tx } from '../../db/open-database.ts';
import { ConflictError } from '../../lib/errors.ts';
import { authorise } from '../command.ts';
import { readerText } from '../settings/definitions/translations.ts';
import type { Actor } from '../users/role.ts';
import { writeCodeApp, writeRecoveryCodes } from '../users/second-factor.ts';
import { endSessionsOf } from '../users/session.ts';
import type { Session } from '../users/session.ts';
import { tellOfFactor } from './tell-of-factor.ts';
import type { FactorSite } from './tell-of-factor.ts';

/** What other commands of second factors say to who is not signed in. */
export const notSignedIn = { message: 'Sorry, you are not signed in.', code: 'rest_not_logged_in', capability: undefined };

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
  authorise(actor, true, notSignedIn);
  if (!(await writeCodeApp(tx, actor.id, app))) throw new ConflictError(readerText(site.settings, 'account_factor_there'), 'account_factor_there');
  await endSessionsOf(tx, actor.id, session);
  await tellOfFactor(tx, actor, actor, 'on', site);
  return writeRecoveryCodes(tx, actor.id);
}
