import { z } from 'zod';
import type { Tx } from '../../kernel/db/open-database.ts';
import { InvalidInputError } from '../../lib/errors.ts';
import { changedFields, noteChange, readInput } from '../../kernel/command.ts';
import { sentId } from '../../kernel/input-kinds.ts';
import { checkRights } from '../posts/check-post.ts';
import { editPosts } from '../posts/policy.ts';
import { holdPosts } from '../posts/reader.ts';
import { fileType } from '../types/names.ts';
import { findUsers } from '../users/reader.ts';
import type { Actor } from '../../kernel/actor.ts';
import { checkFolder } from './folders.ts';
import { allowedTexts, checkOwner, checkPoster, mediaFields } from './media-input.ts';
import { mediaToChange, refuseStaleMedia } from './media-to-change.ts';
import { moveToFolder } from './move-to-folder.ts';
import * as writer from './writer.ts';

const schema = z.strictObject({ id: sentId, ...mediaFields.shape });

/**
 * Changes what is said of a file of the library for somebody who began `from` a revision of it; fields that are left out stay. Throws `StaleError` with both
 * sides.
 */
export async function updateMedia(
  tx: Tx,
  actor: Actor | undefined,
  input: z.input<typeof schema>,
  from: number,
): Promise<void> {
  const { id, ...sent } = readInput(schema, input, 'the file');
  const { actor: editor, media: theirs } = await mediaToChange(tx, actor, id, editPosts);
  refuseStaleMedia(theirs, sent, from);
  const { slug, ...changed } = changedFields(sent, theirs);
  const changes = { ...allowedTexts(editor, changed), ...(slug ? { slug } : {}) };
  const fields = Object.keys(changes);
  if (fields.length === 0) return;
  const { folderId, ...said } = changes;
  const { authorId, parentId, posterId } = said;
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
  if (Object.keys(said).length > 0) await writer.updateMedia(tx, theirs, said);
  await noteChange(tx, editor, {
    verb: 'update',
    kind: 'post',
    itemId: id,
    summary: `${fileType} "${theirs.title}": ${fields.join(', ')}`,
  });
}
