import { crc32 } from 'node:zlib';
import { InvalidInputError } from '../../lib/errors.ts';
import { pictureEnding, containsLocation, withoutPlaces } from './picture-format.ts';

/** Maximum image size in bytes; the whole image is in memory during the check. */
export const maxPictureBytes = 100 * 2 ** 20;

/** Beginnings of programs, pages and other files; in an image's metadata they indicate a polyglot. */
const words = ['<?php', '<script', '<html', '<!doctype', '%pdf-'];
const marks = ['<svg', 'pk\x03\x04', '\x7felf', 'rar!\x1a', '7z\xbc\xaf'];
const latin = (bytes: Buffer) => bytes.toString('latin1');

/** WordPress' error code for a file that doesn't match its type. */
const notTaken = 'rest_upload_sideload_error';

const broken = (why: string) => new InvalidInputError(`It can’t be read as a picture: ${why}.`, notTaken);

function holds(bytes: Buffer, any: readonly string[]): boolean {
  const text = latin(bytes).toLowerCase();
  return any.some((one) => text.includes(one));
}

const twoFiles = () =>
  new InvalidInputError(
    'It is an image and another file at once; save the image again and upload the new file.',
    notTaken,
  );

function refuseForeign(bytes: Buffer): void {
  if (holds(bytes, [...words, ...marks])) throw twoFiles();
}

/** Bytes checked for binary marks after the end of an image: videos that cameras append are long and contain any four bytes somewhere. */
const beginning = 64;

function refuseBehind(bytes: Buffer): void {
  const from = Math.max(
    0,
    bytes.findIndex((byte) => byte !== 0),
  );
  if (holds(bytes, words)) throw twoFiles();
  refuseForeign(bytes.subarray(from, from + beginning));
}

/** Maximum length of a ZIP comment plus the end-of-directory record. */
const archiveEnd = 65_557;

/** Rejects ZIP polyglots: unpackers find the directory at the end of a file, whatever it begins with. */
function refuseArchive(bytes: Buffer): void {
  const tail = bytes.subarray(-archiveEnd);
  for (
    let at = tail.indexOf('PK\x05\x06', 0, 'latin1');
    at >= 0;
    at = tail.indexOf('PK\x05\x06', at + 1, 'latin1')
  ) {
    if (at + 22 <= tail.length && at + 22 + tail.readUInt16LE(at + 20) === tail.length) throw twoFiles();
  }
}

/**
 * Removes location data, and everything after the image's end, returning the same buffer if there is nothing to remove.
 * EXIF keeps only orientation, title and copyright. Throws `InvalidInputError` for truncated files and polyglots.
 */
export function cleanPicture(bytes: Buffer): Buffer {
  refuseArchive(bytes);
  const ending = pictureEnding(bytes);
  const cleaned =
    ending === 'jpg'
      ? cleanJpeg(bytes)
      : ending === 'png'
        ? cleanPng(bytes)
        : ending === 'webp'
          ? cleanWebp(bytes)
          : ending === 'gif'
            ? cleanGif(bytes)
            : ending === 'avif'
              ? cleanAvif(bytes)
              : bytes;
  return cleaned.equals(bytes) ? bytes : cleaned;
}

const exifHead = Buffer.from('Exif\0\0', 'latin1');
const xmpHead = 'http://ns.adobe.com/xap/1.0/\0';
const maxSegmentLength = 65_533;

export function exifOfJpeg(bytes: Buffer): Buffer | undefined {
  for (const { marker, body } of jpegSegments(bytes)) {
    if (marker === 0xe1 && body.subarray(0, 6).equals(exifHead)) return body.subarray(6);
  }
  return undefined;
}

export function withExif(jpeg: Buffer, tiff: Buffer): Buffer {
  return tiff.length === 0
    ? jpeg
    : Buffer.concat([jpeg.subarray(0, 2), segment(0xe1, Buffer.concat([exifHead, tiff])), jpeg.subarray(2)]);
}

function segment(marker: number, body: Buffer): Buffer {
  const head = Buffer.from([0xff, marker, 0, 0]);
  head.writeUInt16BE(body.length + 2, 2);
  return Buffer.concat([head, body]);
}

