import { z } from 'zod';
import type { Tx } from '../../kernel/db/open-database.ts';
import { ConflictError } from '../../lib/errors.ts';
import { noteChange, readInput } from '../../kernel/command.ts';
import { sentId } from '../../kernel/input-kinds.ts';
import type { Actor } from '../../kernel/actor.ts';
import { deletePosts } from './policy.ts';
import { postToChange, refuseStalePost } from './post-to-change.ts';
import { trashedSlug, trashMeta } from './trash.ts';
import * as writer from './writer.ts';

const schema = z.strictObject({ id: sentId });

/**
 * Moves a post to the trash for somebody who saw revision `from` of it: nobody finds it any more, and its slug is free. Throws `StaleError` with both sides,
 * `ConflictError` where it is there already.
 */
export async function trashPost(
  tx: Tx,
  actor: Actor | undefined,
  input: z.input<typeof schema>,
  from: number,
): Promise<void> {
  const { id } = readInput(schema, input, 'the post');
  const { actor: editor, post } = await postToChange(tx, actor, id, deletePosts);
  if (post.status === 'trash')
    throw new ConflictError('The post has already been deleted.', 'rest_already_trashed');
  refuseStalePost(post, undefined, from);
  await writer.updatePost(tx, id, {
    status: 'trash',
    ...trashedSlug(post.slug),
    meta: trashMeta(post, Date.now()),
  });
  await noteChange(tx, editor, {
    verb: 'trash',
    kind: 'post',
    itemId: id,
    summary: `${post.type} "${post.title}" (${post.status})`,
  });
}
