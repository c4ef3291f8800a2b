import { basename } from 'node:path';
import { z } from 'zod';
import type { Database } from '../../kernel/db/open-database.ts';
import { NotFoundError } from '../../lib/errors.ts';
import { readInput } from '../../kernel/command.ts';
import { sentId } from '../../kernel/input-kinds.ts';
import { demand } from '../../kernel/permission.ts';
import { findVisiblePosts } from '../posts/find-visible.ts';
import { findPostMeta } from '../posts/reader.ts';
import { fileType } from '../types/names.ts';
import type { Actor } from '../../kernel/actor.ts';
import { creditKey } from '../types/names.ts';
import { findMediaFiles } from './media-files.ts';
import { removePart } from '../../kernel/part-files.ts';
import type { PictureEditor } from './picture-editor.ts';
import { editPictures } from './policy.ts';
import { uploadMedia } from './upload-media.ts';

/** Most changes of one picture at once: each goes through all of its pixels. */
const mostEdits = 20;
const share = z.number().min(0).max(100);
const schema = z.strictObject({
  id: sentId,
  edits: z
    .array(
      z.discriminatedUnion('type', [
        z.strictObject({ type: z.literal('rotate'), angle: z.number().min(-360).max(360) }),
        z.strictObject({ type: z.literal('flip'), horizontal: z.boolean(), vertical: z.boolean() }),
        z.strictObject({ type: z.literal('crop'), left: share, top: share, width: share, height: share }),
      ]),
    )
    .min(1)
    .max(mostEdits),
});

/**
 * Cuts, turns and mirrors a picture of the library for somebody: the result is a picture of its own, theirs, which says what the first one says; that one
 * stays as it is. Returns its id. Throws as `PictureEditor.edit` and `uploadMedia`.
 */
export async function editPicture(
  {
    database,
    dataDir,
    pictures,
  }: { readonly database: Database; readonly dataDir: string; readonly pictures: PictureEditor },
  actor: Actor | undefined,
  input: z.input<typeof schema>,
): Promise<number> {
  const { id, edits } = readInput(schema, input, 'the picture');
  const { read } = database;
  const post = (await findVisiblePosts(read, [id], actor)).get(id);
  const file = (await findMediaFiles(read, [id])).get(id);
  if (post?.type !== fileType || !file?.file)
    throw new NotFoundError('Unable to get meta information for file.', 'rest_unknown_attachment');
  demand(editPictures, actor, post);
  const credit = (await findPostMeta(read, [id], [creditKey])).get(id)?.get(creditKey)?.[0];
  const part = await pictures.edit(file.file, edits);
  try {
    const name = basename(file.file).replace(/(\.[^.]*)?$/, '-edited$1');
    const texts = {
      title: post.title,
      caption: post.excerpt,
      description: post.content,
      alt: file.alt,
      ...(credit === undefined ? {} : { credit }),
    };
    return (await uploadMedia({ database, dataDir }, actor, { name, bytes: part, ...texts })).id;
  } finally {
    await removePart(part); // gone where it got a place
  }
}
