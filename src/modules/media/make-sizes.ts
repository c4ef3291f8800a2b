import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { basename, dirname, extname, join } from 'node:path';
import sharp from 'sharp';
import type { Sharp } from 'sharp';
import { InvalidInputError } from '../../lib/errors.ts';
import { exifOfJpeg, withExif } from './clean-picture.ts';
import type { MediaSize, MediaSizes } from './model.ts';
import { writePart } from '../../kernel/part-files.ts';
import {
  isPictureFile,
  maxPixels,
  refuseManyScans,
  whyUnreadable,
  asTurned,
  isTurnedByUs,
} from './picture-format.ts';
import { boxes, maxBox, sizeIn } from './media-files.ts';

const webpQuality = 78;
const jpegQuality = 80;
/** JPEG quality of a rotated original; visually lossless. */
const turnedQuality = 92;

export interface SizeRequest {
  readonly dataDir: string;
  /** Path in the uploads folder. */
  readonly file: string;
  /** Names of imported files in the same folder that stay unchanged. */
  readonly kept: readonly string[];
  readonly part: string;
}

export interface ProcessedImage {
  /** Pixels as displayed, after EXIF rotation. */
  readonly width: number;
  readonly height: number;
  /** Dominant colour, `#rrggbb`. */
  readonly color: string;
  /** Thousandths. */
  readonly focalX: number;
  readonly focalY: number;
  readonly sizes: MediaSizes;
  /** MD5 of the original as found, hexadecimal. */
  readonly hash?: string;
  /** Length of the resulting original. */
  readonly bytes?: number;
}

interface Decoded {
  readonly data: Buffer;
  readonly info: { readonly width: number; readonly height: number; readonly channels: 1 | 2 | 3 | 4 };
}

const reopen = ({ data, info: { width, height, channels } }: Decoded): Sharp =>
  sharp(data, { raw: { width, height, channels } });

/**
 * Writes sizes (and a rotated original) to `part`; the caller moves them on saving. Takes seconds of CPU; runs in a
 * child process. Animations get still thumbnails only. Throws `InvalidInputError` and file system errors.
 */
export async function processImage({ dataDir, file, kept, part }: SizeRequest): Promise<ProcessedImage> {
  const path = join(dataDir, 'media', file);
  const source = await readFile(path);
  const { width, height, format, moving, decoded } = await decode(source, file);
  const ending = extname(path);
  const stem = basename(path, ending);
  const sizes: Record<string, MediaSize> = {};
  const bytesOf = new Map<string, number | undefined>(); // by file name: two boxes may yield the same size
  for (const name of kept) bytesOf.set(name, await sizeOfFile(join(dirname(path), name)));
  for (const box of boxes) {
    if (moving && !box.crop) continue;
    const target = sizeIn(box, width, height);
    if (!target) continue;
    const resized = reopen(decoded).resize(target.width, target.height, { fit: 'cover' });
    const name = `${stem}-${target.width}x${target.height}`;
    const write = async (key: string, sizeName: string, picture: Sharp, mime: string) => {
      if (!bytesOf.has(sizeName)) {
        const content = await picture.toBuffer();
        await writePart(part, join(dirname(path), sizeName), content);
        bytesOf.set(sizeName, content.length);
      }
      const bytes = bytesOf.get(sizeName);
      sizes[key] = {
        file: sizeName,
        ...target,
        mime,
        ...(bytes === undefined ? {} : { bytes }),
        ...(kept.includes(sizeName) ? { brought: true } : {}),
      };
    };
    // The name includes the original's extension, so `a.png` and `a.jpg` have separate sizes.
    if (box.fallback !== 'alone') {
      await write(
        box.name,
        format === 'webp' ? `${name}${ending}` : `${name}${ending}.webp`,
        resized.clone().webp({ quality: webpQuality }),
        'image/webp',
      );
    }
    if (!box.fallback) continue;
    if (format === 'jpeg')
      await write(
        `${box.name}_fallback`,
        `${name}${ending}`,
        resized.clone().jpeg({ quality: jpegQuality, mozjpeg: true }),
        'image/jpeg',
      );
    if (format === 'png')
      await write(
        `${box.name}_fallback`,
        `${name}${ending}`,
        resized.clone().png({ compressionLevel: 9, effort: 7 }),
        'image/png',
      );
  }
  const turned = format === 'jpeg' ? await turnedByUs(source) : undefined;
  if (turned) await writePart(part, path, turned);
  const hash = createHash('md5').update(source).digest('hex');
  const small = await reopen(decoded)
    .flatten({ background: '#ffffff' })
    .resize(lookedAt, lookedAt, { fit: 'inside', withoutEnlargement: true })
    .png()
    .toBuffer();
  return {
    width,
    height,
    color: await dominantColor(small),
    ...(await focalPoint(small)),
    sizes,
    hash,
    bytes: (turned ?? source).length,
  };
}

