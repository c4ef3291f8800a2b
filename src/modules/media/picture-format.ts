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
