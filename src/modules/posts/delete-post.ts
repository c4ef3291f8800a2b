import { z } from 'zod';
import type { Tx } from '../../kernel/db/open-database.ts';
import { noteChange, readInput } from '../../kernel/command.ts';
import { sentId } from '../../kernel/input-kinds.ts';
import type { Actor } from '../../kernel/actor.ts';
import { deletePosts } from './policy.ts';
import { postToChange, refuseStalePost } from './post-to-change.ts';
import * as writer from './writer.ts';

const schema = z.strictObject({ id: sentId });

/** Deletes a post for good, in the trash or not, for somebody who saw revision `from` of it. Throws `StaleError` with both sides. */
export async function deletePost(
  tx: Tx,
  actor: Actor | undefined,
  input: z.input<typeof schema>,
  from: number,
): Promise<void> {
  const { id } = readInput(schema, input, 'the post');
  const { actor: editor, post } = await postToChange(tx, actor, id, deletePosts);
  refuseStalePost(post, undefined, from);
  await writer.deletePost(tx, id);
  await noteChange(tx, editor, {
    verb: 'delete',
    kind: 'post',
    itemId: id,
    summary: `${post.type} "${post.title}" (${post.status})`,
  });
}
