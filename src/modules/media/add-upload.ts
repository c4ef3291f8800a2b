import { join } from 'node:path';
import { rm } from 'node:fs/promises';
import type { Database, Tx } from '../../kernel/db/open-database.ts';
import { escapeHtml } from '../../lib/plain-text.ts';
import { isPlainTitle } from '../../lib/slugify.ts';
import { visibleName } from '../../lib/visible-name.ts';
import { readSettings } from '../settings/reader.ts';
import { checkedUpload } from './checked-upload.ts';
import { isDrawing } from './media.ts';
import { enqueueMedia } from './queue.ts';
import { refuseUnknown, storeUpload } from './store-upload.ts';
import type { ReceivedUpload } from './store-upload.ts';
import { createMedia } from './writer.ts';

/** Its name becomes the file's and, where none is given, the title. */
export interface UploadInput extends ReceivedUpload {
  /** What a picture shows, for those who don't see it. */
  readonly alt?: string | undefined;
  readonly authorId?: number;
  /** The post that it belongs to. */
  readonly parentId?: number | undefined;
  /** HTML; without a title it is made of the name. */
  readonly title?: string | undefined;
  readonly caption?: string | undefined;
  readonly description?: string | undefined;
  readonly credit?: string | undefined;
}

/**
 * Takes a file into the library: when this returns, it is on the disk and can be shown, and the media queue makes the sizes of a picture soon. Throws
 * `InvalidInputError` for types that we don't take, and as `checkedUpload`; nothing is left of these. `also` is done in the transaction that writes it, with
 * its id and path: where it throws, nothing is left either.
 */
export async function addUpload(
  database: Database,
  dataDir: string,
  { name, bytes, drawings, alt = '', ...input }: UploadInput,
  now = Date.now(),
  also: (tx: Tx, id: number, file: string) => Promise<void> = async () => {},
): Promise<{ readonly id: number; readonly file: string }> {
  refuseUnknown({ name, drawings });
  const { hash, size, color, imageMeta, ...checked } = await checkedUpload({ name, bytes, drawings });
  const language = isPlainTitle(name) ? '' : (await readSettings(database.read)).settings.site_language;
  const stored = await storeUpload(dataDir, { ...checked, at: now, language });
  try {
    const id = await database.write(async (tx) => {
      // A name comes from any machine: what turns its ending out of sight turns the words around a title, too, and no null byte is a text.
      const title = escapeHtml(
        visibleName((name.split(/[/\\]/).at(-1) ?? name).replace(/\.[^.]*$/, '').toWellFormed()),
      );
      const mediaId = await createMedia(tx, {
        ...input,
        ...stored,
        ...size,
        color,
        hash,
        imageMeta,
        alt,
        title: input.title || title,
        publishedAt: now,
      });
      if (size && !isDrawing(stored.file)) await enqueueMedia(tx, [mediaId], now);
      await also(tx, mediaId, stored.file);
      return mediaId;
    });
    return { id, file: stored.file };
  } catch (error) {
    await rm(join(dataDir, 'media', stored.file), { force: true });
    throw error;
  }
}
