import { z } from 'zod';
import type { Tx } from '../../kernel/db/open-database.ts';
import { ConflictError } from '../../lib/errors.ts';
import { noteChange, readInput } from '../../kernel/command.ts';
import { sentId } from '../../kernel/input-kinds.ts';
import type { Actor } from '../../kernel/actor.ts';
import { restorePosts } from './policy.ts';
import { postToChange, refuseStalePost } from './post-to-change.ts';
import { noTrashMeta, slugBefore } from './trash.ts';
import * as writer from './writer.ts';

const schema = z.strictObject({ id: sentId });

/**
 * Takes a post out of the trash for somebody who saw revision `from` of it: it is a draft then, as in WordPress, with the slug that it had, if nobody took it.
 * Throws `StaleError` with both sides, `ConflictError` where it is not in the trash.
 */
export async function restorePost(
  tx: Tx,
  actor: Actor | undefined,
  input: z.input<typeof schema>,
  from: number,
): Promise<void> {
  const { id } = readInput(schema, input, 'the post');
  const { actor: editor, post } = await postToChange(tx, actor, id, restorePosts);
  if (post.status !== 'trash')
    throw new ConflictError(`The ${post.type} "${post.title}" is not in the trash.`, 'not_trashed');
  refuseStalePost(post, undefined, from);
  const slug = slugBefore(post.slug);
  await writer.updatePost(tx, id, { status: 'draft', ...(slug === '' ? {} : { slug }), meta: noTrashMeta });
  await noteChange(tx, editor, {
    verb: 'restore',
    kind: 'post',
    itemId: id,
    summary: `${post.type} "${post.title}"`,
  });
}
