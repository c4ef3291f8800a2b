import { z } from 'zod';
import type { Tx } from '../../kernel/db/open-database.ts';
import { textWrittenKey } from '../../lib/builder-data/meta-keys.ts';
import { defined } from '../../lib/defined.ts';
import { changedFields, noteChange, readInput } from '../../kernel/command.ts';
import { sentId } from '../../kernel/input-kinds.ts';
import { changedMeta } from '../types/read-meta.ts';
import { postTypeNamed } from '../types/registry.ts';
import type { Actor } from '../../kernel/actor.ts';
import { checkFields, checkRights, checkTermRights, postMeta } from './check-post.ts';
import type { PreparedAhead } from './prepared-text.ts';
import { customMeta } from './custom-fields.ts';
import { composePost } from './events.ts';
import type { ComposingPost } from './events.ts';
import { findFootnotes, footnotesKey } from './footnotes.ts';
import { withDefaultCategory } from '../terms/default-category.ts';
import { sentWindow } from './lock-post.ts';
import { editPosts } from './policy.ts';
import type { Post } from './post.ts';
import { postFields, statusAt, toChanges } from './post-input.ts';
import type { OwnPlace, PostFields } from './post-input.ts';
import { postToChange, refuseStalePost, refuseTrashed } from './post-to-change.ts';
import { findPostMeta } from './reader.ts';
import { forgetAutosave, forgetStored, keepRevision, settleAutosave } from './revisions.ts';
import { noteScripts } from './script-blocks.ts';
import * as writer from './writer.ts';

/** `windowId`: the window in which it was written, whose autosave nobody needs any more; none: of programs that name none. */
const schema = z.strictObject({ id: sentId, ...postFields.shape, windowId: sentWindow.optional() });

/**
 * Changes a post of any type but an attachment for somebody who began `from` a revision of it; fields that are left out stay. Publishing is a change of its
 * status. The texts before and after are kept as revisions. Throws `StaleError` with both sides.
 */
export async function updatePost(
  tx: Tx,
  actor: Actor | undefined,
  input: z.input<typeof schema>,
  from: number,
  ahead?: PreparedAhead,
): Promise<void> {
  const { id, windowId, ...sent } = readInput(schema, input, 'the post');
  const { actor: editor, post: theirs } = await postToChange(tx, actor, id, editPosts);
  refuseStalePost(theirs, sent, from);
  refuseTrashed(theirs);
  await changePost(tx, editor, theirs, sent, { ahead, ...defined({ windowId }) });
}

/**
 * Makes a post say what was sent, as far as it says something else, for somebody who may edit it: the steps that all changes of a post share. `restored`: the
 * revision that it was taken from.
 */
export async function changePost(
  tx: Tx,
  editor: Actor,
  theirs: Post,
  sent: PostFields,
  {
    ahead,
    restored,
    windowId = '',
  }: { readonly ahead: PreparedAhead | undefined; readonly restored?: number; readonly windowId?: string },
): Promise<void> {
  const { id } = theirs;
  const composed = await composePost(tx, {
    actor: editor,
    post: theirs,
    sent: { template: sent.template },
  });
  const { meta = {}, ...changed } = await changesOf(tx, editor, theirs, sent, composed.meta);
  const status = statusAt(
    changed.status ?? theirs.status,
    changed.publishedAt ?? theirs.publishedAt,
    Date.now(),
  );
  const isMoved = status !== theirs.status;
  const fields = [...Object.keys({ ...changed, ...meta }), ...composed.changed].filter(
    (field) => field !== 'status',
  );
  // What is stored is all that stands in that window: its autosave may have another text in it, which was taken back.
  const ofWindow = { postId: id, authorId: editor.id, windowId };
  if (fields.length === 0 && !isMoved) {
    if (windowId !== '') await forgetAutosave(tx, ofWindow);
    return;
  }
  checkRights(editor, theirs, changed);
  await checkTermRights(tx, editor, theirs, changed);
  const given = await checkFields(tx, editor, theirs, changed);
  const hasOtherTexts =
    ['title', 'content', 'excerpt'].some((field) => field in changed) || footnotesKey in meta;
  const keeps = hasOtherTexts && postTypeNamed(theirs.type).supports.has('revisions');
  if (keeps) await keepRevision(tx, id, theirs.authorId, 'revision');
  const { termIds: _sent, ...changes } = toChanges(editor, changed, theirs.content, ahead?.cleaned);
  const told = given ?? theirs.termIds;
  const termIds = restored === undefined ? await withDefaultCategory(tx, theirs.type, told) : told;
  // What it has and nobody changes is not written again: one of them may be going just now.
  const other = termIds === theirs.termIds ? {} : { termIds };
  const allMeta = { ...meta, ...changes.meta, ...writtenHere(theirs, changes) };
  await writer.updatePost(
    tx,
    id,
    { ...changes, ...other, meta: allMeta, status, keepsScripts: true },
    ahead?.text,
  );
  if (changes.content !== undefined)
    await noteScripts(tx, editor, { id, content: changes.content, stored: theirs.content });
  for (const write of composed.afterwards) await write(tx, id);
  if (keeps) await keepRevision(tx, id, editor.id, 'revision');
  if (hasOtherTexts) {
    const { title, excerpt, content } = { ...theirs, ...changes };
    await forgetStored(tx, id, editor.id, {
      title,
      excerpt,
      content,
      footnotes: await findFootnotes(tx.db, id),
    });
  }
  if (windowId !== '' || 'content' in changed) await settleAutosave(tx, ofWindow);
  const said = [
    ...(restored === undefined ? [] : [`revision ${restored}`]),
    ...(isMoved ? [`${theirs.status} → ${status}`] : []),
    ...fields,
  ].join(', ');
  await noteChange(tx, editor, {
    verb: restored === undefined ? 'update' : 'restore',
    kind: 'post',
    itemId: id,
    summary: `${theirs.type} "${theirs.title}": ${said}`,
  });
}

/** The text of an editor takes the place of what a page builder's data show. */
const writtenHere = (
  { hasData }: Post,
  { content }: { readonly content?: string },
): Record<string, readonly string[]> => (hasData && content !== undefined ? { [textWrittenKey]: ['1'] } : {});

/** The sent fields, details and meta that change the post. Custom fields become meta; `ofOthers` is meta of other domains. */
async function changesOf(
  tx: Tx,
  editor: Actor,
  theirs: Post,
  { slug, details = {}, meta: sentMeta = {}, template: _theirs, customFields, ...sent }: PostFields,
  ofOthers: ComposingPost['meta'],
): Promise<
  Omit<PostFields, OwnPlace> & {
    readonly meta?: Record<string, readonly string[]>;
  }
> {
  const given = postMeta(editor, theirs.type, sentMeta);
  const meta = {
    ...changedMeta(given, (await findPostMeta(tx.db, [theirs.id], Object.keys(given))).get(theirs.id)),
    ...(customFields && (await customMeta(tx.db, theirs, customFields))),
    ...ofOthers,
  };
  const changedDetails = changedFields(details, {
    ...theirs.details,
    smartList: theirs.details.smartList ?? null,
  });
  return {
    ...changedFields(sent, theirs),
    ...(slug && slug !== theirs.slug ? { slug } : {}),
    ...(Object.keys(changedDetails).length > 0 ? { details: changedDetails } : {}),
    ...(Object.keys(meta).length > 0 ? { meta } : {}),
  };
}
