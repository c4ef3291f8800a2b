import { z } from 'zod';
import type { Tx } from '../../kernel/db/open-database.ts';
import { InvalidInputError, ConflictError } from '../../lib/errors.ts';
import { changedFields, noteChange, readInput } from '../../kernel/command.ts';
import { demand } from '../../kernel/permission.ts';
import { readSettings } from '../settings/index.ts';
import { articleType, fileType, postTypeNamed, changedMeta } from '../types/index.ts';
import type { Actor } from '../../kernel/permission.ts';
import {
  checkFields,
  checkRights,
  checkTermRights,
  postMeta,
  postToChange,
  refuseStalePost,
  refuseTrashed,
} from './check-post.ts';
import type { PreparedAhead, Post } from './model.ts';
import { customMeta, findFootnotes, footnotesKey } from './meta.ts';
import { withDefaultCategory } from '../terms/index.ts';
import { createPosts, editPosts, deletePosts, restorePosts } from './policy.ts';
import { composePost } from './events.ts';
import { postFields, statusAt, toChanges } from './post-input.ts';
import { keepRevision, forgetAutosave, forgetStored, settleAutosave } from './revisions.ts';
import { noteScripts } from './script-blocks.ts';
import { textWrittenKey } from '../../lib/builder-data/text-with-data.ts';
import { defined } from '../../lib/records.ts';
import { sentId } from '../../kernel/input-kinds.ts';
import type { ComposingPost } from './events.ts';
import { sentWindow } from './lock-commands.ts';
import type { OwnPlace, PostFields } from './post-input.ts';
import { findPostMeta } from './reader.ts';
import { trashedSlug, trashMeta, noTrashMeta, slugBefore } from './slugs.ts';
import * as writer from './writer.ts';

/** A registered type that readers or REST see; attachments are uploaded instead. */
export const writtenType = z
  .string()
  .max(20)
  .refine(isWritten, 'there is no such type of posts to be written')
  .default(articleType);

const createSchema = z.strictObject({
  type: writtenType,
  ...postFields.shape,
  title: postFields.shape.title.unwrap(),
});

function isWritten(name: string): boolean {
  const { isRegistered, isPublic, restBase } = postTypeNamed(name);
  return isRegistered && (isPublic || restBase !== undefined) && name !== fileType;
}

/** Writes a new post, page or post of another type for somebody, a draft by theirs unless they say more; returns its id. */
export async function createPost(
  tx: Tx,
  actor: Actor | undefined,
  input: z.input<typeof createSchema>,
  ahead?: PreparedAhead,
): Promise<number> {
  const {
    type,
    meta = {},
    template,
    customFields = [],
    ...fields
  } = readInput(createSchema, input, 'the post');
  demand(createPosts, actor, type);
  if (![fields.title, fields.content, fields.excerpt].some((text) => text?.trim())) {
    throw new InvalidInputError(
      'A post needs a title, a text or an excerpt; write one of them.',
      'empty_content',
    );
  }
  const blank = {
    id: 0,
    type,
    status: 'draft' as const,
    authorIds: [actor.id],
    termIds: [],
    password: '',
    sticky: false,
    publishedAt: 0,
  };
  // What is said as it is anyway asks for nothing.
  const sent = changedFields(fields, blank);
  checkRights(actor, blank, sent);
  await checkTermRights(tx, actor, blank, sent);
  const given = await checkFields(tx, actor, blank, sent);
  const composed = await composePost(tx, { actor, post: { id: 0, type }, sent: { template } });
  const typeMeta = {
    ...postMeta(actor, type, meta),
    ...(await customMeta(tx.db, blank, customFields)),
    ...composed.meta,
  };
  const changes = toChanges(actor, sent, '', ahead?.cleaned);
  const now = Date.now();
  const status = statusAt(fields.status ?? 'draft', fields.publishedAt ?? 0, now);
  const termIds = await withDefaultCategory(tx, type, given ?? []);
  const takesFormat = changes.format === undefined && postTypeNamed(type).supports.has('post-formats');
  const format = takesFormat ? { format: (await readSettings(tx.db)).settings.default_post_format } : {};
  const id = await writer.createPost(
    tx,
    {
      ...format,
      authorIds: blank.authorIds,
      ...changes,
      title: changes.title ?? '',
      meta: { ...typeMeta, ...changes.meta },
      type,
      status,
      termIds,
      // The day for which something is planned is not that of its change: what is written from now on is newer.
      ...(status === 'publish' ? {} : { modifiedAt: now }),
    },
    ahead?.text,
  );
  await noteScripts(tx, actor, { id, content: changes.content ?? '', stored: '' });
  for (const write of composed.afterwards) await write(tx, id);
  if (postTypeNamed(type).supports.has('revisions')) await keepRevision(tx, id, actor.id, 'revision');
  await noteChange(tx, actor, {
    verb: 'create',
    kind: 'post',
    itemId: id,
    summary: `${type} "${fields.title}" (${status})`,
  });
  return id;
}

/** `windowId`: the window in which it was written, whose autosave nobody needs any more; none: of programs that name none. */
const updateSchema = z.strictObject({ id: sentId, ...postFields.shape, windowId: sentWindow.optional() });

/**
 * Changes a post of any type but an attachment for somebody who began `from` a revision of it; fields that are left out stay. Publishing is a change of its
 * status. The texts before and after are kept as revisions. Throws `StaleError` with both sides.
 */
export async function updatePost(
  tx: Tx,
  actor: Actor | undefined,
  input: z.input<typeof updateSchema>,
  from: number,
  ahead?: PreparedAhead,
): Promise<void> {
  const { id, windowId, ...sent } = readInput(updateSchema, input, 'the post');
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

const trashSchema = z.strictObject({ id: sentId });

/**
 * Moves a post to the trash for somebody who saw revision `from` of it: nobody finds it any more, and its slug is free. Throws `StaleError` with both sides,
 * `ConflictError` where it is there already.
 */
export async function trashPost(
  tx: Tx,
  actor: Actor | undefined,
  input: z.input<typeof trashSchema>,
  from: number,
): Promise<void> {
  const { id } = readInput(trashSchema, input, 'the post');
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

const restoreSchema = z.strictObject({ id: sentId });

/**
 * Takes a post out of the trash for somebody who saw revision `from` of it: it is a draft then, as in WordPress, with the slug that it had, if nobody took it.
 * Throws `StaleError` with both sides, `ConflictError` where it is not in the trash.
 */
export async function restorePost(
  tx: Tx,
  actor: Actor | undefined,
  input: z.input<typeof restoreSchema>,
  from: number,
): Promise<void> {
  const { id } = readInput(restoreSchema, input, 'the post');
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

const deleteSchema = z.strictObject({ id: sentId });

/** Deletes a post for good, in the trash or not, for somebody who saw revision `from` of it. Throws `StaleError` with both sides. */
export async function deletePost(
  tx: Tx,
  actor: Actor | undefined,
  input: z.input<typeof deleteSchema>,
  from: number,
): Promise<void> {
  const { id } = readInput(deleteSchema, input, 'the post');
  const { actor: editor, post } = await postToChange(tx, actor, id, deletePosts);
  refuseStalePost(post, undefined, from);
  await writer.deletePost(tx, id);
  await noteChange(tx, editor, {
    verb: 'delete',
    kind: 'post',
    itemId: id,
    summary: `${post.type} "${post.title}" (${post.status})`,
  });
}
