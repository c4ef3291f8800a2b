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

const shareSchema = z.strictObject({ id: sentId });

/**
 * Gives the path by which outsiders read a draft as it is from then on, until it is taken back, published, made private or thrown away; the path that there was
 * leads nowhere any more. Throws `ConflictError` for what is no draft.
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
      `The ${post.type} "${post.title}" (${post.status}) is no draft that readers will see: there is nothing to share.`,
      'not_a_draft',
    );
  }
  const key = await createShare(tx, id, editor.id);
  await noteChange(tx, editor, {
    verb: 'update',
    kind: 'post',
    itemId: id,
    summary: `${post.type} "${post.title}": shared by a link`,
  });
  return `/?p=${id}&preview=true&share_key=${key}`;
}

const unshareSchema = z.strictObject({ id: sentId });

/** Takes back the link by which outsiders read a draft; says whether there was one. */
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
    summary: `${post.type} "${post.title}": shared no more`,
  });
  return true;
}
