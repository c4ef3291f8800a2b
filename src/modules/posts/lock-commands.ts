import { z } from 'zod';
import type { Tx } from '../../kernel/db/open-database.ts';
import { ConflictError } from '../../lib/errors.ts';
import { noteChange, readInput } from '../../kernel/command.ts';
import { sentId } from '../../kernel/input-kinds.ts';
import { findUsers } from '../users/index.ts';
import type { Actor } from '../../kernel/permission.ts';
import { beatMs, findLocks, wordMs, writeAsker, writeLock, removeAsker, removeLock } from './lock-store.ts';
import type { PostLock } from './lock-store.ts';
import { editPosts } from './policy.ts';
import { postToChange, refuseTrashed } from './check-post.ts';

/** What a window calls itself. */
export const sentWindow = z
  .string()
  .regex(/^[\w-]{1,40}$/, 'expected letters, digits, _ and -, at most 40 of them');

/**
 * `hold`: they are at it, if nobody else is. `claim`: they are, once who is at it has given their last words, or at once where these are not heard of. `take`:
 * they are, and nobody else any more, if it was claimed from who is at it 20 seconds ago; else it is a `claim`. `ask`: who is at it is asked to hand it over.
 * `give`: to who asks; of several windows of who is at it the one heard of last gives what is claimed, for 15 seconds: the others only say their last words.
 * `refuse`: not to them.
 */
export const lockActs = ['hold', 'claim', 'take', 'ask', 'give', 'refuse'] as const;

const lockSchema = z.strictObject({
  id: sentId,
  windowId: sentWindow,
  act: z.enum(lockActs).default('hold'),
});

/**
 * Says that somebody has a post open to write in it, for the next 150 seconds, or hands it on; returns who has it then. Nothing of a text depends on it: who
 * writes beside somebody else is merged as ever. Only that somebody took it is noted. Throws `ConflictError` for `give` and `refuse` of who does not have it.
 */
export async function lockPost(
  tx: Tx,
  actor: Actor | undefined,
  input: z.input<typeof lockSchema>,
): Promise<PostLock> {
  const { id, windowId, act } = readInput(lockSchema, input, 'the lock');
  const { actor: editor, post } = await postToChange(tx, actor, id, editPosts);
  refuseTrashed(post);
  const now = Date.now();
  const held = (await findLocks(tx.db, [id], now)).get(id);
  // Whose account is gone holds nothing.
  const lock =
    held && (held.userId === editor.id || (await findUsers(tx.db, [held.userId])).has(held.userId))
      ? held
      : undefined;
  const mine = { postId: id, userId: editor.id, windowId, since: now };
  // Another window of theirs than the one that is to give its last words.
  const isOther =
    lock !== undefined &&
    lock.isClaimed &&
    lock.askedAt > now - beatMs &&
    lock.windowId !== '' &&
    lock.windowId !== windowId;
  if (act === 'give' || act === 'refuse') {
    if (lock?.userId !== editor.id)
      throw new ConflictError(`The ${post.type} "${post.title}" is not yours to hand on.`, 'post_not_locked');
    if (act === 'refuse' && !lock.isClaimed)
      await writeLock(tx, { ...mine, since: lock.since, refusedId: lock.askerId }, now);
    else if (act === 'give' && isOther) await writeLock(tx, lock, now);
    else if (act === 'give' && lock.askerId > 0)
      await writeLock(tx, { postId: id, userId: lock.askerId, windowId: '', since: now }, now);
  } else if (lock && lock.userId !== editor.id && (act === 'take' || act === 'claim')) {
    const isClaimed = lock.isClaimed && lock.askerId === editor.id;
    const isWaited = lock.isClaimed && lock.askedAt <= now - wordMs;
    if ((act === 'take' && isWaited) || lock.seenAt <= now - wordMs) await writeLock(tx, mine, now);
    // Who comes second waits no longer for it, so that two who claim it don't keep it from each other.
    else if (!isClaimed) await writeAsker(tx, id, editor.id, true, lock.isClaimed ? lock.askedAt : now);
    // By their number: what names somebody would go on naming them once they had themselves erased.
    const summary = `${post.type} "${post.title}": taken over from user ${lock.userId}`;
    if (!isClaimed) await noteChange(tx, editor, { verb: 'update', kind: 'post', itemId: id, summary });
  } else if (lock === undefined || act === 'take' || act === 'claim')
    await writeLock(tx, { ...mine, since: lock?.since ?? now }, now);
  else if (lock.userId === editor.id) await writeLock(tx, isOther ? lock : { ...lock, windowId }, now);
  else if (act === 'ask' && !lock.isClaimed) await writeAsker(tx, id, editor.id, false, now);
  return (
    (await findLocks(tx.db, [id], now)).get(id) ?? {
      ...mine,
      seenAt: now,
      askerId: 0,
      askedAt: 0,
      refusedId: 0,
      isClaimed: false,
    }
  );
}

const unlockSchema = z.strictObject({ id: sentId, windowId: sentWindow });

/**
 * A window in which somebody wrote, or waited for the text of somebody else, is closed; says whether it was the one that had the post. What they asked for or
 * claimed they want no more. Noted by nobody: nothing has changed.
 */
export async function unlockPost(
  tx: Tx,
  actor: Actor | undefined,
  input: z.input<typeof unlockSchema>,
): Promise<boolean> {
  const { id, windowId } = readInput(unlockSchema, input, 'the lock');
  const { actor: editor } = await postToChange(tx, actor, id, editPosts);
  await removeAsker(tx, id, editor.id);
  return removeLock(tx, id, editor.id, windowId);
}
