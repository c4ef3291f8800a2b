import type { Database, Tx } from '../../kernel/db/open-database.ts';
import { noteChange } from '../../kernel/command.ts';
import { mayEditSomething } from '../../kernel/permission.ts';
import { findActor, operator } from '../users/index.ts';
import { addLoginFailure } from './login-failures.ts';

/** Logs a log-in of a user with editing capabilities; readers' log-ins would crowd out changes. */
export async function noteLogin(tx: Tx, userId: number): Promise<void> {
  const actor = await findActor(tx.db, userId);
  if (!actor || !mayEditSomething(actor)) return;
  const summary = `"${actor.displayName}"`;
  await noteChange(tx, actor, { verb: 'login', kind: 'user', itemId: userId, summary });
}

const dayMs = 86_400_000;
const hourMs = 3_600_000;
/** Entries of failed log-ins in the activity log: one an hour for an account, and this many a day. */
const maxEntries = 100;
/** Entries that are read to find out: the last ones of the account, and of the log. */
const maxOwn = 200;
const maxRead = 2000;

export interface LoginFailure {
  /** Source of the attempt (`callerOf`). */
  readonly caller: string;
  /** Undefined: no such account. */
  readonly accountId: number | undefined;
}

/**
 * Counts a failed log-in by day and source. Never throws and need not be awaited: the reply must not depend on it, nor
 * its time on whether the account exists. Attempts that the throttle refuses are not counted.
 */
export async function noteLoginFailure(
  database: Pick<Database, 'writeDerived'>,
  failure: LoginFailure,
  now = Date.now(),
): Promise<void> {
  const { caller, accountId } = failure;
  await database
    .writeDerived(async (tx) => {
      await addLoginFailure(tx, caller, now);
      if (accountId !== undefined) await noteFailureOf(tx, accountId, now);
    })
    .catch(() => undefined);
}

async function noteFailureOf(tx: Tx, accountId: number, now: number): Promise<void> {
  const account = await findActor(tx.db, accountId);
  if (!account || !mayEditSomething(account)) return;
  const own = await tx.db
    .selectFrom((from) =>
      from
        .selectFrom('activity')
        .select(['verb', 'at'])
        .where('kind', '=', 'user')
        .where('item_id', '=', accountId)
        .orderBy('id', 'desc')
        .limit(maxOwn)
        .as('own'),
    )
    .select('at')
    .where('verb', '=', 'login-failed')
    .where('at', '>', now - hourMs)
    .limit(1)
    .executeTakeFirst();
  if (own) return;
  const { count } = await tx.db
    .selectFrom((from) =>
      from
        .selectFrom('activity')
        .select(['kind', 'verb', 'at'])
        .orderBy('id', 'desc')
        .limit(maxRead)
        .as('recent'),
    )
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('kind', '=', 'user')
    .where('verb', '=', 'login-failed')
    .where('at', '>', now - dayMs)
    .executeTakeFirstOrThrow();
  if (Number(count) >= maxEntries) return;
  const { from: _, ...nobody } = operator();
  await noteChange(
    tx,
    { ...nobody, displayName: '' },
    { verb: 'login-failed', kind: 'user', itemId: accountId, summary: `"${account.displayName}"` },
  );
}