const sizeOfFile = (path: string): Promise<number | undefined> =>
  stat(path).then(
    ({ size }) => size,
    () => undefined,
  );

/**
 * Rotates the pixels of a JPEG whose EXIF our upload wrote, since few programs other than browsers apply EXIF
 * orientation; undefined for others, which stay unchanged.
 */
async function turnedByUs(source: Buffer): Promise<Buffer | undefined> {
  const exif = exifOfJpeg(source);
  if (!exif || !isTurnedByUs(exif)) return undefined;
  const image = sharp(source, { limitInputPixels: maxPixels, failOn: 'error' }).autoOrient();
  const pixels = await image.keepIccProfile().jpeg({ quality: turnedQuality }).toBuffer();
  return withExif(pixels, asTurned(exif));
}

/** Decodes once, at most at the largest size, from which the other sizes are derived. */
async function decode(
  source: Buffer,
  file: string,
): Promise<{ width: number; height: number; format: string; moving: boolean; decoded: Decoded }> {
  if (!isPictureFile(source))
    throw new InvalidInputError(
      `"${file}" can't be read as a picture: it is no JPEG, PNG, GIF, WebP or AVIF.`,
    );
  refuseManyScans(source);
  try {
    const image = sharp(source, { limitInputPixels: maxPixels, failOn: 'error' });
    const { width, height, format, orientation = 1, pages = 1 } = await image.metadata();
    const turned = orientation >= 5;
    const decoded = await image
      .autoOrient()
      .resize(maxBox, maxBox, { fit: 'outside', withoutEnlargement: true })
      .toColourspace('srgb')
      .raw({ depth: 'uchar' })
      .toBuffer({ resolveWithObject: true });
    return {
      width: turned ? height : width,
      height: turned ? width : height,
      format,
      moving: pages > 1,
      decoded,
    };
  } catch (error) {
    throw new InvalidInputError(`"${file}" can't be read as a picture: ${whyUnreadable(error)}.`);
  }
}

const lookedAt = 192;

/** The most frequent colour, `#rrggbb`, of any image that sharp reads. */
export async function dominantColor(picture: Buffer): Promise<string> {
  const { dominant } = await sharp(
    await sharp(picture).resize(64, 64, { fit: 'inside', withoutEnlargement: true }).png().toBuffer(),
  ).stats();
  return `#${[dominant.r, dominant.g, dominant.b].map((value) => Math.round(value).toString(16).padStart(2, '0')).join('')}`;
}

/** An image whose colours deviate from the mean by at most this (of 255) has no focal point. */
const even = 3;

/** The centre of sharp's attention crop (skin, saturation, contrast); the middle for even images, where any other point would be arbitrary. */
async function focalPoint(small: Buffer): Promise<{ focalX: number; focalY: number }> {
  const { channels } = await sharp(small).stats();
  if (channels.every(({ stdev }) => stdev <= even)) return { focalX: 500, focalY: 500 };
  const { width, height } = await sharp(small).metadata();
  const side = Math.min(width, height);
  const { info } = await sharp(small)
    .resize(side, side, { fit: 'cover', position: sharp.strategy.attention })
    .raw()
    .toBuffer({ resolveWithObject: true });
  const thousandths = (at: number | undefined, of: number) =>
    at === undefined ? 500 : Math.max(0, Math.min(1000, Math.round((at * 1000) / of)));
  return { focalX: thousandths(info.attentionX, width), focalY: thousandths(info.attentionY, height) };
}
