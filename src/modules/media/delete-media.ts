import { z } from 'zod';
import type { Tx } from '../../kernel/db/open-database.ts';
import { noteChange, readInput } from '../../kernel/command.ts';
import { sentId } from '../../kernel/input-kinds.ts';
import { deletePosts } from '../posts/policy.ts';
import { fileType } from '../types/names.ts';
import type { Actor } from '../../kernel/actor.ts';
import { mediaToChange, refuseStaleMedia } from './media-to-change.ts';
import * as writer from './writer.ts';

const schema = z.strictObject({ id: sentId });

/**
 * Deletes a file of the library for good, there is no trash for files, for somebody who saw revision `from` of it. With it go its page, its comments, its sizes
 * and the files themselves; posts whose lead picture it is have none then, and settings that name it are as on a new site. Texts go on naming its address.
 * Throws `StaleError` with both sides.
 */
export async function deleteMedia(
  tx: Tx,
  actor: Actor | undefined,
  input: z.input<typeof schema>,
  from: number,
): Promise<void> {
  const { id } = readInput(schema, input, 'the file');
  const { actor: editor, media } = await mediaToChange(tx, actor, id, deletePosts);
  refuseStaleMedia(media, undefined, from);
  await writer.deleteMedia(tx, id);
  await noteChange(tx, editor, {
    verb: 'delete',
    kind: 'post',
    itemId: id,
    summary: `${fileType} "${media.title}" (${media.file || 'no file'})`,
  });
}
