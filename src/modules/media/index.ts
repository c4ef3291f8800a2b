import type { Tx } from '../../kernel/db/open-database.ts';
import { defineFollower, on } from '../../kernel/events.ts';
import { postDeleted, postSaved, onPostDeleted } from '../posts/index.ts';
import type { SavedPost } from '../posts/index.ts';
import { fileType } from '../types/index.ts';
import { namesIn, noteMentions, updateMentions } from './mentions.ts';
import { mediaReferences } from './post-references.ts';

export { findFilesByUrls } from './attached.ts';
export type { FoundFile } from './attached.ts';
export { checkedUpload } from './checked-upload.ts';
export { parseOriginal, parseSizes, servedTypes, uploadsPath, uploadTypes } from './model.ts';
export { isPictureFile, measurePicture, pictureEnding, readHead } from './picture-format.ts';
export { fileAtLeast, findPictureFiles, mediaUrl, previewFile, toPicture } from './picture.ts';
export { takesDrawings, uploadFiles } from './policy.ts';
export { maxStayMs, removalJob } from './queue.ts';
export { findPictures } from './reader.ts';
export { SizeMaker } from './size-maker.ts';
export { uploadMedia } from './upload-commands.ts';

export const followers = [
  defineFollower(
    'media',
    on(postSaved, async (tx: Tx, saved) => {
      await followMentions(tx, saved);
      if (saved.before?.type === fileType) tx.emit(`media:${saved.id}`);
    }),
    onPostDeleted(mediaReferences),
    on(postDeleted, (tx: Tx, { id, type }) => {
      if (type === fileType) tx.emit(`media:${id}`, 'remove');
    }),
  ),
];

async function followMentions(tx: Tx, { id, before, after, written, prepared }: SavedPost): Promise<void> {
  if (!before) return noteMentions(tx, id, namesIn({ ...written, type: after.type }, prepared));
  const { content, excerpt, meta = {} } = written;
  if (content !== undefined || excerpt !== undefined || Object.keys(meta).length > 0) {
    await updateMentions(tx, [id], prepared);
  }
}
