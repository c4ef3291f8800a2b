import { open } from 'node:fs/promises';
import sharp from 'sharp';
import { InvalidInputError, messageOf } from '../../lib/errors.ts';

/** Most pixels of a picture (12,000 × 10,000); decoding long narrow ones takes 4 bytes for each. */
export const mostPixels = 120_000_000;

/** Most scans of a JPEG: programs write twenty or fewer. Each takes a walk through all of its pixels, and as little as thirty bytes. */
export const mostScans = 100;

const ascii = (head: Uint8Array, from: number, text: string) =>
  Buffer.from(head.subarray(from, from + text.length)).toString('latin1') === text;

/**
 * The ending of the picture that a file begins like, whatever its name says; undefined for what is none that we take. The decoder behind sharp would open far
 * more: SVG, which can name files and addresses, PDF, TIFF.
 */
export function pictureEnding(head: Uint8Array): 'jpg' | 'webp' | 'avif' | 'png' | 'gif' | undefined {
  if (head[0] === 0xff && head[1] === 0xd8 && head[2] === 0xff) return 'jpg';
  if (ascii(head, 0, 'RIFF') && ascii(head, 8, 'WEBP')) return 'webp';
  if (ascii(head, 4, 'ftyp') && ['avif', 'avis', 'mif1'].some((brand) => ascii(head, 8, brand)))
    return 'avif';
  if (ascii(head, 0, '\u0089PNG\r\n\u001a\n')) return 'png';
  return ascii(head, 0, 'GIF87a') || ascii(head, 0, 'GIF89a') ? 'gif' : undefined;
}

/** Whether a file begins like a picture that we take. */
export function isPictureFile(head: Uint8Array): boolean {
  return pictureEnding(head) !== undefined;
}

/** What libvips and its decoders say of bytes that are no picture to them, or end too soon: names of functions, and places in the file. */
const ofDecoders = /vips|corrupt|premature|unexpected|bad seek|unable to|read error|heif|webp|gifload/i;

/** Why a picture can't be read, for who sent it: the decoders' own words tell them nothing. `error`: what sharp threw. */
export function whyUnreadable(error: unknown): string {
  const said = messageOf(error);
  if (said.includes('pixel limit')) return 'it has too many pixels';
  return ofDecoders.test(said) ? 'the file is damaged, or not all of it is there' : said;
}

/** Bytes that tell the kind of a file. */
const headBytes = 16;

/** The first bytes of a file, which tell its kind. */
export async function readHead(path: string): Promise<Buffer> {
  const handle = await open(path, 'r');
  try {
    return (await handle.read(Buffer.alloc(headBytes), 0, headBytes, 0)).buffer;
  } finally {
    await handle.close();
  }
}

/**
 * Throws `InvalidInputError` for a JPEG of so many scans that a decoder is busy with it for minutes, however few bytes it has. What else may be wrong with it,
 * the decoder says.
 */
export function refuseManyScans(picture: Uint8Array): void {
  if (pictureEnding(picture) !== 'jpg') return;
  for (let at = 2, scans = 0; ; ) {
    at = picture.indexOf(0xff, at);
    const marker = at < 0 ? undefined : picture[at + 1];
    if (marker === undefined || marker === 0xd9) return;
    if (marker === 0xda && ++scans > mostScans) {
      throw new InvalidInputError(
        `It is a JPEG of more than ${mostScans} scans; save the picture anew and use that.`,
        'rest_upload_sideload_error',
      );
    }
    // Bytes of pixels, and marks among them, have no length.
    const isAlone = marker <= 1 || (marker >= 0xd0 && marker <= 0xd7);
    if (marker === 0xff) at++;
    else at += isAlone ? 2 : 2 + ((picture[at + 2] ?? 0) << 8) + (picture[at + 3] ?? 0);
  }
}

