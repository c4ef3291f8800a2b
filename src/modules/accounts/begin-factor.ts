import type { Tx } from '../../kernel/db/open-database.ts';
import { InvalidInputError } from '../../lib/errors.ts';
import { readerText } from '../settings/definitions/translations.ts';
import { needsSecondStep } from '../settings/second-step-roles.ts';
import type { Settings } from '../settings/settings.ts';
import { findUserToChange } from '../users/reader.ts';
import type { Actor } from '../../kernel/actor.ts';
import { hasSecondFactor } from '../users/second-factor.ts';
import { createSession, endSessionsOf, findSession } from '../users/session.ts';
import type { Session } from '../users/session.ts';

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
