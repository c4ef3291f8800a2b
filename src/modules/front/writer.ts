import type { Tx } from '../../kernel/db/open-database.ts';
import { InvalidInputError, NotFoundError } from '../../lib/errors.ts';
import { isListed } from '../posts/policy.ts';
import type { PostSummary } from '../posts/post.ts';
import { holdPosts } from '../posts/reader.ts';
import { listFrontPins, mostPins } from './reader.ts';
import { articleType } from '../types/names.ts';

/**
 * Pins a post to the lead package, or moves it: to `place` (1 is the first), else behind the others. Posts from there on move down by one.
 * Throws `InvalidInputError` for what readers would not see and when all places are taken, `NotFoundError` for an unknown id.
 */
export async function pinToFront(tx: Tx, postId: number, place?: number): Promise<void> {
  const { order, held } = await holdOrder(tx, postId);
  const post = held.get(postId);
  if (!post) throw new NotFoundError(`There is no post ${postId}.`);
  const refusal = refusalOf(post);
  if (refusal) throw new InvalidInputError(`"${post.title}" (${postId}) can't be pinned: ${refusal}.`);
  const others = order.filter((id) => id !== postId);
  if (others.length >= mostPins)
    throw new InvalidInputError(`All ${mostPins} places of the lead package are taken; unpin a post first.`);
  const at = place === undefined ? others.length : Math.min(others.length, place - 1);
  await writeOrder(tx, others.toSpliced(at, 0, postId));
}

/** Why readers would not see a post on the front page; undefined when they would. */
function refusalOf({ type, status, isProtected }: PostSummary): string | undefined {
  if (type !== articleType) return `it is of the type "${type}", and the front page shows posts`;
  if (isListed({ type, status, isProtected })) return undefined;
  return status === 'publish'
    ? 'it asks for a password; remove that first'
    : `its status is "${status}"; publish it first`;
}

/** Takes a post off the lead package; throws `NotFoundError` when it is not pinned. */
export async function unpinFromFront(tx: Tx, postId: number): Promise<void> {
  const { order } = await holdOrder(tx);
  if (!order.includes(postId)) throw new NotFoundError(`Post ${postId} is not pinned.`);
  await writeOrder(
    tx,
    order.filter((id) => id !== postId),
  );
}

/** Unpins everything; returns how many posts were pinned. */
export async function clearFront(tx: Tx): Promise<number> {
  const { order } = await holdOrder(tx);
  await writeOrder(tx, []);
  return order.length;
}

/** What is pinned, in order, and `next`, which is about to be: held, since places are written anew, and what is deleted meanwhile would get one again. */
async function holdOrder(
  tx: Tx,
  next = 0,
): Promise<{ readonly order: number[]; readonly held: ReadonlyMap<number, PostSummary> }> {
  const pinned = (await listFrontPins(tx.db)).map(({ postId }) => postId);
  const held = await holdPosts(tx, [...pinned, next]);
  return { order: pinned.filter((id) => held.has(id)), held };
}

async function writeOrder(tx: Tx, postIds: readonly number[]): Promise<void> {
  await tx.db.deleteFrom('front_pin').execute();
  if (postIds.length > 0)
    await tx.db
      .insertInto('front_pin')
      .values(postIds.map((postId, index) => ({ post_id: postId, place: index + 1 })))
      .execute();
  tx.emit('front');
}