/**
 * Pixels of a picture as shown, after the camera's rotation, from the first bytes of its file: a millisecond, whatever its size. Throws `InvalidInputError` for
 * what is no picture, and for one that is too large to make sizes of; of bytes at hand also as `refuseManyScans`.
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
    const { width, height, orientation = 1 } = await sharp(picture, { limitInputPixels: false }).metadata(); // decodes nothing
    if (width * height > mostPixels) {
      throw new InvalidInputError(
        `It has ${width} × ${height} pixels; ${mostPixels / 1e6} million are the most.`,
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

/** Tags of EXIF that stay: what it is called, how the camera was held, who made it, whose it is. Places, thumbnails and serial numbers are among the others. */
const keptTags: ReadonlySet<number> = new Set([0x010e, 0x0112, 0x013b, 0x8298]);
const orientationTag = 0x0112;
/** Longest text of one tag, in bytes. */
const longestText = 4000;
/** How many tags a directory may have: more are no camera's. */
const mostTags = 1000;
const shortType = 3;
const asciiType = 2;

interface Tag {
  readonly id: number;
  /** Of `orientationTag` a number, of the others a text. */
  readonly value: number | Buffer;
}

/** Those tags of the first directory of a TIFF block that stay; none of what can't be read. */
function readTags(tiff: Buffer): Tag[] {
  const isLittle = tiff.subarray(0, 4).equals(Buffer.from('II*\0', 'latin1'));
  if (tiff.length < 14 || (!isLittle && !tiff.subarray(0, 4).equals(Buffer.from('MM\0*', 'latin1'))))
    return [];
  const short = (at: number) => (isLittle ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at));
  const long = (at: number) => (isLittle ? tiff.readUInt32LE(at) : tiff.readUInt32BE(at));
  const directory = long(4);
  if (directory + 2 > tiff.length) return [];
  const count = Math.min(short(directory), mostTags, Math.floor((tiff.length - directory - 2) / 12));
  return Array.from({ length: count }, (_, index) => directory + 2 + index * 12).flatMap((at): Tag[] => {
    const [id, type, length] = [short(at), short(at + 2), long(at + 4)];
    if (!keptTags.has(id)) return [];
    if (id === orientationTag) return type === shortType ? [{ id, value: short(at + 8) }] : [];
    const from = length <= 4 ? at + 8 : long(at + 8);
    return type === asciiType && length <= longestText && from + length <= tiff.length
      ? [{ id, value: Buffer.from(tiff.subarray(from, from + length)) }]
      : [];
  });
}

/** A TIFF block of these tags, in our own order; empty without tags that say something. */
function writeTags(tags: readonly Tag[]): Buffer {
  const isSaid = ({ id, value }: Tag) =>
    typeof value === 'number'
      ? id === orientationTag && value >= 2 && value <= 8
      : value.some((byte) => byte > 0x20);
  const said = tags.filter(isSaid).toSorted((a, b) => a.id - b.id);
  if (said.length === 0) return Buffer.alloc(0);
  const head = Buffer.alloc(8 + 2 + said.length * 12 + 4);
  head.write('II*\0', 'latin1');
  head.writeUInt32LE(8, 4);
  head.writeUInt16LE(said.length, 8);
  const texts: Buffer[] = [];
  let end = head.length;
  for (const [index, { id, value }] of said.entries()) {
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

/** The EXIF of a picture (a TIFF block) without places and what else only its camera cares for; empty where nothing is left. */
export function withoutPlaces(tiff: Buffer): Buffer {
  return writeTags(readTags(tiff));
}

/** Whether a TIFF block is one that `withoutPlaces` leaves, and says that the picture is turned. */
export function isTurnedByUs(tiff: Buffer): boolean {
  return withoutPlaces(tiff).equals(tiff) && readTags(tiff).some(({ id }) => id === orientationTag);
}

/** The same block, of a picture whose pixels were turned. */
export function asTurned(tiff: Buffer): Buffer {
  return writeTags(readTags(tiff).filter(({ id }) => id !== orientationTag));
}

/** Whether a text of XMP tells where a picture was made. */
export function tellsPlace(xmp: Buffer): boolean {
  return /GPS|LocationCreated|LocationShown/.test(xmp.toString('latin1'));
}
