import { createHash } from 'node:crypto';
import { open, readFile } from 'node:fs/promises';
import { BroadsheetError, InvalidInputError } from '../../lib/errors.ts';
import { cleanPicture, mostPictureBytes } from './clean-picture.ts';
import { cleanSvg, mostSvgBytes } from './clean-svg.ts';
import { fitsEnding, kindBytes } from './file-kind.ts';
import type { ImageMeta } from './image-meta.ts';
import { isDrawing, uploadTypes } from './media.ts';
import { isPictureFile, measurePicture } from './picture-format.ts';
import { readImageMeta } from './read-image-meta.ts';
import type { ReceivedUpload } from './store-upload.ts';

/** A file as it is stored, with what is known of it. */
export interface CheckedUpload extends ReceivedUpload {
  /** MD5 of these bytes, in hexadecimal digits: files of one content have one. */
  readonly hash: string;
  /** Pixels of a picture. */
  readonly size: { readonly width: number; readonly height: number } | undefined;
  /** Of a drawing of one colour: that, `#rrggbb`. What pictures are like is found with their sizes. */
  readonly color?: string;
  /** Of a picture that says something of itself: that, read before what only its camera needs is removed. */
  readonly imageMeta?: Partial<ImageMeta> | undefined;
}

/**
 * Looks whether a file is what its name says, takes the place where it was made out of a picture (`cleanPicture`), and writes a drawing anew (`cleanSvg`),
 * which is known as one where `drawings` says so. Nothing is stored yet. Throws
 * `InvalidInputError` for what is none, or two things at once, and `BroadsheetError` (413) for a picture of too many bytes.
 */
export async function checkedUpload({ name, bytes, drawings }: ReceivedUpload): Promise<CheckedUpload> {
  if (drawings && isDrawing(name)) {
    const {
      bytes: clean,
      color,
      ...size
    } = cleanSvg(Buffer.isBuffer(bytes) ? bytes : await readBeginning(bytes.path, mostSvgBytes + 1));
    return { name, drawings, bytes: clean, hash: md5(clean), size, color };
  }
  const ending = name.slice(name.lastIndexOf('.') + 1).toLowerCase();
  if (!uploadTypes[ending]?.startsWith('image/')) {
    const head = Buffer.isBuffer(bytes) ? bytes.subarray(0, kindBytes) : await readBeginning(bytes.path);
    if (isPictureFile(head) || !fitsEnding(head, ending)) throw isNone(name, ending);
    return { name, bytes, hash: Buffer.isBuffer(bytes) ? md5(bytes) : bytes.md5, size: undefined };
  }
  const length = Buffer.isBuffer(bytes) ? bytes.length : bytes.bytes;
  if (length > mostPictureBytes) {
    const message = `The picture has ${Math.ceil(length / 2 ** 20)} MB; ${mostPictureBytes / 2 ** 20} MB are the most for a picture.`;
    throw new BroadsheetError(413, 'rest_upload_file_too_big', message);
  }
  const received = Buffer.isBuffer(bytes) ? bytes : await readFile(bytes.path);
  const size = await measurePicture(received);
  const cleaned = cleanPicture(received);
  const imageMeta = await readImageMeta(received);
  if (cleaned !== received) return { name, bytes: cleaned, hash: md5(cleaned), size, imageMeta };
  return { name, bytes, hash: Buffer.isBuffer(bytes) ? md5(bytes) : bytes.md5, size, imageMeta };
}

const md5 = (bytes: Buffer) => createHash('md5').update(bytes).digest('hex');

const isNone = (name: string, ending: string) =>
  new InvalidInputError(
    `"${name.slice(-100)}" is no .${ending} file: what it holds begins otherwise. Give it the ending of what it is.`,
    'rest_upload_sideload_error',
  );

async function readBeginning(path: string, most = kindBytes): Promise<Buffer> {
  const handle = await open(path, 'r');
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(most), 0, most, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}
