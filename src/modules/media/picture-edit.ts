import { createHash } from 'node:crypto';
import { open, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import type { Sharp } from 'sharp';
import { InvalidInputError } from '../../lib/errors.ts';
import { pixelSpan } from '../../lib/numbers.ts';
import type { PartFile } from '../../kernel/part-files.ts';
import { isPictureFile, refuseManyScans, whyUnreadable } from './picture-format.ts';

/** A rotation (clockwise, in degrees), flip, or crop in hundredths of the current width and height. */
export type PictureEdit =
  | { readonly type: 'rotate'; readonly angle: number }
  | { readonly type: 'flip'; readonly horizontal: boolean; readonly vertical: boolean }
  | {
      readonly type: 'crop';
      readonly left: number;
      readonly top: number;
      readonly width: number;
      readonly height: number;
    };

/** Maximum pixels of an edited image; it is decoded in memory at 4 bytes per pixel. */
const maxPixels = 50_000_000;
const quality = 90;

/**
 * Writes the edited image to `part` in its format. Takes seconds of CPU; runs in a child process. Throws
 * `InvalidInputError` for other files, oversized or animated images, and empty crops.
 */
export async function editPictureFile(
  dataDir: string,
  file: string,
  edits: readonly PictureEdit[],
  part: string,
): Promise<PartFile> {
  const source = await readFile(join(dataDir, 'media', file));
  const bytes = await edited(source, edits);
  const handle = await open(part, 'wx', 0o644);
  try {
    await handle.writeFile(bytes);
    await handle.sync();
  } finally {
    await handle.close();
  }
  return { path: part, bytes: bytes.length, md5: createHash('md5').update(bytes).digest('hex') };
}

async function edited(source: Buffer, edits: readonly PictureEdit[]): Promise<Buffer> {
  if (!isPictureFile(source)) throw cannotEdit();
  refuseManyScans(source);
  const image = sharp(source, { limitInputPixels: maxPixels, failOn: 'error' });
  const {
    format,
    pages = 1,
    width,
    height,
  } = await image.metadata().catch(() => Promise.reject(cannotEdit()));
  if (width * height > maxPixels) {
    const message = `The picture has ${width} × ${height} pixels; ${maxPixels / 1e6} million are the most that are edited.`;
    throw new InvalidInputError(message, 'rest_image_too_large');
  }
  if (pages > 1) throw cannotEdit();
  const background = format === 'jpeg' ? '#ffffff' : { r: 0, g: 0, b: 0, alpha: 0 };
  let now = await pixels(image.autoOrient().toColourspace('srgb'));
  for (const edit of edits) {
    const turned =
      edit.type === 'rotate'
        ? reopen(now).rotate(edit.angle % 360, { background })
        : edit.type === 'flip'
          ? mirrored(now, edit)
          : cut(now, edit);
    now = await pixels(turned);
  }
  const result = reopen(now);
  switch (format) {
    case 'jpeg':
      return result.flatten({ background: '#ffffff' }).jpeg({ quality, mozjpeg: true }).toBuffer();
    case 'png':
      return result.png({ compressionLevel: 9 }).toBuffer();
    case 'webp':
      return result.webp({ quality }).toBuffer();
    case 'gif':
      return result.gif().toBuffer();
    default:
      return result.avif({ quality: 70 }).toBuffer();
  }
}

interface Pixels {
  readonly data: Buffer;
  readonly info: { readonly width: number; readonly height: number; readonly channels: 1 | 2 | 3 | 4 };
}

const reopen = ({ data, info: { width, height, channels } }: Pixels): Sharp =>
  sharp(data, { raw: { width, height, channels }, limitInputPixels: 2 * maxPixels });

async function pixels(image: Sharp): Promise<Pixels> {
  try {
    return await image.raw({ depth: 'uchar' }).toBuffer({ resolveWithObject: true });
  } catch (error) {
    throw new InvalidInputError(
      `The picture can't be edited: ${whyUnreadable(error)}.`,
      'rest_cannot_edit_file_type',
    );
  }
}

function mirrored(
  now: Pixels,
  { horizontal, vertical }: Extract<PictureEdit, { readonly type: 'flip' }>,
): Sharp {
  return reopen(now).flop(horizontal).flip(vertical);
}

function cut(now: Pixels, edit: Extract<PictureEdit, { readonly type: 'crop' }>): Sharp {
  const { width, height } = now.info;
  const [across, down] = [pixelSpan(edit.left, edit.width, width), pixelSpan(edit.top, edit.height, height)];
  const box = { left: across.start, top: down.start, width: across.length, height: down.length };
  if (box.width < 1 || box.height < 1 || box.left + box.width > width || box.top + box.height > height) {
    throw new InvalidInputError(
      `Unable to crop this image: ${box.width} × ${box.height} pixels from ${box.left}, ${box.top} are not within its ${width} × ${height}.`,
      'rest_image_crop_failed',
    );
  }
  return reopen(now).extract(box);
}

/** Error for files that can't be edited; editing an animation would lose its motion. */
const cannotEdit = () =>
  new InvalidInputError('This type of file cannot be edited.', 'rest_cannot_edit_file_type');
