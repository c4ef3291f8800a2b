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
import { nameInMessages } from './model.ts';

/** Identifier that an editor window chooses. */
export const sentWindow = z
  .string()
  .regex(/^[\w-]{1,40}$/, 'expected letters, digits, _ and -, at most 40 of them');

/**
 * `hold`: acquire a free lock, or renew. `ask`: request it. `claim`: take it once the holder has sent unsaved changes
 * (at once if silent for 20 s). `take`: take a lock claimed 20 s ago. `give`, `refuse`: answer.
 */
export const lockActs = ['hold', 'claim', 'take', 'ask', 'give', 'refuse'] as const;

const lockSchema = z.strictObject({
  id: sentId,
  windowId: sentWindow,
  act: z.enum(lockActs).default('hold'),
});

/**
 * Acquires, renews (for 150 s) or hands over a post's lock; returns its new state. Advisory: concurrent edits are
 * merged. Only takeovers are logged. Throws `ConflictError` for `give` and `refuse` without the lock.
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
  // A deleted user holds no lock.
  const lock =
    held && (held.userId === editor.id || (await findUsers(tx.db, [held.userId])).has(held.userId))
      ? held
      : undefined;
  const mine = { postId: id, userId: editor.id, windowId, since: now };
  // For 15 s after a claim, only the holder's most recently seen window can give; the others just send their changes.
  const isOther =
    lock !== undefined &&
    lock.isClaimed &&
    lock.askedAt > now - beatMs &&
    lock.windowId !== '' &&
    lock.windowId !== windowId;
  if (act === 'give' || act === 'refuse') {
    if (lock?.userId !== editor.id)
      throw new ConflictError(`The ${nameInMessages(post)} is not yours to hand on.`, 'post_not_locked');
    if (act === 'refuse' && !lock.isClaimed)
      await writeLock(tx, { ...mine, since: lock.since, refusedId: lock.askerId }, now);
    else if (act === 'give' && isOther) await writeLock(tx, lock, now);
    else if (act === 'give' && lock.askerId > 0)
      await writeLock(tx, { postId: id, userId: lock.askerId, windowId: '', since: now }, now);
  } else if (lock && lock.userId !== editor.id && (act === 'take' || act === 'claim')) {
    const isClaimed = lock.isClaimed && lock.askerId === editor.id;
    const isWaited = lock.isClaimed && lock.askedAt <= now - wordMs;
    if ((act === 'take' && isWaited) || lock.seenAt <= now - wordMs) await writeLock(tx, mine, now);
    // A second claim keeps the first one's time, so that two claimants can't delay each other.
    else if (!isClaimed) await writeAsker(tx, id, editor.id, true, lock.isClaimed ? lock.askedAt : now);
    // By id: a name in the log would outlast the erasure of that user's data.
    const summary = `${nameInMessages(post)}: taken over from user ${lock.userId}`;
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
 * Releases the lock of a closed window and the user's requests and claims. Returns whether that window held the lock.
 * Not logged, since no content changes.
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
