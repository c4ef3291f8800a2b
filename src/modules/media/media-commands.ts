import { z } from 'zod';
import type { Tx } from '../../kernel/db/open-database.ts';
import { InvalidInputError } from '../../lib/errors.ts';
import { changedFields, noteChange, readInput } from '../../kernel/command.ts';
import { sentId } from '../../kernel/input-kinds.ts';
import { checkRights, editPosts, deletePosts, holdPosts } from '../posts/index.ts';
import { fileType } from '../types/index.ts';
import { findUsers } from '../users/index.ts';
import type { Actor } from '../../kernel/permission.ts';
import { checkFolder } from './folders.ts';
import {
  allowedTexts,
  checkOwner,
  checkPoster,
  mediaFields,
  mediaToChange,
  refuseStaleMedia,
} from './media-input.ts';
import { moveToFolder } from './writer.ts';
import { findMediaFiles, missingSizes } from './media-files.ts';
import { enqueueMedia, sizesJob } from './queue.ts';
import { demand } from '../../kernel/permission.ts';
import { manageSettings } from '../settings/index.ts';
import * as writer from './writer.ts';
import { htmlToText } from '../../lib/plain-text.ts';

const updateSchema = z.strictObject({ id: sentId, ...mediaFields.shape });

/** Omitted fields stay. Throws `StaleError` with both sides if the file's revision isn't `from`. */
export async function updateMedia(
  tx: Tx,
  actor: Actor | undefined,
  input: z.input<typeof updateSchema>,
  from: number,
): Promise<void> {
  const { id, ...sent } = readInput(updateSchema, input, 'the file');
  const { actor: editor, media: theirs } = await mediaToChange(tx, actor, id, editPosts);
  refuseStaleMedia(theirs, sent, from);
  const { slug, ...changed } = changedFields(sent, theirs);
  const changes = { ...allowedTexts(editor, changed), ...(slug ? { slug } : {}) };
  const fields = Object.keys(changes);
  if (fields.length === 0) return;
  const { folderId, ...others } = changes;
  const { authorId, parentId, posterId } = others;
  if (folderId !== undefined) await checkFolder(tx, editor, folderId);
  if (authorId !== undefined) {
    checkRights(editor, { type: fileType }, { authorIds: [authorId] });
    const message = (await findUsers(tx.db, [authorId])).has(authorId)
      ? undefined
      : `There is no user ${authorId} who could be an author.`;
    if (message) throw new InvalidInputError(message, 'rest_invalid_param', { authorId: message });
  }
  if (parentId !== undefined) await checkOwner((ids) => holdPosts(tx, ids), editor, parentId);
  if (posterId !== undefined) await checkPoster(tx, editor, theirs, posterId);
  if (folderId !== undefined) await moveToFolder(tx, id, folderId);
  if (Object.keys(others).length > 0) await writer.updateMedia(tx, theirs, others);
  await noteChange(tx, editor, {
    verb: 'update',
    kind: 'post',
    itemId: id,
    summary: `${fileType} "${htmlToText(theirs.title)}": ${fields.join(', ')}`,
  });
}

const deleteSchema = z.strictObject({ id: sentId });

/**
 * Permanently deletes an attachment (there is no trash for files) with its page, comments, sizes and files. Resets
 * featured images and settings that refer to it; content keeps its URL. Throws `StaleError` with both sides.
 */
export async function deleteMedia(
  tx: Tx,
  actor: Actor | undefined,
  input: z.input<typeof deleteSchema>,
  from: number,
): Promise<void> {
  const { id } = readInput(deleteSchema, input, 'the file');
  const { actor: editor, media } = await mediaToChange(tx, actor, id, deletePosts);
  refuseStaleMedia(media, undefined, from);
  await writer.deleteMedia(tx, id);
  await noteChange(tx, editor, {
    verb: 'delete',
    kind: 'post',
    itemId: id,
    summary: `${fileType} "${htmlToText(media.title)}" (${media.file || 'no file'})`,
  });
}

const requestSchema = z.strictObject({ id: sentId });

/** Enqueues the missing sizes of an image the actor may edit; a pending job stays. */
export async function requestSizes(
  tx: Tx,
  actor: Actor | undefined,
  input: z.input<typeof requestSchema>,
): Promise<void> {
  const { id } = readInput(requestSchema, input, 'the picture');
  await mediaToChange(tx, actor, id, editPosts);
  const file = (await findMediaFiles(tx.db, [id])).get(id);
  if (!file || missingSizes(file).length === 0) return;
  const waiting = await tx.db
    .selectFrom('job')
    .select('reason')
    .where('kind', '=', sizesJob.name)
    .where('key', '=', String(id))
    .executeTakeFirst();
  if (waiting?.reason !== '') await enqueueMedia(tx, [id]);
}

const remakeSchema = z.strictObject({ ids: z.array(sentId) });

export async function remakeSizes(
  tx: Tx,
  actor: Actor | undefined,
  input: z.input<typeof remakeSchema>,
): Promise<void> {
  const { ids } = readInput(remakeSchema, input, 'the pictures');
  demand(manageSettings, actor, undefined);
  if (ids.length === 0) return;
  await enqueueMedia(tx, ids);
  const [one = 0, ...others] = ids;
  const summary = others.length === 0 ? 'sizes regenerated' : `sizes of ${ids.length} images regenerated`;
  await noteChange(tx, actor, {
    verb: 'update',
    kind: 'post',
    itemId: others.length === 0 ? one : 0,
    summary,
  });
}
