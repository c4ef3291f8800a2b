import { z } from 'zod';
import type { Tx } from '../../db/open-database.ts';
import { noteActivity } from '../activity/writer.ts';
import { authorise, readInput, refuseUnseen } from '../command.ts';
import { sentId } from '../input-kinds.ts';
import type { Actor } from '../users/role.ts';
import { mayArrangeFront } from './policy.ts';
import { listFrontPins, mostPins } from './reader.ts';
import * as writer from './writer.ts';

const schema = z.strictObject({
  /** Ids of posts, first place first. */
  pinned: z.array(sentId).max(mostPins).refine((ids) => new Set(ids).size === ids.length, 'it names a post twice'),
});

/**
 * Pins these posts to the front page and no others, for somebody who saw the posts `from` there, in this order. Throws `StaleError` with both sides, and what
 * the writer throws for posts that readers don't see.
 */
export async function arrangeFront(tx: Tx, actor: Actor | undefined, input: z.input<typeof schema>, from: readonly number[]): Promise<void> {
  const { pinned } = readInput(schema, input, 'the front page');
  authorise(actor, mayArrangeFront(actor), 'Sorry, you are not allowed to arrange the front page.');
  await tx.dialect.lockName('front')?.execute(tx.db);
  const theirs = (await listFrontPins(tx.db)).map(({ postId }) => postId);
  refuseUnseen<readonly number[]>('the front page', { mine: pinned, theirs }, from);
  if (theirs.join() === pinned.join()) return;
  await writer.clearFront(tx);
  for (const id of pinned) await writer.pinToFront(tx, id);
  await noteActivity(tx, actor, { verb: 'update', kind: 'front', itemId: 0, summary: pinned.length === 0 ? 'nothing pinned' : `posts ${pinned.join(', ')}` });
}
