import { extname, join } from 'node:path';
import { Readable } from 'node:stream';
import { z } from 'zod';
import type { Database } from '../../kernel/db/open-database.ts';
import { InvalidInputError, NotFoundError } from '../../lib/errors.ts';
import { noteChange, readInput } from '../../kernel/command.ts';
import type { From } from '../../kernel/command.ts';
import { sentId } from '../../kernel/input-kinds.ts';
import { demand } from '../../kernel/permission.ts';
import { findVisiblePosts } from '../posts/find-visible.ts';
import { fileType } from '../types/names.ts';
import type { Actor } from '../../kernel/actor.ts';
import { checkedUpload } from './checked-upload.ts';
import { isDrawing, servedTypes } from './media.ts';
import { findMediaFiles } from './media-files.ts';
import { mediaToChange, refuseStaleMedia } from './media-to-change.ts';
import { receivePart, removePart, swapPart } from '../../kernel/part-files.ts';
import type { PartFile, Swap } from '../../kernel/part-files.ts';
import { pictureEnding, readHead } from './picture-format.ts';
import { replaceFiles, takesDrawings } from './policy.ts';
import { refuseUnknown } from './store-upload.ts';
import type { ReceivedUpload } from './store-upload.ts';
import { replaceMediaFile, sharingFile } from './writer.ts';

const schema = z.strictObject({ id: sentId });

/**
 * Puts another file of the same type in the place of one of the library, for somebody who saw revision `from` of that: its address, its texts and where it is
 * used stay, and its sizes are made anew. Attachments that have the file in common change together, so that it takes the right to each. The new one is on the
 * disk before the transaction begins; where that fails, the former one is back. Throws `StaleError` with both sides, `InvalidInputError` for a file of another
 * type, and as `checkedUpload`.
 */
export async function replaceFile(
  { database, dataDir }: { readonly database: Database; readonly dataDir: string },
  actor: Actor | undefined,
  { bytes, ...input }: z.input<typeof schema> & Pick<ReceivedUpload, 'bytes'>,
  from: From,
): Promise<void> {
  const { id } = readInput(schema, input, 'the file');
  const post = (await findVisiblePosts(database.read, [id], actor)).get(id);
  const file = (await findMediaFiles(database.read, [id])).get(id)?.file;
  if (post?.type !== fileType || !file)
    throw new NotFoundError('Unable to get meta information for file.', 'rest_unknown_attachment');
  demand(replaceFiles, actor, post);
  const drawings = isDrawing(file);
  if (drawings && !(await takesDrawings(database.read, actor))) refuseUnknown({ name: file });
  await refuseOtherType(file, bytes);
  // By the ending of the place that it gets: what it was called where it came from says nothing here.
  const {
    bytes: checked,
    hash,
    size,
    color,
    imageMeta,
  } = await checkedUpload({ name: `file${extname(file)}`, bytes, drawings });
  const part = Buffer.isBuffer(checked)
    ? await receivePart(dataDir, Readable.from([checked]), checked.length)
    : checked;
  let swap: Swap | undefined;
  try {
    await database.write(async (tx) => {
      const { actor: editor, media } = await mediaToChange(tx, actor, id, replaceFiles);
      refuseStaleMedia(media, undefined, from);
      for (const other of await sharingFile(tx, media)) await mediaToChange(tx, editor, other, replaceFiles);
      const arrived = {
        width: 0,
        height: 0,
        ...size,
        bytes: part.bytes,
        hash,
        imageMeta,
        ...(color === undefined ? {} : { color }),
      };
      await replaceMediaFile(tx, media, arrived, { picture: size !== undefined && !drawings });
      await noteChange(tx, editor, {
        verb: 'update',
        kind: 'post',
        itemId: id,
        summary: `${fileType} "${media.title}": another file in its place`,
      });
      swap ??= await swapPart(dataDir, join(dataDir, 'media', media.file), part); // once, however often the transaction is tried
    });
  } catch (error) {
    await swap?.undo();
    if (part !== bytes) await removePart(part);
    throw error;
  }
  // The row tells of the new file from here on. A former one that can't be removed is a leftover for `sweepParts`.
  await swap?.done().catch(() => undefined);
}

/** Throws `InvalidInputError` for bytes that the ending of an address would belie. */
async function refuseOtherType(file: string, bytes: Buffer | PartFile): Promise<void> {
  const ending = extname(file).slice(1).toLowerCase();
  const type = Object.hasOwn(servedTypes, ending) ? servedTypes[ending] : undefined;
  if (type === undefined)
    throw new InvalidInputError(
      `"${file}" is of a type that can't be uploaded, nor replaced.`,
      'rest_upload_sideload_error',
    );
  if (!type.startsWith('image/') || isDrawing(file)) return; // checkedUpload looks
  const found = pictureEnding(Buffer.isBuffer(bytes) ? bytes : await readHead(bytes.path));
  if (found !== undefined && servedTypes[found] === type) return;
  const is = found === undefined ? 'no picture' : `a .${found} file`;
  throw new InvalidInputError(
    `What takes the place of "${file}" has to be a .${ending} file, since its address stays; this is ${is}. Save it as that, or upload it as a new file.`,
    'rest_upload_sideload_error',
  );
}
