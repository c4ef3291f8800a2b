import { z } from 'zod';
import type { Tx } from '../../kernel/db/open-database.ts';
import { NotFoundError } from '../../lib/errors.ts';
import { readInput } from '../../kernel/command.ts';
import type { From } from '../../kernel/command.ts';
import { sentId } from '../../kernel/input-kinds.ts';
import { refusal } from '../../kernel/permission.ts';
import { postTypeNamed } from '../types/registry.ts';
import type { Actor } from '../../kernel/actor.ts';
import type { PreparedAhead } from './prepared-text.ts';
import { footnotesKey } from './footnotes.ts';
import { editPosts } from './policy.ts';
import { postToChange, refuseStalePost, refuseTrashed } from './post-to-change.ts';
import { findRevision } from './revisions.ts';
import { changePost } from './update-post.ts';

/** `id`: of the revision or autosave. */
const schema = z.strictObject({ id: sentId });

/**
 * Gives a post the texts and footnotes of one of its revisions or autosaves, for somebody who saw revision `from` of the post. What stood there
 * is kept as a revision, and everything but the texts stays. Throws `StaleError` with both sides.
 */
export async function restoreRevision(
  tx: Tx,
  actor: Actor | undefined,
  input: z.input<typeof schema>,
  from: From,
  ahead?: PreparedAhead,
): Promise<void> {
  const { id } = readInput(schema, input, 'the revision');
  if (!actor) throw refusal(actor, editPosts);
  const revision = await findRevision(tx.db, id);
  if (!revision) throw new NotFoundError('Invalid post ID.', 'rest_post_invalid_id');
  const { actor: editor, post } = await postToChange(tx, actor, revision.postId, editPosts);
  const { supports } = postTypeNamed(post.type);
  const texts = {
    ...(supports.has('title') ? { title: revision.title } : {}),
    ...(supports.has('editor') ? { content: revision.content } : {}),
    ...(supports.has('excerpt') ? { excerpt: revision.excerpt } : {}),
  };
  refuseStalePost(post, texts, from);
  refuseTrashed(post);
  const { footnotes } = revision;
  const meta =
    supports.has('editor') && footnotes !== undefined
      ? { meta: { [footnotesKey]: footnotes === '' ? [] : [footnotes] } }
      : {};
  await changePost(tx, editor, post, { ...texts, ...meta }, { ahead, restored: id });
}
