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
import { checkFieldValues, fieldNames, findFieldValues, withDefaults } from './field-values.ts';
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
import { nameInMessages } from './model.ts';

/** A registered type that is public or in REST; attachments are uploaded instead. */
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

/** Creates a post of any type but attachment, by default a draft by the actor. Returns its id. */
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
  // Fields sent with their default value need no permission.
  const sent = changedFields(fields, blank);
  checkRights(actor, blank, sent);
  await checkTermRights(tx, actor, blank, sent);
  const checked = await checkFields(tx, actor, blank, sent);
  const composed = await composePost(tx, { actor, post: { id: 0, type }, sent: { template } });
  const typeMeta = {
    ...withDefaults(type, postMeta(actor, type, meta)),
    ...(await customMeta(tx.db, blank, customFields)),
    ...composed.meta,
  };
  const changes = toChanges(actor, sent, '', ahead?.cleaned);
  const now = Date.now();
  const status = statusAt(fields.status ?? 'draft', fields.publishedAt ?? 0, now);
  await checkFieldValues(tx, actor, blank, typeMeta, isPublishing(status));
  const termIds = await withDefaultCategory(tx, type, checked ?? []);
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
      // A scheduled post's modification date is now, not its publication date, so that later edits are newer.
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
    summary: `${nameInMessages({ type, title: fields.title })} (${status})`,
  });
  return id;
}

/** Statuses in which a post is published, or will be. */
const isPublishing = (status: string): boolean =>
  status === 'publish' || status === 'future' || status === 'private';

/** `windowId`: the editor window, whose autosave becomes obsolete; undefined for programs. */
const updateSchema = z.strictObject({ id: sentId, ...postFields.shape, windowId: sentWindow.optional() });

/**
 * Updates a post of any type but attachment, based on revision `from`; omitted fields stay. Stores the content before
 * and after as revisions. Throws `StaleError` with both sides.
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
 * Applies the fields that differ, for an actor who may edit the post; all changes of posts use it. `restored` is the id
 * of the restored revision.
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
  // The window now matches the stored post, so its autosave, which may hold undone edits, is removed.
  const ofWindow = { postId: id, authorId: editor.id, windowId };
  if (fields.length === 0 && !isMoved) {
    if (windowId !== '') await forgetAutosave(tx, ofWindow);
    return;
  }
  checkRights(editor, theirs, changed);
  await checkTermRights(tx, editor, theirs, changed);
  const checkedTermIds = await checkFields(tx, editor, theirs, changed);
  const ownFields = fieldNames(theirs.type);
  const hasOtherValues = ownFields.some((name) => name in meta);
  await checkFieldValues(tx, editor, theirs, meta, isPublishing(status) && (isMoved || hasOtherValues));
  const hasOtherTexts =
    ['title', 'content', 'excerpt'].some((field) => field in changed) ||
    footnotesKey in meta ||
    hasOtherValues;
  const storesRevisions = hasOtherTexts && postTypeNamed(theirs.type).supports.has('revisions');
  if (storesRevisions) await keepRevision(tx, id, theirs.authorId, 'revision');
  const { termIds: _sent, ...changes } = toChanges(editor, changed, theirs.content, ahead?.cleaned);
  const requestedTermIds = checkedTermIds ?? theirs.termIds;
  const termIds =
    restored === undefined ? await withDefaultCategory(tx, theirs.type, requestedTermIds) : requestedTermIds;
  // Unchanged terms are not written again: one of them may be deleted concurrently.
  const other = termIds === theirs.termIds ? {} : { termIds };
  const allMeta = { ...meta, ...changes.meta, ...editorMeta(theirs, changes) };
  await writer.updatePost(
    tx,
    id,
    { ...changes, ...other, meta: allMeta, status, keepsScripts: true },
    ahead?.text,
  );
  if (changes.content !== undefined)
    await noteScripts(tx, editor, { id, content: changes.content, stored: theirs.content });
  for (const write of composed.afterwards) await write(tx, id);
  if (storesRevisions) await keepRevision(tx, id, editor.id, 'revision');
  if (hasOtherTexts) {
    const { title, excerpt, content } = { ...theirs, ...changes };
    await forgetStored(tx, id, editor.id, {
      title,
      excerpt,
      content,
      footnotes: await findFootnotes(tx.db, id),
      fieldValues: await findFieldValues(tx.db, theirs),
    });
  }
  if (windowId !== '' || 'content' in changed) await settleAutosave(tx, ofWindow);
  const description = [
    ...(restored === undefined ? [] : [`revision ${restored}`]),
    ...(isMoved ? [`${theirs.status} → ${status}`] : []),
    ...fields,
  ].join(', ');
  await noteChange(tx, editor, {
    verb: restored === undefined ? 'update' : 'restore',
    kind: 'post',
    itemId: id,
    summary: `${nameInMessages(theirs)}: ${description}`,
  });
}

/** Content saved in the editor replaces the page builder's data. */
const editorMeta = (
  { hasData }: Post,
  { content }: { readonly content?: string },
): Record<string, readonly string[]> => (hasData && content !== undefined ? { [textWrittenKey]: ['1'] } : {});

/** The sent fields, details and meta that differ. Custom fields become meta; `ofOthers` is meta of other domains. */
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
  const allowed = postMeta(editor, theirs.type, sentMeta);
  const meta = {
    ...changedMeta(allowed, (await findPostMeta(tx.db, [theirs.id], Object.keys(allowed))).get(theirs.id)),
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
 * Moves a post to the trash and frees its slug. Throws `StaleError` with both sides if its revision isn't `from`,
 * `ConflictError` if it is in the trash.
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
    summary: `${nameInMessages(post)} (${post.status})`,
  });
}

const restoreSchema = z.strictObject({ id: sentId });

/**
 * Restores a post from the trash as a draft, as in WordPress, with its former slug if that is free. Throws `StaleError`
 * with both sides, `ConflictError` if it isn't in the trash.
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
    throw new ConflictError(`The ${nameInMessages(post)} is not in the trash.`, 'not_trashed');
  refuseStalePost(post, undefined, from);
  const slug = slugBefore(post.slug);
  await writer.updatePost(tx, id, { status: 'draft', ...(slug === '' ? {} : { slug }), meta: noTrashMeta });
  await noteChange(tx, editor, {
    verb: 'restore',
    kind: 'post',
    itemId: id,
    summary: nameInMessages(post),
  });
}

const deleteSchema = z.strictObject({ id: sentId });

/** Permanently deletes a post, in the trash or not. Throws `StaleError` with both sides if its revision isn't `from`. */
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
    summary: `${nameInMessages(post)} (${post.status})`,
  });
}
