import { z } from 'zod';
import type { Tx } from '../../kernel/db/open-database.ts';
import { NotFoundError } from '../../lib/errors.ts';
import { noteChange, readInput } from '../../kernel/command.ts';
import { sentId } from '../../kernel/input-kinds.ts';
import { refusal } from '../../kernel/permission.ts';
import type { Actor } from '../../kernel/actor.ts';
import { deletePosts, editPosts } from './policy.ts';
import { postToChange } from './post-to-change.ts';
import { findRevision, forgetBegins, removeRevision } from './revisions.ts';
import type { Revision } from './revisions.ts';

/** Whether it is what this person was typing: it is theirs. */
export function isTypedBy(actor: Actor, { kind, authorId }: Pick<Revision, 'kind' | 'authorId'>): boolean {
  return kind === 'autosave' && authorId === actor.id;
}

/** `id`: of the revision or autosave. */
const schema = z.strictObject({ id: sentId });

/**
 * Deletes a revision or an autosave for good, for who may delete its post; an autosave also for its writer, while they may edit it. The post stays as it is, so
 * there is no `from`. What somebody was typing themselves goes unnoted, as it came.
 */
export async function deleteRevision(
  tx: Tx,
  actor: Actor | undefined,
  input: z.input<typeof schema>,
): Promise<void> {
  const { id } = readInput(schema, input, 'the revision');
  if (!actor) throw refusal(actor, deletePosts);
  const revision = await findRevision(tx.db, id);
  if (!revision) throw new NotFoundError('Invalid revision ID.', 'rest_post_invalid_id');
  const { actor: editor, post } = await postToChange(
    tx,
    actor,
    revision.postId,
    isTypedBy(actor, revision) ? editPosts : deletePosts,
  );
  await removeRevision(tx, id);
  if (revision.kind === 'revision') await forgetBegins(tx, post.id);
  if (isTypedBy(editor, revision)) return;
  await noteChange(tx, editor, {
    verb: 'delete',
    kind: 'post',
    itemId: post.id,
    summary: `${post.type} "${post.title}": ${revision.kind} ${id}`,
  });
}
