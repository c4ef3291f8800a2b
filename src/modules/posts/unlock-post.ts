import { z } from 'zod';
import type { Tx } from '../../kernel/db/open-database.ts';
import { readInput } from '../../kernel/command.ts';
import { sentId } from '../../kernel/input-kinds.ts';
import type { Actor } from '../../kernel/actor.ts';
import { removeAsker, removeLock } from './lock.ts';
import { sentWindow } from './lock-post.ts';
import { editPosts } from './policy.ts';
import { postToChange } from './post-to-change.ts';

const schema = z.strictObject({ id: sentId, windowId: sentWindow });

/**
 * A window in which somebody wrote, or waited for the text of somebody else, is closed; says whether it was the one that had the post. What they asked for or
 * claimed they want no more. Noted by nobody: nothing has changed.
 */
export async function unlockPost(
  tx: Tx,
  actor: Actor | undefined,
  input: z.input<typeof schema>,
): Promise<boolean> {
  const { id, windowId } = readInput(schema, input, 'the lock');
  const { actor: editor } = await postToChange(tx, actor, id, editPosts);
  await removeAsker(tx, id, editor.id);
  return removeLock(tx, id, editor.id, windowId);
}
