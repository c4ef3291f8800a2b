import { z } from 'zod';
import type { Database } from '../../kernel/db/open-database.ts';
import { defined } from '../../lib/defined.ts';
import { noteChange, readInput } from '../../kernel/command.ts';
import { demand } from '../../kernel/permission.ts';
import { findSummaries, holdPosts } from '../posts/reader.ts';
import { fileType } from '../types/names.ts';
import type { Actor } from '../../kernel/actor.ts';
import { addUpload } from './add-upload.ts';
import { allowedTexts, checkOwner, mediaFields } from './media-input.ts';
import { takesDrawings, uploadFiles } from './policy.ts';
import type { ReceivedUpload } from './store-upload.ts';
import { updateMedia } from './update-media.ts';

/** Of what has just been written. */
const firstRevision = 1;

const schema = z.strictObject({
  /** As the uploader calls the file. */
  name: z.string().min(1).max(1000),
  ...mediaFields.shape,
});

/**
 * Takes a file into the library for somebody, as theirs; returns its id and its path below the uploads folder. The file is stored before the transaction, which
 * may wait for nothing else, so this one begins its own; who may not upload leaves nothing on the disk. Throws as `addUpload` and `updateMedia`.
 */
export async function uploadMedia(
  { database, dataDir }: { readonly database: Database; readonly dataDir: string },
  actor: Actor | undefined,
  { bytes, ...input }: z.input<typeof schema> & Pick<ReceivedUpload, 'bytes'>,
): Promise<{ readonly id: number; readonly file: string }> {
  const sent = readInput(schema, input, 'the file');
  demand<unknown>(uploadFiles, actor, undefined);
  await checkOwner((ids) => findSummaries(database.read, ids), actor, sent.parentId ?? 0);
  const {
    slug,
    authorId,
    folderId,
    posterId,
    publishedAt,
    commentStatus,
    pingStatus,
    focalX,
    focalY,
    ...file
  } = sent;
  const further = defined({
    slug,
    authorId,
    folderId: folderId || undefined,
    posterId: posterId || undefined,
    publishedAt,
    commentStatus,
    pingStatus,
    focalX,
    focalY,
  });
  const drawings = await takesDrawings(database.read, actor);
  return addUpload(
    database,
    dataDir,
    { ...allowedTexts(actor, file), bytes, drawings, authorId: actor.id },
    Date.now(),
    async (tx, id, path) => {
      await checkOwner((ids) => holdPosts(tx, ids), actor, sent.parentId ?? 0);
      await noteChange(tx, actor, {
        verb: 'create',
        kind: 'post',
        itemId: id,
        summary: `${fileType} ${path}`,
      });
      if (Object.keys(further).length > 0) await updateMedia(tx, actor, { id, ...further }, firstRevision);
    },
  );
}
