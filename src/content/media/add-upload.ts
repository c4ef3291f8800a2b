import { join } from 'node:path';
import { rm } from 'node:fs/promises';
import type { Database } from '../../db/open-database.ts';
import { escapeHtml } from '../../lib/plain-text.ts';
import { createPost } from '../posts/writer.ts';
import { measurePicture } from './picture-format.ts';
import { enqueueMedia } from './queue.ts';
import { storeUpload } from './store-upload.ts';
import { saveMedia } from './writer.ts';
import { fileType } from '../types/names.ts';

export interface UploadInput {
  /** As the uploader calls it; becomes the file's name and the title. */
  readonly name: string;
  readonly bytes: Buffer;
  /** What a picture shows, for those who don't see it. */
  readonly alt?: string;
  readonly authorId?: number;
  /** The post that it belongs to. */
  readonly parentId?: number;
}

/**
 * Takes a file into the library: when this returns, it is on the disk and can be shown, and the media queue makes the sizes of a picture soon. Throws
 * `InvalidInputError` for types that we don't take, and for pictures that are none or too large; nothing is left of these.
 */
export async function addUpload(
  database: Database, dataDir: string, { name, bytes, alt = '', authorId, parentId }: UploadInput, now = Date.now(),
): Promise<{ readonly id: number; readonly file: string }> {
  const stored = await storeUpload(dataDir, { name, bytes, at: now });
  try {
    const isPicture = stored.mimeType.startsWith('image/');
    const size = isPicture ? await measurePicture(join(dataDir, 'media', stored.file)) : {};
    const id = await database.write(async (tx) => {
      const title = escapeHtml((name.split(/[/\\]/).at(-1) ?? name).replace(/\.[^.]*$/, ''));
      const mediaId = await createPost(tx, {
        type: fileType, status: 'inherit', title, mimeType: stored.mimeType, publishedAt: now, commentStatus: 'closed',
        ...(authorId === undefined ? {} : { authorId }), ...(parentId === undefined ? {} : { parentId }),
      });
      await saveMedia(tx, { postId: mediaId, file: stored.file, bytes: stored.bytes, alt, ...size });
      if (isPicture) await enqueueMedia(tx, [mediaId], now);
      return mediaId;
    });
    return { id, file: stored.file };
  } catch (error) {
    await rm(join(dataDir, 'media', stored.file), { force: true });
    throw error;
  }
}
