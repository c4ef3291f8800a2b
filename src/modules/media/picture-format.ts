import { open } from 'node:fs/promises';
import sharp from 'sharp';
import { InvalidInputError, messageOf } from '../../lib/errors.ts';

/** Maximum pixels of an image (12,000 × 10,000); decoding long narrow ones takes 4 bytes per pixel. */
export const maxPixels = 120_000_000;

/** Maximum scans of a JPEG: programs write twenty or fewer. Each scan is a pass over all pixels and takes as little as thirty bytes. */
export const maxScans = 100;

const ascii = (head: Uint8Array, from: number, text: string) =>
  Buffer.from(head.subarray(from, from + text.length)).toString('latin1') === text;

/**
 * Extension by a file's magic bytes; undefined for types we don't accept. sharp's decoder would open far more: SVG,
 * which can reference files and URLs, PDF, TIFF.
 */
export function pictureEnding(head: Uint8Array): 'jpg' | 'webp' | 'avif' | 'png' | 'gif' | undefined {
  if (head[0] === 0xff && head[1] === 0xd8 && head[2] === 0xff) return 'jpg';
  if (ascii(head, 0, 'RIFF') && ascii(head, 8, 'WEBP')) return 'webp';
  if (ascii(head, 4, 'ftyp') && ['avif', 'avis', 'mif1'].some((brand) => ascii(head, 8, brand)))
    return 'avif';
  if (ascii(head, 0, '\u0089PNG\r\n\u001a\n')) return 'png';
  return ascii(head, 0, 'GIF87a') || ascii(head, 0, 'GIF89a') ? 'gif' : undefined;
}

export function isPictureFile(head: Uint8Array): boolean {
  return pictureEnding(head) !== undefined;
}

/** Messages of libvips and its decoders for damaged or truncated images: function names and offsets. */
const ofDecoders = /vips|corrupt|premature|unexpected|bad seek|unable to|read error|heif|webp|gifload/i;

/** A readable reason for the uploader; decoder messages are replaced. `error` is what sharp threw. */
export function whyUnreadable(error: unknown): string {
  const message = messageOf(error);
  if (message.includes('pixel limit')) return 'it has too many pixels';
  return ofDecoders.test(message) ? 'the file is damaged, or not all of it is there' : message;
}

const headBytes = 16;

export async function readHead(path: string): Promise<Buffer> {
  const handle = await open(path, 'r');
  try {
    return (await handle.read(Buffer.alloc(headBytes), 0, headBytes, 0)).buffer;
  } finally {
    await handle.close();
  }
}

/**
 * Throws `InvalidInputError` for a JPEG with so many scans that decoding takes minutes, however small the file. The
 * decoder reports other faults.
 */
export function refuseManyScans(picture: Uint8Array): void {
  if (pictureEnding(picture) !== 'jpg') return;
  for (let at = 2, scans = 0; ; ) {
    at = picture.indexOf(0xff, at);
    const marker = at < 0 ? undefined : picture[at + 1];
    if (marker === undefined || marker === 0xd9) return;
    if (marker === 0xda && ++scans > maxScans) {
      throw new InvalidInputError(
        `It is a JPEG of more than ${maxScans} scans; save the image again and use the new file.`,
        'rest_upload_sideload_error',
      );
    }
    // Pixel data and the markers in it have no length field.
    const isAlone = marker <= 1 || (marker >= 0xd0 && marker <= 0xd7);
    if (marker === 0xff) at++;
    else at += isAlone ? 2 : 2 + ((picture[at + 2] ?? 0) << 8) + (picture[at + 3] ?? 0);
  }
}

/**
 * Pixels as displayed, after EXIF rotation, read from the header in about a millisecond. Throws `InvalidInputError` for
 * other files and oversized images; for buffers also like `refuseManyScans`.
 */
export async function measurePicture(
  picture: string | Buffer,
): Promise<{ readonly width: number; readonly height: number }> {
  const head = Buffer.isBuffer(picture) ? picture : await readHead(picture);
  if (!isPictureFile(head)) {
    throw new InvalidInputError(
      'It is no picture in a format that browsers show (JPEG, PNG, GIF, WebP, AVIF).',
      'rest_upload_sideload_error',
    );
  }
  if (Buffer.isBuffer(picture)) refuseManyScans(picture);
  try {
    const { width, height, orientation = 1 } = await sharp(picture, { limitInputPixels: false }).metadata(); // decodes no pixels
    if (width * height > maxPixels) {
      throw new InvalidInputError(
        `It has ${width} × ${height} pixels; ${maxPixels / 1e6} million are the most.`,
        'picture_too_large',
      );
    }
    return orientation >= 5 ? { width: height, height: width } : { width, height };
  } catch (error) {
    if (error instanceof InvalidInputError) throw error;
    throw new InvalidInputError(
      `It can’t be read as a picture: ${whyUnreadable(error)}.`,
      'rest_upload_sideload_error',
    );
  }
}

