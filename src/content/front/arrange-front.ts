import { z } from 'zod';
import type { Tx } from '../../db/open-database.ts';
import { InvalidInputError, StaleError } from '../../lib/errors.ts';
import { noteActivity } from '../activity/writer.ts';
import { authorise, readInput } from '../command.ts';
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
  if (!Array.isArray(from)) throw new InvalidInputError('Say which posts you saw on the front page.', 'revision_missing');
  await tx.dialect.lockName('front')?.execute(tx.db);
  const theirs = (await listFrontPins(tx.db)).map(({ postId }) => postId);
  if (theirs.join() !== from.join()) throw new StaleError('Someone else arranged the front page meanwhile. Nothing was changed.', { mine: pinned, theirs });
  if (theirs.join() === pinned.join()) return;
  await writer.clearFront(tx);
  for (const id of pinned) await writer.pinToFront(tx, id);
  await noteActivity(tx, actor, { verb: 'update', kind: 'front', itemId: 0, summary: pinned.length === 0 ? 'nothing pinned' : `posts ${pinned.join(', ')}` });
}
