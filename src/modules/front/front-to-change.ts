import type { Tx } from '../../kernel/db/open-database.ts';
import { refuseUnseen } from '../../kernel/command.ts';
import type { From } from '../../kernel/command.ts';
import { demand } from '../../kernel/permission.ts';
import type { Actor } from '../../kernel/actor.ts';
import { arrangeFront } from './policy.ts';
import { listFrontPins } from './reader.ts';

/**
 * What is pinned, first place first, and who is about to change it: nobody else can until the transaction ends. Throws `StaleError` with both sides where it is
 * no longer what somebody saw.
 */
export async function refuseRearranged(
  tx: Tx,
  actor: Actor | undefined,
  mine: unknown,
  from: From<readonly number[]>,
): Promise<{ readonly actor: Actor; readonly pinned: readonly number[] }> {
  demand(arrangeFront, actor, undefined);
  await tx.dialect.lockName('front')?.execute(tx.db);
  const theirs = (await listFrontPins(tx.db)).map(({ postId }) => postId);
  refuseUnseen<readonly number[]>('the front page', { mine, theirs }, from);
  return { actor, pinned: theirs };
}
