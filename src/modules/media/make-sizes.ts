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
  mostPixels,
  refuseManyScans,
  whyUnreadable,
  asTurned,
  isTurnedByUs,
} from './picture-format.ts';
import { boxes, largestBox, sizeIn } from './media-files.ts';

const webpQuality = 78;
const jpegQuality = 80;
/** Of an original that is written anew: no difference to the eye. */
const turnedQuality = 92;

export interface SizeRequest {
  readonly dataDir: string;
  /** Path below the uploads folder. */
  readonly file: string;
  /** Names of files beside it that stay as they are. */
  readonly kept: readonly string[];
  /** An empty folder that all that is made is written into. */
  readonly part: string;
}

export interface ProcessedImage {
  /** Pixels as shown, after the camera's rotation. */
  readonly width: number;
  readonly height: number;
  /** Dominant colour, `#rrggbb`. */
  readonly color: string;
  /** Where people look first, as far as a program can tell, in thousandths. */
  readonly focalX: number;
  readonly focalY: number;
  readonly sizes: MediaSizes;
  /** MD5 of the file as it was found, in hexadecimal digits. */
  readonly hash?: string;
  /** Length of the file as it is to be. */
  readonly bytes?: number;
}

interface Decoded {
  readonly data: Buffer;
  readonly info: { readonly width: number; readonly height: number; readonly channels: 1 | 2 | 3 | 4 };
}

const reopen = ({ data, info: { width, height, channels } }: Decoded): Sharp =>
  sharp(data, { raw: { width, height, channels } });

/**
 * Makes the sizes of a picture that was stored as `file` below the uploads folder, writes them into `part`, with the picture itself where it is to be turned,
 * and says what to keep in `media`: meanwhile the picture may be deleted or replaced, so that they get their places with what is kept only. Takes up to seconds
 * of CPU: the media queue calls it in a process of its own. Throws `InvalidInputError` for what is no picture, and what the file system throws. Animations keep
 * their original only, with still thumbnails. `kept`: names of files that came with the picture and stay as they are.
 */
export async function processImage({ dataDir, file, kept, part }: SizeRequest): Promise<ProcessedImage> {
  const path = join(dataDir, 'media', file);
  const source = await readFile(path);
  const { width, height, format, moving, decoded } = await decode(source, file);
  const ending = extname(path);
  const stem = basename(path, ending);
  const sizes: Record<string, MediaSize> = {};
  const bytesOf = new Map<string, number | undefined>(); // by file name: two boxes may give one size
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
    // The original's ending stays in the name: `a.png` and `a.jpg` have sizes of their own.
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

/** Length of a file; undefined for one that is not there. */
const sizeOfFile = (path: string): Promise<number | undefined> =>
  stat(path).then(
    ({ size }) => size,
    () => undefined,
  );

/**
 * A JPEG with its pixels as its EXIF says to turn them, where that is as our uploads leave it; undefined for others, which stay as they came: programs beside
 * browsers don't ask how a camera was held.
 */
async function turnedByUs(source: Buffer): Promise<Buffer | undefined> {
  const exif = exifOfJpeg(source);
  if (!exif || !isTurnedByUs(exif)) return undefined;
  const image = sharp(source, { limitInputPixels: mostPixels, failOn: 'error' }).autoOrient();
  const pixels = await image.keepIccProfile().jpeg({ quality: turnedQuality }).toBuffer();
  return withExif(pixels, asTurned(exif));
}

/** Decodes once, at most as large as the largest size; the other sizes are made from that. */
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
    const image = sharp(source, { limitInputPixels: mostPixels, failOn: 'error' });
    const { width, height, format, orientation = 1, pages = 1 } = await image.metadata();
    const turned = orientation >= 5;
    const decoded = await image
      .autoOrient()
      .resize(largestBox, largestBox, { fit: 'outside', withoutEnlargement: true })
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

/** Side in pixels of the copy that colour and focal point are taken from. */
const lookedAt = 192;

/** The colour that there is most of, `#rrggbb`; of any picture file in a format that sharp reads. */
export async function dominantColor(picture: Buffer): Promise<string> {
  const { dominant } = await sharp(
    await sharp(picture).resize(64, 64, { fit: 'inside', withoutEnlargement: true }).png().toBuffer(),
  ).stats();
  return `#${[dominant.r, dominant.g, dominant.b].map((value) => Math.round(value).toString(16).padStart(2, '0')).join('')}`;
}

/** A picture whose colours differ by no more than this, of 255, from their mean has nothing that draws the eye. */
const even = 3;

/**
 * The point that draws the eye: skin, saturation, contrast. A square cut is asked for, and the middle of what it is cut around taken; of an even picture the
 * middle is, where any other point would be made up.
 */
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
