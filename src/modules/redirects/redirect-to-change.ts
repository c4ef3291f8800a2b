import type { Tx } from '../../kernel/db/open-database.ts';
import { demand } from '../../kernel/permission.ts';
import type { Actor } from '../../kernel/actor.ts';
import { manageRedirects } from './policy.ts';
import { findSourceToChange } from './reader.ts';
import type { Redirect } from './redirect.ts';

/** The redirect of exactly this address, if there is one, for somebody who is about to set or forget it: nobody else does until the transaction ends. */
export async function redirectOfSource(
  tx: Tx,
  actor: Actor | undefined,
  source: string,
): Promise<Redirect | undefined> {
  demand(manageRedirects, actor, undefined);
  return findSourceToChange(tx, source);
}
