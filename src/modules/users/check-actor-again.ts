import type { Database, Tx } from '../../kernel/db/open-database.ts';
import { ForbiddenError, UnauthorizedError } from '../../lib/errors.ts';
import { missing } from './policy.ts';
import type { Actor } from '../../kernel/permission.ts';
import { findActor } from './roles.ts';

/**
 * Re-checks account, session and capabilities in the write transaction, since uploads, cleaning and hashing take time.
 * Locks the account against deletion. Throws `UnauthorizedError` and `ForbiddenError`.
 */
export async function checkActorAgain(tx: Tx, actor: Actor): Promise<void> {
  if (actor.from !== undefined) return;
  const held = await tx.db
    .selectFrom('user')
    .select('id')
    .where('id', '=', actor.id)
    .$if(tx.dialect.rowLocks, (query) => query.forKeyShare())
    .executeTakeFirst();
  const now = held && (await findActor(tx.db, actor.id));
  if (!now || !(await isStillSignedIn(tx, actor)))
    throw new UnauthorizedError('You have been logged out. Nothing was written.');
  const [lost] = missing(now, actor.capabilities);
  if (lost === undefined) return;
  throw new ForbiddenError(
    `You no longer have the capability ${lost}. Nothing was written; try again.`,
    'rest_forbidden',
    lost,
  );
}

/** Whether the actor's session (or the one that replaced it) or application password still exists. */
async function isStillSignedIn(tx: Tx, { id, cameBy }: Actor): Promise<boolean> {
  if (!cameBy) return true;
  const row =
    cameBy.kind === 'program'
      ? await tx.db
          .selectFrom('application_password')
          .select('id')
          .where('id', '=', cameBy.id)
          .where('user_id', '=', id)
          .executeTakeFirst()
      : await tx.db
          .selectFrom('session')
          .select('id')
          .where('user_id', '=', id)
          .where('expires_at', '>', Date.now())
          .where((eb) => eb.or([eb('id', '=', cameBy.id), eb('former', '=', cameBy.id)]))
          .limit(1)
          .executeTakeFirst();
  return row !== undefined;
}

/** A database whose write transactions first check that the actor is still authorized (`checkActorAgain`). */
export function writtenBy<Whole extends Pick<Database, 'write'>>(database: Whole, actor: Actor): Whole {
  return {
    ...database,
    write: (work) =>
      database.write(async (tx) => {
        await checkActorAgain(tx, actor);
        return work(tx);
      }),
  };
}
