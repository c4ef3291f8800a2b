import type { Tx } from '../../db/open-database.ts';
import { InvalidInputError, NotFoundError } from '../../lib/errors.ts';
import { isListed } from '../posts/policy.ts';
import { listFrontPins, mostPins } from './reader.ts';
import { articleType } from '../types/names.ts';

/**
 * Pins a post to the lead package, or moves it: to `place` (1 is the first), else behind the others. Posts from there on move down by one.
 * Throws `InvalidInputError` for what readers would not see and when all places are taken, `NotFoundError` for an unknown id.
 */
export async function pinToFront(tx: Tx, postId: number, place?: number): Promise<void> {
  const post = await tx.db.selectFrom('post').select(['title', 'type', 'status', 'password']).where('id', '=', postId).executeTakeFirst();
  if (!post) throw new NotFoundError(`There is no post ${postId}.`);
  const refusal = refusalOf(post);
  if (refusal) throw new InvalidInputError(`"${post.title}" (${postId}) can't be pinned: ${refusal}.`);
  const others = (await readOrder(tx)).filter((id) => id !== postId);
  if (others.length >= mostPins) throw new InvalidInputError(`All ${mostPins} places of the lead package are taken; unpin a post first.`);
  const at = place === undefined ? others.length : Math.min(others.length, place - 1);
  await writeOrder(tx, others.toSpliced(at, 0, postId));
}

/** Why readers would not see a post on the front page; undefined when they would. */
function refusalOf({ type, status, password }: { readonly type: string; readonly status: string; readonly password: string }): string | undefined {
  if (type !== articleType) return `it is of the type "${type}", and the front page shows posts`;
  if (isListed({ type, status, isProtected: password !== '' })) return undefined;
  return status === 'publish' ? 'it asks for a password; remove that first' : `its status is "${status}"; publish it first`;
}

/** Takes a post off the lead package; throws `NotFoundError` when it is not pinned. */
export async function unpinFromFront(tx: Tx, postId: number): Promise<void> {
  const order = await readOrder(tx);
  if (!order.includes(postId)) throw new NotFoundError(`Post ${postId} is not pinned.`);
  await writeOrder(tx, order.filter((id) => id !== postId));
}

/** Unpins everything; returns how many posts were pinned. */
export async function clearFront(tx: Tx): Promise<number> {
  const order = await readOrder(tx);
  await writeOrder(tx, []);
  return order.length;
}

async function readOrder(tx: Tx): Promise<number[]> {
  return (await listFrontPins(tx.db)).map(({ postId }) => postId);
}

async function writeOrder(tx: Tx, postIds: readonly number[]): Promise<void> {
  await tx.db.deleteFrom('front_pin').execute();
  if (postIds.length > 0) await tx.db.insertInto('front_pin').values(postIds.map((postId, index) => ({ post_id: postId, place: index + 1 }))).execute();
  tx.emit('front');
}
