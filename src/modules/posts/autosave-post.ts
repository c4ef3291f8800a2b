import { z } from 'zod';
import type { Tx } from '../../kernel/db/open-database.ts';
import { changedFields, readInput } from '../../kernel/command.ts';
import { sentId, sentIdOrNone } from '../../kernel/input-kinds.ts';
import type { Actor } from '../../kernel/actor.ts';
import { checkFields, postMeta } from './check-post.ts';
import type { CleanedAhead } from './prepared-text.ts';
import { findFootnotes, footnotesKey } from './footnotes.ts';
import { sentWindow } from './lock-post.ts';
import { editPosts } from './policy.ts';
import { postFields, toChanges } from './post-input.ts';
import { postToChange, refuseTrashed } from './post-to-change.ts';
import { forgetAutosave, keepRevision } from './revisions.ts';

const schema = z.strictObject({
  id: sentId,
  ...postFields.pick({ title: true, content: true, excerpt: true, meta: true }).shape,
  began: sentIdOrNone.default(0),
  windowId: sentWindow.optional(),
});

/**
 * Keeps what somebody is writing in a post, in place of their autosave before of the same window (`windowId`; programs that don't name one share one): the
 * post stays as it is, a draft of their own, too. What is left out is the post's; of its meta only footnotes are kept. Returns the autosave's id; undefined
 * where it would say what the post says, and there is none of that window then. Nothing of anybody else can be lost by it, so there is no `from`: `began`,
 * the revision of the post that they began from, is kept beside it (0: nobody knows), so that what others store meanwhile comes together with it. It is noted
 * by nobody, since nothing has changed.
 */
export async function autosavePost(
  tx: Tx,
  actor: Actor | undefined,
  input: z.input<typeof schema>,
  ahead?: CleanedAhead,
): Promise<number | undefined> {
  const { id, began, windowId = '', meta = {}, ...sent } = readInput(schema, input, 'the post');
  const { actor: editor, post } = await postToChange(tx, actor, id, editPosts);
  refuseTrashed(post);
  const changed = changedFields(sent, post);
  await checkFields(tx, editor, post, changed);
  const { title, excerpt, content } = { ...post, ...toChanges(editor, changed, post.content, ahead) };
  const stored = await findFootnotes(tx.db, id);
  const given = postMeta(editor, post.type, meta)[footnotesKey];
  const footnotes = given === undefined ? stored : (given[0] ?? '');
  const isSame =
    title === post.title && excerpt === post.excerpt && content === post.content && footnotes === stored;
  const texts = { title, excerpt, content, footnotes };
  if (!isSame)
    return keepRevision(tx, id, editor.id, 'autosave', texts, {
      began: began <= post.revision ? began : 0,
      windowId,
    });
  await forgetAutosave(tx, { postId: id, authorId: editor.id, windowId });
  return undefined;
}
