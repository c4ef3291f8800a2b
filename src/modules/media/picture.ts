import type { MediaPicture, MediaSize } from './model.ts';
import { isDrawing, uploadsPath, parseSizes, drawingTypes, previewWidth } from './model.ts';
import type { Reader } from '../../kernel/db/open-database.ts';

/** What a picture is made from. */
export interface PictureRow {
  readonly id: number;
  readonly file: string;
  readonly sourceUrl: string;
  /** How often another file was put in its place. */
  readonly edition: number;
  readonly width: number;
  readonly height: number;
  readonly alt: string;
  readonly focalX: number;
  readonly focalY: number;
  readonly color: string;
  readonly sizes: string;
  readonly caption: string;
}

/** Width that `src` aims at: an article's column on a desktop. */
const middling = 768;
/** Width that `small` aims at: a hundred pixels on a screen of three to one. */
const smallest = 300;
/** A size up to this share of its original's width is no stand-in for it. */
const muchSmaller = 0.9;
/** Originals wider than this stay out of `srcset`, as in WordPress. */
const widest = 2560;

/** Spaces, commas and the like would end an address inside `srcset`. Accents stay as the file's name has them: those of a Mac are signs of their own. */
const encode = (path: string) =>
  encodeURI(path).replace(/[?#,]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`);

/**
 * The address of a media file: ours, or the exporter's when the file never reached us; empty when neither is known. That of a file that took another one's
 * place says so: browsers keep what they got for a month.
 */
export function mediaUrl(
  siteUrl: string,
  media: { readonly file: string; readonly sourceUrl: string; readonly edition: number },
): string {
  return media.file
    ? `${siteUrl}${uploadsPath}${encode(media.file)}${media.edition > 0 ? `?v=${media.edition}` : ''}`
    : media.sourceUrl;
}

/** The address of a size, which is beside the original, and of the same edition. */
export function sizeUrl(fullUrl: string, { file }: Pick<MediaSize, 'file'>): string {
  return (
    fullUrl.slice(0, fullUrl.lastIndexOf('/') + 1) + encode(file) + (/\?v=\d+$/.exec(fullUrl)?.[0] ?? '')
  );
}

/** A picture in every size that keeps its shape; crops (square thumbnails) are left out. */
export function toPicture(siteUrl: string, row: PictureRow): MediaPicture {
  const fullUrl = mediaUrl(siteUrl, row);
  const sameShape = ({ width, height }: MediaSize) =>
    row.width > 0 && Math.abs(width * row.height - height * row.width) <= Math.max(row.width, row.height);
  const shaped = Object.values(parseSizes(row.sizes)).filter(sameShape);
  const webp = shaped.filter(({ mime }) => mime === 'image/webp');
  const candidates = (webp.length > 0 ? webp : shaped)
    .map(({ file, width }) => ({ url: sizeUrl(fullUrl, { file }), width }))
    .toSorted((a, b) => a.width - b.width);
  const original = { url: fullUrl, width: row.width };
  // The same pixels again, or hardly more of them, in an older format would only be the larger download.
  if (
    row.width > 0 &&
    (candidates.length === 0 ||
      (row.width <= widest && candidates.every(({ width }) => width < row.width * muchSmaller)))
  ) {
    candidates.push(original);
  }
  const atLeast = (pixels: number) =>
    (candidates.find(({ width }) => width >= pixels) ?? candidates.at(-1) ?? original).url;
  return {
    id: row.id,
    src: atLeast(middling),
    small: atLeast(smallest),
    srcset: candidates.length > 1 ? candidates.map(({ url, width }) => `${url} ${width}w`).join(', ') : '',
    width: row.width,
    height: row.height,
    alt: row.alt,
    ...coloursOf(row),
    focalX: row.focalX,
    focalY: row.focalY,
    fullUrl,
    caption: row.caption,
  };
}

/** What is behind a picture until it comes has its colour; a drawing lets through what is behind it, so that its colour is that of its lines alone. */
function coloursOf({ file, color }: PictureRow): Pick<MediaPicture, 'color' | 'ink'> {
  return isDrawing(file) ? { color: '', ...(color === '' ? {} : { ink: color }) } : { color };
}

/** One file of a picture, as machines are told of it. */
export interface PictureFile {
  /** Absolute. */
  readonly url: string;
  /** Pixels; 0 when unknown. */
  readonly width: number;
  readonly height: number;
  /** `image/jpeg` … */
  readonly mime: string;
}

/** A picture for feeds, social networks and search engines: its original and every size, crops included. */
export interface PictureFiles {
  readonly id: number;
  readonly alt: string;
  readonly original: PictureFile;
  /** Length of the original in bytes; 0 when unknown, as for files that never reached us. */
  readonly bytes: number;
  /** Smallest first. */
  readonly sizes: readonly PictureFile[];
}

/**
 * Pictures by attachment id with all their files; what is no picture, or has no known address, is missing, and so are drawings, which no such reader shows,
 * unless they are asked for.
 */
export async function findPictureFiles(
  { database, siteUrl }: { readonly database: { readonly read: Reader }; readonly siteUrl: string },
  ids: readonly number[],
  drawings = false,
): Promise<Map<number, PictureFiles>> {
  const wanted = [...new Set(ids)].filter((id) => id > 0);
  if (wanted.length === 0) return new Map();
  const rows = await database.read
    .selectFrom('media')
    .innerJoin('post', 'post.id', 'media.post_id')
    .select([
      'media.post_id as id',
      'post.mime_type as mime',
      'media.file',
      'media.source_url as sourceUrl',
      'media.edition',
      'media.width',
      'media.height',
      'media.bytes',
      'media.alt',
      'media.sizes',
    ])
    .where('media.post_id', 'in', wanted)
    .where('post.mime_type', 'like', 'image/%')
    .execute();
  const shown = rows.filter(({ mime }) => drawings || mime !== drawingTypes.svg);
  return new Map(
    shown
      .map((row) => toPictureFiles(siteUrl, row))
      .filter((files) => files !== undefined)
      .map((files) => [files.id, files]),
  );
}

interface FilesRow {
  readonly id: number;
  readonly alt: string;
  readonly bytes: number;
  readonly mime: string;
  readonly width: number;
  readonly height: number;
  readonly file: string;
  readonly sourceUrl: string;
  readonly edition: number;
  readonly sizes: string;
}

/** From table to domain; undefined where no address is known. */
export function toPictureFiles(
  siteUrl: string,
  { id, alt, bytes, mime, width, height, ...media }: FilesRow,
): PictureFiles | undefined {
  const url = mediaUrl(siteUrl, media);
  if (url === '') return undefined;
  const sizes = Object.values(parseSizes(media.sizes)).map((size) => ({
    url: sizeUrl(url, size),
    width: size.width,
    height: size.height,
    mime: size.mime,
  }));
  return {
    id,
    alt,
    bytes,
    original: { url, width, height, mime },
    sizes: sizes.toSorted((a, b) => a.width - b.width),
  };
}

/** What every client can show; WebP and AVIF are not understood by all of those who ask for pictures without saying what they accept. */
const common: ReadonlySet<string> = new Set(['image/jpeg', 'image/png', 'image/gif']);
/** Whether two pictures have the same shape, but for rounded pixels. */
function hasShape({ width, height }: PictureFile, ratio: number): boolean {
  return height > 0 && Math.abs(width / height / ratio - 1) < 0.02;
}

/**
 * The file for previews: the smallest of the picture's own shape that is wide enough, and that every client can show where there is one such, else the
 * original.
 */
export function previewFile({ original, sizes }: PictureFiles): PictureFile {
  const ratio = original.height > 0 ? original.width / original.height : 0;
  const fitting = [...sizes, original]
    .filter((file) => file.width >= previewWidth && hasShape(file, ratio))
    .toSorted((a, b) => a.width - b.width);
  return fitting.find(({ mime }) => common.has(mime)) ?? fitting[0] ?? original;
}

/** The preview, and the largest file of each shape that search engines ask for (16 to 9, 4 to 3, square) where there is one of at least 300 pixels. */
export function searchFiles(picture: PictureFiles): PictureFile[] {
  const preview = previewFile(picture);
  const shapes = [16 / 9, 4 / 3, 1].map((ratio) =>
    hasShape(preview, ratio)
      ? undefined
      : picture.sizes.findLast((file) => file.width >= 300 && hasShape(file, ratio)),
  );
  return [preview, ...shapes.filter((file) => file !== undefined)];
}

/** The smallest file that is at least this wide, else the original: for icons. */
export function fileAtLeast({ original, sizes }: PictureFiles, pixels: number): PictureFile {
  return sizes.find(({ width, height }) => width >= pixels && width === height) ?? original;
}
