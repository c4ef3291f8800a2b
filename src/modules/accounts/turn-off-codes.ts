import type { Tx } from '../../kernel/db/open-database.ts';
import { demand } from '../../kernel/permission.ts';
import { beSignedIn, endCodeAppOf, endSecondFactorOf, hasSecondFactor } from '../users/index.ts';
import type { Actor } from '../../kernel/permission.ts';
import { tellOfFactor } from './account-mail.ts';
import type { FactorSite } from './account-mail.ts';

/** Takes somebody's app away, who is told: without a passkey, the password is enough from then on. `use`: uses up the code that they have shown. */
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
  await tellOfFactor(tx, actor, actor, isLast ? 'off' : 'app-gone', site);
}
