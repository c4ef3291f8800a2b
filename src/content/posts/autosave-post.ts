import { z } from 'zod';
import type { Tx } from '../../db/open-database.ts';
import { ConflictError } from '../../lib/errors.ts';
import { changedFields, readInput } from '../command.ts';
import { sentId, sentIdOrNone } from '../input-kinds.ts';
import type { Actor } from '../users/role.ts';
import { checkFields } from './check-post.ts';
import type { CleanedAhead } from './clean-content.ts';
import { sentWindow } from './lock-post.ts';
import { editPosts } from './policy.ts';
import type { Post } from './post.ts';
import { postFields } from './post-input.ts';
import { postToChange, refuseTrashed } from './post-to-change.ts';
import { findAutosave, forgetAutosave, keepRevision } from './revisions.ts';
import type { PostTexts } from './revisions.ts';
import { toChanges } from './to-changes.ts';

const schema = z.strictObject({
  id: sentId, ...postFields.pick({ title: true, content: true, excerpt: true }).shape, began: sentIdOrNone.default(0),
  windowId: sentWindow.optional(), replaces: sentIdOrNone.default(0),
});

/**
 * Keeps what somebody is writing in a post, in place of their autosave before: the post stays as it is, a draft of their own, too. What is left out is the
 * post's. Returns the autosave's id; undefined where it would say what the post says, and there is none then. Nothing of anybody else can be lost by it, so
 * there is no `from`: `began`, the revision of the post that they began from, is kept beside it (0: nobody knows), so that what others store meanwhile comes
 * together with it. It is noted by nobody, since nothing has changed.
 *
 * Where `windowId` says in which window it is typed, words of another window of theirs, which nobody has stored or let go, are not replaced, except those that
 * `replaces` names: `ConflictError`.
 */
export async function autosavePost(tx: Tx, actor: Actor | undefined, input: z.input<typeof schema>, ahead?: CleanedAhead): Promise<number | undefined> {
  const { id, began, windowId, replaces, ...sent } = readInput(schema, input, 'the post');
  const { actor: editor, post } = await postToChange(tx, actor, id, editPosts);
  refuseTrashed(post);
  const changed = changedFields(sent, post);
  await checkFields(tx, post, changed);
  const { title, excerpt, content } = { ...post, ...toChanges(editor, changed, post.content, ahead) };
  const isSame = title === post.title && excerpt === post.excerpt && content === post.content;
  if (windowId !== undefined) await refuseOverwriting(tx, editor, post, { windowId, replaces, texts: { title, excerpt, content } });
  if (!isSame) return keepRevision(tx, id, editor.id, 'autosave', { title, excerpt, content }, { began: began <= post.revision ? began : 0, windowId });
  await forgetAutosave(tx, id, editor.id);
  return undefined;
}

interface TypedIn {
  readonly windowId: string;
  readonly replaces: number;
  readonly texts: PostTexts;
}

async function refuseOverwriting(tx: Tx, { id }: Actor, post: Post, { windowId, replaces, texts }: TypedIn): Promise<void> {
  const kept = await findAutosave(tx.db, post.id, id);
  if (!kept || kept.id === replaces || kept.windowId === windowId || saysAll(texts, kept) || saysAll(post, kept)) return;
  // What its writer stored another text behind is nobody's last word.
  if (kept.postRevision === 0 && kept.createdAt < post.modifiedAt) return;
  throw new ConflictError(
    'The text is open in another window of yours, whose words are kept. Store one of them; what is written here is kept in this browser',
    'rest_autosave_elsewhere',
  );
}

const saysAll = (texts: PostTexts, { title, excerpt, content }: PostTexts): boolean =>
  texts.title === title && texts.excerpt === excerpt && texts.content === content;