/** The segments before the pixels, including the start of scan. */
function* jpegSegments(bytes: Buffer): Generator<{
  readonly marker: number;
  readonly start: number;
  readonly end: number;
  readonly body: Buffer;
}> {
  for (let at = 2; ; ) {
    const start = at;
    while (bytes[at] === 0xff && bytes[at + 1] === 0xff) at++; // padding
    const marker = bytes[at + 1];
    if (bytes[at] !== 0xff || marker === undefined || at + 4 > bytes.length)
      throw broken('it is cut off or damaged');
    const end = at + 2 + bytes.readUInt16BE(at + 2);
    if (end > bytes.length || end < at + 4) throw broken('it is cut off or damaged');
    yield { marker, start, end, body: bytes.subarray(at + 4, end) };
    if (marker === 0xda) return;
    at = end;
  }
}

function cleanJpeg(bytes: Buffer): Buffer {
  const segments: Buffer[] = [bytes.subarray(0, 2)];
  let pixels = -1;
  for (const { marker, start, end, body } of jpegSegments(bytes)) {
    const whole = bytes.subarray(start, end);
    if (marker === 0xda) pixels = start;
    // Drops comments and what cameras append: second images, audio, depth maps.
    else if (marker === 0xfe || (marker === 0xe2 && latin(body.subarray(0, 4)) === 'MPF\0'))
      refuseForeign(body);
    else if (marker === 0xe1) {
      refuseForeign(body);
      if (body.subarray(0, 6).equals(exifHead)) {
        const tiff = withoutPlaces(body.subarray(6));
        const isSame = tiff.equals(body.subarray(6));
        if (tiff.length > 0 && tiff.length <= maxSegmentLength - 6)
          segments.push(isSame ? whole : segment(0xe1, Buffer.concat([exifHead, tiff])));
      } else if (latin(body.subarray(0, xmpHead.length)) === xmpHead && !containsLocation(body))
        segments.push(whole);
    } else {
      if (marker >= 0xe0 && marker <= 0xef) refuseForeign(body);
      segments.push(whole);
    }
  }
  const end = endOfPixels(bytes, pixels);
  refuseBehind(bytes.subarray(end));
  return Buffer.concat([...segments, bytes.subarray(pixels, end)]);
}

/** Offset after the end-of-image marker. Pixels don't contain the marker, and tables between scans state their length. */
function endOfPixels(bytes: Buffer, from: number): number {
  for (let at = from + 2 + bytes.readUInt16BE(from + 2); ; ) {
    at = bytes.indexOf(0xff, at);
    const marker = bytes[at + 1];
    if (at < 0 || marker === undefined) throw broken('its end is missing');
    if (marker === 0xd9) return at + 2;
    const isWithin = marker === 0 || (marker >= 0xd0 && marker <= 0xd7);
    if (marker === 0xff) at++;
    else if (isWithin) at += 2;
    else if (at + 4 > bytes.length) throw broken('its end is missing');
    else at += 2 + bytes.readUInt16BE(at + 2);
  }
}

/** PNG text keywords under which programs store EXIF and XMP. */
const profileText = /^(?:Raw profile type (?:exif|APP1|xmp|iptc)|XML:com\.adobe\.xmp)\0/i;

function cleanPng(bytes: Buffer): Buffer {
  const chunks: Buffer[] = [bytes.subarray(0, 8)];
  for (let at = 8; ; ) {
    if (at + 12 > bytes.length) throw broken('its end is missing');
    const end = at + 12 + bytes.readUInt32BE(at);
    if (end > bytes.length) throw broken('it is cut off or damaged');
    const kind = latin(bytes.subarray(at + 4, at + 8));
    const body = bytes.subarray(at + 8, end - 4);
    const isText = kind === 'tEXt' || kind === 'zTXt' || kind === 'iTXt';
    if (isText) refuseForeign(body);
    const isProfile = isText && profileText.test(latin(body.subarray(0, 40)));
    if (kind === 'eXIf') chunks.push(pngExif(withoutPlaces(body)));
    // Compressed text can't be checked, so it is dropped.
    else if (!isProfile || (kind === 'iTXt' && body[body.indexOf(0) + 1] === 0 && !containsLocation(body)))
      chunks.push(bytes.subarray(at, end));
    at = end;
    if (kind !== 'IEND') continue;
    refuseBehind(bytes.subarray(end));
    return Buffer.concat(chunks);
  }
}

