import { z } from 'zod';
import type { Tx } from '../../kernel/db/open-database.ts';
import { ConflictError } from '../../lib/errors.ts';
import { noteChange, readInput } from '../../kernel/command.ts';
import { sentId } from '../../kernel/input-kinds.ts';
import { postTypeNamed } from '../types/index.ts';
import type { Actor } from '../../kernel/permission.ts';
import { editPosts } from './policy.ts';
import { postToChange } from './check-post.ts';
import { createShare, sharedStatuses, endShare } from './share-store.ts';
import { nameInMessages } from './model.ts';

const shareSchema = z.strictObject({ id: sentId });

/**
 * Creates the path at which outsiders can read a draft until it is unshared, published, made private or trashed; a
 * previous path stops working. Throws `ConflictError` if the post isn't a draft.
 */
export async function shareDraft(
  tx: Tx,
  actor: Actor | undefined,
  input: z.input<typeof shareSchema>,
): Promise<string> {
  const { id } = readInput(shareSchema, input, 'the post');
  const { actor: editor, post } = await postToChange(tx, actor, id, editPosts);
  if (!sharedStatuses.includes(post.status) || !postTypeNamed(post.type).isPublic) {
    throw new ConflictError(
      `The ${nameInMessages(post)} (${post.status}) is no draft that readers will see: there is nothing to share.`,
      'not_a_draft',
    );
  }
  const key = await createShare(tx, id, editor.id);
  await noteChange(tx, editor, {
    verb: 'update',
    kind: 'post',
    itemId: id,
    summary: `${nameInMessages(post)}: shared by a link`,
  });
  return `/?p=${id}&preview=true&share_key=${key}`;
}

const unshareSchema = z.strictObject({ id: sentId });

/** Returns whether the draft was shared. */
export async function unshareDraft(
  tx: Tx,
  actor: Actor | undefined,
  input: z.input<typeof unshareSchema>,
): Promise<boolean> {
  const { id } = readInput(unshareSchema, input, 'the post');
  const { actor: editor, post } = await postToChange(tx, actor, id, editPosts);
  if (!(await endShare(tx, id))) return false;
  await noteChange(tx, editor, {
    verb: 'update',
    kind: 'post',
    itemId: id,
    summary: `${nameInMessages(post)}: shared no more`,
  });
  return true;
}
