import type { Tx } from '../../kernel/db/open-database.ts';
import { ConflictError, NotFoundError } from '../../lib/errors.ts';
import { refuseStale } from '../../kernel/command.ts';
import type { From } from '../../kernel/command.ts';
import { demand, refusal } from '../../kernel/permission.ts';
import type { Permission } from '../../kernel/permission.ts';
import type { Actor } from '../../kernel/actor.ts';
import { mayReadPost } from './policy.ts';
import type { Post } from './post.ts';
import { findPostToChange } from './reader.ts';
import { fileType } from '../types/names.ts';

/**
 * The post and who is about to change it: nobody else can until the transaction ends. Throws `NotFoundError` for a post that is not there, or whose being there
 * is none of theirs, and for attachments, which have commands of their own.
 */
export async function postToChange(
  tx: Tx,
  actor: Actor | undefined,
  id: number,
  may: Permission<Post>,
): Promise<{ readonly actor: Actor; readonly post: Post }> {
  if (!actor) throw refusal(actor, may);
  const post = await findPostToChange(tx, id);
  if (!post || post.type === fileType || !mayReadPost(actor, post))
    throw new NotFoundError('Invalid post ID.', 'rest_post_invalid_id');
  demand(may, actor, post);
  return { actor, post };
}

/** Throws `ConflictError` for a post in the trash. */
export function refuseTrashed({ type, title, status }: Post): void {
  if (status === 'trash')
    throw new ConflictError(
      `The ${type} "${title}" is in the trash; restore it first.`,
      'rest_already_trashed',
    );
}

/** Throws `StaleError` where the post is no longer of the revision that somebody began `from`. */
export function refuseStalePost(theirs: Post, mine: unknown, from: From): void {
  refuseStale(`the ${theirs.type} "${theirs.title}"`, { mine, theirs }, from);
}