function pngExif(tiff: Buffer): Buffer {
  if (tiff.length === 0) return tiff;
  const content = Buffer.concat([Buffer.from('eXIf', 'latin1'), tiff]);
  const whole = Buffer.alloc(content.length + 8);
  whole.writeUInt32BE(tiff.length, 0);
  content.copy(whole, 4);
  whole.writeUInt32BE(crc32(content), content.length + 4);
  return whole;
}

/** Bits in the WebP header that announce these chunks. */
const webpFlags = { EXIF: 0x08, 'XMP ': 0x04 } as const;

function cleanWebp(bytes: Buffer): Buffer {
  const end = 8 + bytes.readUInt32LE(4);
  if (end > bytes.length || end < 20) throw broken('it is cut off or damaged');
  const chunks: Buffer[] = [];
  let without = 0;
  for (let at = 12; at + 8 <= end; ) {
    const length = bytes.readUInt32LE(at + 4);
    const next = at + 8 + length + (length % 2);
    if (at + 8 + length > end) throw broken('it is cut off or damaged');
    const kind = latin(bytes.subarray(at, at + 4));
    const body = bytes.subarray(at + 8, at + 8 + length);
    if (kind === 'EXIF' || kind === 'XMP ') refuseForeign(body);
    const tiff =
      kind === 'EXIF'
        ? withoutPlaces(body.subarray(body.subarray(0, 6).equals(exifHead) ? 6 : 0))
        : undefined;
    if (tiff && tiff.length > 0) chunks.push(webpChunk(kind, tiff));
    else if (kind === 'EXIF' || (kind === 'XMP ' && containsLocation(body))) without |= webpFlags[kind];
    else chunks.push(Buffer.from(bytes.subarray(at, Math.min(next, end))));
    at = next;
  }
  refuseBehind(bytes.subarray(end));
  const [first] = chunks;
  if (without > 0 && first && latin(first.subarray(0, 4)) === 'VP8X' && first.length > 8)
    first.writeUInt8(first.readUInt8(8) & ~without, 8);
  const body = Buffer.concat(chunks);
  const head = Buffer.from(bytes.subarray(0, 12));
  head.writeUInt32LE(body.length + 4, 4);
  return Buffer.concat([head, body]);
}

function webpChunk(kind: string, body: Buffer): Buffer {
  const head = Buffer.alloc(8);
  head.write(kind, 'latin1');
  head.writeUInt32LE(body.length, 4);
  return Buffer.concat([head, body, Buffer.alloc(body.length % 2)]);
}

function cleanGif(bytes: Buffer): Buffer {
  const table = (flags: number) => ((flags & 0x80) === 0 ? 0 : 3 * 2 ** ((flags & 7) + 1));
  const at = (place: number) => bytes[place] ?? fail();
  const fail = (): never => {
    throw broken('it is cut off or damaged');
  };
  const blocks: Buffer[] = [];
  let place = 13 + table(at(10));
  blocks.push(bytes.subarray(0, place));
  const blocksEnd = (from: number): number => {
    let next = from;
    while (at(next) !== 0) next += at(next) + 1;
    return next + 1;
  };
  for (;;) {
    const start = place;
    const kind = at(place);
    if (kind === 0x3b) {
      refuseBehind(bytes.subarray(place + 1));
      return Buffer.concat([...blocks, bytes.subarray(place, place + 1)]);
    }
    if (kind === 0x21) {
      const label = at(place + 1);
      place = blocksEnd(place + 2);
      const whole = bytes.subarray(start, place);
      const isComment = label === 0xfe;
      if (isComment || label === 0xff || label === 0x01) refuseForeign(whole);
      if (
        isComment ||
        (label === 0xff && latin(whole.subarray(3, 14)) === 'XMP DataXMP' && containsLocation(whole))
      )
        continue;
    } else if (kind === 0x2c) place = blocksEnd(place + 10 + table(at(place + 9)) + 1);
    else fail();
    blocks.push(bytes.subarray(start, place));
  }
}

