import { createHash } from 'node:crypto';
import { open, readFile } from 'node:fs/promises';
import sharp from 'sharp';
import { BroadsheetError, InvalidInputError } from '../../lib/errors.ts';
import { cleanPicture, maxPictureBytes } from './clean-picture.ts';
import { cleanSvg, maxSvgBytes } from './clean-svg.ts';
import type { ImageMeta } from './model.ts';
import { isDrawing, uploadTypes } from './model.ts';
import { isPictureFile, measurePicture } from './picture-format.ts';
import type { ReceivedUpload } from './store-upload.ts';
import { defined } from '../../lib/records.ts';
import { escapeHtml } from '../../lib/plain-text.ts';
import { cutToBytes } from '../../lib/encodings.ts';

export interface CheckedUpload extends ReceivedUpload {
  /** MD5 of the stored bytes, hexadecimal; identifies files with the same content. */
  readonly hash: string;
  readonly size: { readonly width: number; readonly height: number } | undefined;
  /** `#rrggbb` of a single-colour SVG; other images' colours are computed with their sizes. */
  readonly color?: string;
  /** Read before camera data is removed. */
  readonly imageMeta?: Partial<ImageMeta> | undefined;
}

/**
 * Checks that a file matches its name, removes locations from images and sanitizes SVG (if `drawings` allows it).
 * Throws `InvalidInputError` for mismatches and polyglots, `BroadsheetError` (413) for oversized images.
 */
