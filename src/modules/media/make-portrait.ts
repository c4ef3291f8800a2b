import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { InvalidInputError } from '../../lib/errors.ts';
import { writeWhole } from '../../kernel/part-files.ts';
import { isPictureFile, refuseManyScans, whyUnreadable } from './picture-format.ts';

export interface PortraitRequest {
  readonly dataDir: string;
  readonly from: string;
  readonly maxPixels: number;
  /** Paths in the uploads folder with the side of each square in pixels, largest first. */
  readonly files: readonly { readonly file: string; readonly side: number }[];
}

/** Share of the excess height cropped from the top: faces are in the upper half. */
const cutAbove = 0.25;
const quality = 80;

/**
 * Crops a square from an image's upper middle and writes it as WebP in each size, without metadata; uses an animation's
 * first frame. Runs in a child process. Throws `InvalidInputError` for unreadable images.
 */
export async function makePortrait({ dataDir, from, maxPixels, files }: PortraitRequest): Promise<void> {
  const source = await readFile(from);
  if (!isPictureFile(source)) throw new InvalidInputError('It is no JPEG, PNG, GIF, WebP or AVIF.');
  refuseManyScans(source);
  const maxSide = Math.max(...files.map(({ side }) => side));
  const { data, info } = await sharp(source, { limitInputPixels: maxPixels, failOn: 'error', pages: 1 })
    .autoOrient()
    .resize(maxSide, maxSide, { fit: 'outside', withoutEnlargement: true })
    .toColourspace('srgb')
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true })
    .catch((error: unknown) => {
      throw new InvalidInputError(`It can't be read as a picture: ${whyUnreadable(error)}.`);
    });
  const { width, height, channels } = info;
  const edge = Math.min(width, height);
  const left = Math.floor((width - edge) / 2);
  const top = Math.floor((height - edge) * cutAbove);
  const square = await sharp(data, { raw: { width, height, channels } })
    .extract({ left, top, width: edge, height: edge })
    .raw()
    .toBuffer({ resolveWithObject: true });
  for (const { file, side } of files) {
    const picture = sharp(square.data, { raw: { width: edge, height: edge, channels: square.info.channels } })
      .resize(side, side, { fit: 'cover', withoutEnlargement: true })
      .webp({ quality });
    await writeWhole(dataDir, join(dataDir, 'media', file), await picture.toBuffer());
  }
}