/**
 * EXIF tags that are kept: description, orientation, artist, copyright. All others, such as locations, thumbnails and
 * serial numbers, are removed.
 */
const retainedTags: ReadonlySet<number> = new Set([0x010e, 0x0112, 0x013b, 0x8298]);
const orientationTag = 0x0112;
/** Maximum length of a tag's text in bytes. */
const maxTextLength = 4000;
/** Maximum tags per directory; no camera writes more. */
const maxTags = 1000;
const shortType = 3;
const asciiType = 2;

interface Tag {
  readonly id: number;
  /** A number for `orientationTag`, text for the others. */
  readonly value: number | Buffer;
}

/** Empty if unreadable. */
function readTags(tiff: Buffer): Tag[] {
  const isLittle = tiff.subarray(0, 4).equals(Buffer.from('II*\0', 'latin1'));
  if (tiff.length < 14 || (!isLittle && !tiff.subarray(0, 4).equals(Buffer.from('MM\0*', 'latin1'))))
    return [];
  const short = (at: number) => (isLittle ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at));
  const long = (at: number) => (isLittle ? tiff.readUInt32LE(at) : tiff.readUInt32BE(at));
  const directory = long(4);
  if (directory + 2 > tiff.length) return [];
  const count = Math.min(short(directory), maxTags, Math.floor((tiff.length - directory - 2) / 12));
  return Array.from({ length: count }, (_, index) => directory + 2 + index * 12).flatMap((at): Tag[] => {
    const [id, type, length] = [short(at), short(at + 2), long(at + 4)];
    if (!retainedTags.has(id)) return [];
    if (id === orientationTag) return type === shortType ? [{ id, value: short(at + 8) }] : [];
    const from = length <= 4 ? at + 8 : long(at + 8);
    return type === asciiType && length <= maxTextLength && from + length <= tiff.length
      ? [{ id, value: Buffer.from(tiff.subarray(from, from + length)) }]
      : [];
  });
}

function writeTags(tags: readonly Tag[]): Buffer {
  const isMeaningful = ({ id, value }: Tag) =>
    typeof value === 'number'
      ? id === orientationTag && value >= 2 && value <= 8
      : value.some((byte) => byte > 0x20);
  const written = tags.filter(isMeaningful).toSorted((a, b) => a.id - b.id);
  if (written.length === 0) return Buffer.alloc(0);
  const head = Buffer.alloc(8 + 2 + written.length * 12 + 4);
  head.write('II*\0', 'latin1');
  head.writeUInt32LE(8, 4);
  head.writeUInt16LE(written.length, 8);
  const texts: Buffer[] = [];
  let end = head.length;
  for (const [index, { id, value }] of written.entries()) {
    const at = 10 + index * 12;
    head.writeUInt16LE(id, at);
    head.writeUInt16LE(typeof value === 'number' ? shortType : asciiType, at + 2);
    head.writeUInt32LE(typeof value === 'number' ? 1 : value.length, at + 4);
    if (typeof value === 'number') head.writeUInt16LE(value, at + 8);
    else if (value.length <= 4) value.copy(head, at + 8);
    else {
      head.writeUInt32LE(end, at + 8);
      texts.push(value);
      end += value.length;
    }
  }
  return Buffer.concat([head, ...texts]);
}

/** EXIF (a TIFF block) without locations and camera data; empty if no tag is left. */
export function withoutPlaces(tiff: Buffer): Buffer {
  return writeTags(readTags(tiff));
}

/** Whether a TIFF block has only kept tags and states a rotation. */
export function isTurnedByUs(tiff: Buffer): boolean {
  return withoutPlaces(tiff).equals(tiff) && readTags(tiff).some(({ id }) => id === orientationTag);
}

/** The same block without the orientation, for rotated pixels. */
export function asTurned(tiff: Buffer): Buffer {
  return writeTags(readTags(tiff).filter(({ id }) => id !== orientationTag));
}

export function containsLocation(xmp: Buffer): boolean {
  return /GPS|LocationCreated|LocationShown/.test(xmp.toString('latin1'));
}