export async function checkedUpload({ name, bytes, drawings }: ReceivedUpload): Promise<CheckedUpload> {
  if (drawings && isDrawing(name)) {
    const {
      bytes: clean,
      color,
      ...size
    } = cleanSvg(Buffer.isBuffer(bytes) ? bytes : await readBeginning(bytes.path, maxSvgBytes + 1));
    return { name, drawings, bytes: clean, hash: md5(clean), size, color };
  }
  const ending = name.slice(name.lastIndexOf('.') + 1).toLowerCase();
  if (!uploadTypes[ending]?.startsWith('image/')) {
    const head = Buffer.isBuffer(bytes) ? bytes.subarray(0, kindBytes) : await readBeginning(bytes.path);
    if (isPictureFile(head) || !fitsEnding(head, ending)) throw isNone(name, ending);
    return { name, bytes, hash: Buffer.isBuffer(bytes) ? md5(bytes) : bytes.md5, size: undefined };
  }
  const length = Buffer.isBuffer(bytes) ? bytes.length : bytes.bytes;
  if (length > maxPictureBytes) {
    const message = `The picture has ${Math.ceil(length / 2 ** 20)} MB; ${maxPictureBytes / 2 ** 20} MB are the most for a picture.`;
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
    `"${name.slice(-100)}" is not a .${ending} file. Rename it with the extension that matches its contents.`,
    'rest_upload_sideload_error',
  );

async function readBeginning(path: string, maxBytes = kindBytes): Promise<Buffer> {
  const handle = await open(path, 'r');
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(maxBytes), 0, maxBytes, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}

/** Magic bytes of a file type, as Latin-1; `at` is their offset. */
interface Mark {
  readonly at: number;
  readonly bytes: string;
}
const mark = (bytes: string, at = 0): Mark => ({ at, bytes });

const iso = [mark('ftyp', 4)];
const quickTime = [
  ...iso,
  mark('moov', 4),
  mark('mdat', 4),
  mark('wide', 4),
  mark('free', 4),
  mark('skip', 4),
];
const ogg = [mark('OggS')];
const zip = [mark('PK\x03\x04'), mark('PK\x05\x06')];
const marks: Readonly<Record<string, readonly Mark[]>> = {
  mp4: iso,
  m4v: iso,
  m4a: iso,
  mov: quickTime,
  webm: [mark('\x1aE\xdf\xa3')],
  ogv: ogg,
  ogg,
  oga: ogg,
  wav: [mark('WAVE', 8)],
  flac: [mark('fLaC'), mark('ID3')],
  pdf: [mark('%PDF-')],
  zip,
  docx: zip,
  xlsx: zip,
  pptx: zip,
  odt: zip,
  ods: zip,
  epub: zip,
};
const texts: ReadonlySet<string> = new Set(['txt', 'csv', 'vtt']);

const kindBytes = 4096;

/**
 * Whether a non-image file, whose first `kindBytes` are `head`, fits its extension. Players skip leading junk in audio,
 * so MP3 is rejected only if it is clearly another type.
 */
export function fitsEnding(head: Uint8Array, ending: string): boolean {
  const latin = Buffer.from(head).toString('latin1');
  if (texts.has(ending)) return !latin.includes('\0') || /^(?:\xff\xfe|\xfe\xff)/.test(latin);
  if (ending === 'mp3')
    return (
      latin.startsWith('ID3') ||
      head.some((byte, at) => byte === 0xff && ((head[at + 1] ?? 0) & 0xe0) === 0xe0)
    );
  const known = marks[ending];
  return known === undefined || known.some(({ at, bytes }) => latin.startsWith(bytes, at));
}

/** Maximum length of a property in bytes, and maximum number of keywords. */
const maxTextLength = 4000;
const maxKeywords = 100;
/** WordPress uses a short description as the title. */
const maxTitleLength = 80;
const maxTags = 1000;

const tags = {
  description: 0x010e,
  model: 0x0110,
  orientation: 0x0112,
  artist: 0x013b,
  copyright: 0x8298,
  exif: 0x8769,
  exposure: 0x829a,
  aperture: 0x829d,
  iso: 0x8827,
  created: 0x9004,
  focal: 0x920a,
} as const;
/** Dataset numbers of IPTC record 2. */
const datasets = {
  title: 5,
  keyword: 25,
  date: 55,
  time: 60,
  byline: 80,
  headline: 105,
  credit: 110,
  copyright: 116,
  caption: 120,
} as const;

/** Metadata of an image file in WordPress' terms; undefined if it has no metadata. Decodes no pixels and never throws for damaged files. */
async function readImageMeta(picture: Buffer): Promise<Partial<ImageMeta> | undefined> {
  const { exif, iptc } = await sharp(picture, { limitInputPixels: false })
    .metadata()
    .catch(() => ({ exif: undefined, iptc: undefined }));
  const camera: Camera = exif ? readExif(exif) : {};
  const press = readIptc(iptc ?? Buffer.alloc(0));
  const description = camera.description ?? '';
  const caption = press.caption ?? description;
  const title = press.headline ?? press.title ?? (caption.length < maxTitleLength ? caption : '');
  const known = Object.fromEntries(
    Object.entries({
      title,
      caption,
      credit: press.credit ?? press.byline ?? camera.artist,
      copyright: press.copyright ?? camera.copyright,
      camera: camera.model,
      created_timestamp: camera.created ?? press.created,
      aperture: camera.aperture,
      focal_length: camera.focal,
      iso: camera.iso,
      shutter_speed: camera.exposure,
      orientation: camera.orientation,
      keywords: press.keywords,
    }).filter(([, value]) => value !== undefined && value.length > 0),
  );
  return Object.keys(known).length === 0 ? undefined : defined(known);
}

function textIn(bytes: Buffer): string | undefined {
  const end = bytes.indexOf(0);
  const whole = end < 0 ? bytes : bytes.subarray(0, end);
  const cut = whole.subarray(0, maxTextLength);
  const decoded = isUtf8(whole) ? cutToBytes(whole.toString('utf8'), maxTextLength) : cut.toString('latin1');
  const clean = decoded.replace(/[\p{Cc}\p{Cs}]+/gu, ' ').trim();
  return clean === '' ? undefined : escapeHtml(clean);
}

function isUtf8(bytes: Buffer): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}

/** A decimal with PHP's 14 digits; undefined if missing or 0. */
const decimal = (value: number | undefined): string | undefined =>
  value === undefined || !Number.isFinite(value) || value <= 0
    ? undefined
    : String(Number(value.toPrecision(14)));

/** `2026:06:01 12:30:00` as seconds since 1970, read as UTC; undefined if it isn't a date. */
function secondsOf(date: string | undefined): string | undefined {
  const [, year, month, day, hour = '00', minute = '00', second = '00'] =
    /^(\d{4})\D?(\d\d)\D?(\d\d)(?:\D?(\d\d)\D?(\d\d)\D?(\d\d))?/.exec(date ?? '') ?? [];
  const at = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
  return Number.isNaN(at) || at === 0 ? undefined : String(at / 1000);
}

type Camera = Partial<
  Record<
    | 'description'
    | 'model'
    | 'artist'
    | 'copyright'
    | 'orientation'
    | 'aperture'
    | 'created'
    | 'focal'
    | 'iso'
    | 'exposure',
    string | undefined
  >
>;