/** An ISO file box; `from` is the start of its content. */
interface Box {
  readonly kind: string;
  readonly from: number;
  readonly end: number;
}

/** Maximum number of boxes and of listed items; images have a few of each. */
const maxItems = 1000;

function boxes(bytes: Buffer, from: number, end: number): Box[] {
  const found: Box[] = [];
  for (let at = from; at + 8 <= end && found.length < maxItems; ) {
    const short = bytes.readUInt32BE(at);
    const isLong = short === 1 && at + 16 <= end;
    const length = short === 0 ? end - at : isLong ? Number(bytes.readBigUInt64BE(at + 8)) : short;
    if (length < 8 || at + length > end) break;
    found.push({
      kind: bytes.toString('latin1', at + 4, at + 8),
      from: at + (isLong ? 16 : 8),
      end: at + length,
    });
    at += length;
  }
  return found;
}

function metadataIds(bytes: Buffer, info: Box): ReadonlySet<number> {
  const isNarrow = bytes[info.from] === 0;
  const entries = boxes(bytes, info.from + (isNarrow ? 6 : 8), info.end);
  return new Set(
    entries.flatMap(({ kind, from, end }) => {
      const version = bytes[from] ?? 0;
      if (kind !== 'infe' || version < 2 || from + 12 > end) return [];
      const id = version === 2 ? bytes.readUInt16BE(from + 4) : bytes.readUInt32BE(from + 4);
      const at = from + 4 + (version === 2 ? 2 : 4) + 2;
      const type = bytes.toString('latin1', at, at + 4);
      return type === 'Exif' || (type === 'mime' && bytes.toString('latin1', at + 4, end).includes('rdf+xml'))
        ? [id]
        : [];
    }),
  );
}

function places(
  bytes: Buffer,
  list: Box,
  ids: ReadonlySet<number>,
): (readonly [from: number, end: number])[] {
  const version = bytes[list.from] ?? 0;
  let at = list.from + 4;
  const read = (size: number): number => {
    if (at + size > list.end) throw new RangeError('The list of places ends too early.');
    const value =
      size === 0 ? 0 : size === 8 ? Number(bytes.readBigUInt64BE(at)) : bytes.readUIntBE(at, size);
    at += size;
    return value;
  };
  const [sizes = 0, further = 0] = [read(1), read(1)];
  const [offsetSize, lengthSize, baseSize, indexSize] = [
    sizes >> 4,
    sizes & 15,
    further >> 4,
    version === 0 ? 0 : further & 15,
  ];
  const found: (readonly [number, number])[] = [];
  for (let left = Math.min(read(version < 2 ? 2 : 4), maxItems); left > 0; left--) {
    const id = read(version < 2 ? 2 : 4);
    const isInFile = version === 0 || (read(2) & 15) === 0;
    read(2);
    const base = read(baseSize);
    for (let extents = Math.min(read(2), maxItems); extents > 0; extents--) {
      read(indexSize);
      const from = base + read(offsetSize);
      const end = from + read(lengthSize);
      if (isInFile && ids.has(id) && end <= bytes.length) found.push([from, end]);
    }
  }
  return found;
}

/**
 * Overwrites EXIF and XMP in an AVIF with zeros, since items are addressed by offset. Unreadable structures stay; the
 * decoder decides whether it is an image.
 */
function cleanAvif(bytes: Buffer): Buffer {
  try {
    const meta = boxes(bytes, 0, bytes.length).find(({ kind }) => kind === 'meta');
    const inside = meta ? boxes(bytes, meta.from + 4, meta.end) : [];
    const [info, list] = ['iinf', 'iloc'].map((type) => inside.find(({ kind }) => kind === type));
    const ids = info ? metadataIds(bytes, info) : new Set<number>();
    if (!list || ids.size === 0) return bytes;
    const cleaned = Buffer.from(bytes);
    for (const [from, end] of places(bytes, list, ids)) cleaned.fill(0, from, end);
    return cleaned;
  } catch (error) {
    if (error instanceof RangeError) return bytes;
    throw error;
  }
}
