import type { Tx } from '../../kernel/db/open-database.ts';
import { demand } from '../../kernel/permission.ts';
import { beSignedIn, endCodeAppOf, endSecondFactorOf, hasSecondFactor } from '../users/index.ts';
import type { Actor } from '../../kernel/permission.ts';
import { notifyOfFactor } from './account-mail.ts';
import type { FactorSite } from './account-mail.ts';

/** Removes a user's app and notifies them; without a passkey, the password alone then suffices. `use` uses up the verified code. */
export async function turnOffCodes(
  tx: Tx,
  actor: Actor | undefined,
  { use }: { readonly use: (tx: Tx, owner: Actor) => Promise<void> },
  site: FactorSite,
): Promise<void> {
  demand(beSignedIn, actor, undefined);
  await use(tx, actor);
  await endCodeAppOf(tx, actor.id);
  const isLast = !(await hasSecondFactor(tx.db, actor.id));
  if (isLast) await endSecondFactorOf(tx, actor.id);
  await notifyOfFactor(tx, actor, actor, isLast ? 'off' : 'app-gone', site);
}