/** Reads the first TIFF directory and the EXIF one; GPS data is in another one. */
function readExif(exif: Buffer): Camera {
  const tiff = exif.subarray(0, 6).equals(Buffer.from('Exif\0\0', 'latin1')) ? exif.subarray(6) : exif;
  const isLittle = tiff.subarray(0, 4).equals(Buffer.from('II*\0', 'latin1'));
  if (!isLittle && !tiff.subarray(0, 4).equals(Buffer.from('MM\0*', 'latin1'))) return {};
  const short = (at: number) =>
    at + 2 > tiff.length ? undefined : isLittle ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at);
  const long = (at: number) =>
    at + 4 > tiff.length ? undefined : isLittle ? tiff.readUInt32LE(at) : tiff.readUInt32BE(at);
  const directory = (start: number | undefined): ReadonlyMap<number, number> => {
    const count = start === undefined ? 0 : Math.min(short(start) ?? 0, maxTags);
    const places = Array.from({ length: count }, (_, index) => (start ?? 0) + 2 + index * 12).filter(
      (at) => at + 12 <= tiff.length,
    );
    return new Map(places.map((at) => [short(at) ?? 0, at]));
  };
  const first = directory(long(4));
  const pointer = first.get(tags.exif);
  const camera = directory(pointer === undefined ? undefined : long(pointer + 8));
  const text = (at: number | undefined) => {
    if (at === undefined || short(at + 2) !== 2) return undefined;
    const length = long(at + 4) ?? 0;
    const from = length <= 4 ? at + 8 : (long(at + 8) ?? 0);
    return textIn(tiff.subarray(from, from + length));
  };
  const whole = (at: number | undefined) => {
    if (at === undefined) return undefined;
    return short(at + 2) === 3 ? short(at + 8) : short(at + 2) === 4 ? long(at + 8) : undefined;
  };
  const ratio = (at: number | undefined) => {
    const from = at === undefined || short(at + 2) !== 5 ? undefined : long(at + 8);
    const [above, below] = from === undefined ? [] : [long(from), long(from + 4)];
    return above === undefined || !below ? undefined : above / below;
  };
  const aperture = ratio(camera.get(tags.aperture));
  return {
    description: text(first.get(tags.description)),
    model: text(first.get(tags.model)),
    artist: text(first.get(tags.artist)),
    copyright: text(first.get(tags.copyright)),
    orientation: decimal(whole(first.get(tags.orientation))),
    aperture: decimal(aperture === undefined ? undefined : Math.round(aperture * 100) / 100),
    created: secondsOf(text(camera.get(tags.created))),
    focal: decimal(ratio(camera.get(tags.focal))),
    iso: decimal(whole(camera.get(tags.iso))),
    exposure: decimal(ratio(camera.get(tags.exposure))),
  };
}

interface Press {
  readonly title?: string | undefined;
  readonly headline?: string | undefined;
  readonly caption?: string | undefined;
  readonly credit?: string | undefined;
  readonly byline?: string | undefined;
  readonly copyright?: string | undefined;
  readonly created?: string | undefined;
  readonly keywords: readonly string[];
}

/** Reads IPTC datasets wherever they begin in a Photoshop block; ignores city, region and country. */
function readIptc(block: Buffer): Press {
  const found = new Map<number, string[]>();
  for (
    let at = block.indexOf('\x1c\x02', 0, 'latin1');
    at >= 0 && at + 5 <= block.length && block[at] === 0x1c;
  ) {
    const length = block.readUInt16BE(at + 3);
    if (length >= 0x8000 || at + 5 + length > block.length) break; // longer ones never contain the wanted text
    const [record, dataset = 0] = [block[at + 1], block[at + 2]];
    const text = record === 2 ? textIn(block.subarray(at + 5, at + 5 + length)) : undefined;
    if (text !== undefined) found.set(dataset, [...(found.get(dataset) ?? []), text].slice(0, maxKeywords));
    at += 5 + length;
  }
  const one = (dataset: number) => found.get(dataset)?.[0];
  const date = one(datasets.date);
  return {
    title: one(datasets.title),
    headline: one(datasets.headline),
    caption: one(datasets.caption),
    credit: one(datasets.credit),
    byline: one(datasets.byline),
    copyright: one(datasets.copyright),
    keywords: found.get(datasets.keyword) ?? [],
    created: date === undefined ? undefined : secondsOf(`${date}${one(datasets.time) ?? ''}`),
  };
}
