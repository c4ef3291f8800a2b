import type { MediaPicture, MediaSize } from './model.ts';
import { isDrawing, uploadsPath, parseSizes, drawingTypes, previewWidth } from './model.ts';
import type { Reader } from '../../kernel/db/open-database.ts';

export interface PictureRow {
  readonly id: number;
  readonly file: string;
  readonly sourceUrl: string;
  /** How often the file was replaced. */
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

/** Target width of `src`: an article's column on a desktop. */
const middling = 768;
/** Target width of `small`: a hundred pixels on a 3x screen. */
const smallest = 300;
/** Up to this share of the original's width, a size can't replace it. */
const muchSmaller = 0.9;
/** Wider originals stay out of `srcset`, as in WordPress. */
const maxWidth = 2560;

/** Escapes characters that would end a URL inside `srcset`. Doesn't normalize accents: macOS file names contain decomposed ones. */
const encode = (path: string) =>
  encodeURI(path).replace(/[?#,]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`);

/**
 * URL of a media file: ours, the original site's if it was never imported, or '' if both are unknown. Replaced files
 * get a `v` parameter, since browsers cache files for a month.
 */
export function mediaUrl(
  siteUrl: string,
  media: { readonly file: string; readonly sourceUrl: string; readonly edition: number },
): string {
  return media.file
    ? `${siteUrl}${uploadsPath}${encode(media.file)}${media.edition > 0 ? `?v=${media.edition}` : ''}`
    : media.sourceUrl;
}

/** URL of a size: the original's folder and edition. */
export function sizeUrl(fullUrl: string, { file }: Pick<MediaSize, 'file'>): string {
  return (
    fullUrl.slice(0, fullUrl.lastIndexOf('/') + 1) + encode(file) + (/\?v=\d+$/.exec(fullUrl)?.[0] ?? '')
  );
}

/** A picture in all sizes with its aspect ratio; crops (square thumbnails) are left out. */
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
  // The original would be a larger download of about the same pixels, in an older format.
  if (
    row.width > 0 &&
    (candidates.length === 0 ||
      (row.width <= maxWidth && candidates.every(({ width }) => width < row.width * muchSmaller)))
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

/** The dominant colour is the placeholder behind a loading image. An SVG is transparent, so its colour is stored as `ink`. */
function coloursOf({ file, color }: PictureRow): Pick<MediaPicture, 'color' | 'ink'> {
  return isDrawing(file) ? { color: '', ...(color === '' ? {} : { ink: color }) } : { color };
}

export interface PictureFile {
  /** Absolute. */
  readonly url: string;
  /** Pixels; 0 if unknown. */
  readonly width: number;
  readonly height: number;
  /** `image/jpeg` … */
  readonly mime: string;
}

/** An image for feeds, social networks and search engines: the original and all sizes, crops included. */
export interface PictureFiles {
  readonly id: number;
  readonly alt: string;
  readonly original: PictureFile;
  /** Length of the original; 0 if unknown, as for files that were never imported. */
  readonly bytes: number;
  /** Smallest first. */
  readonly sizes: readonly PictureFile[];
}

/**
 * Images by attachment id with all files, without other files, images of unknown URL and, unless `drawings` is set,
 * SVG, which these readers don't render.
 */
export async function findPictureFiles(
  { database, siteUrl }: { readonly database: { readonly read: Reader }; readonly siteUrl: string },
  ids: readonly number[],
  drawings = false,
): Promise<Map<number, PictureFiles>> {
  const requested = [...new Set(ids)].filter((id) => id > 0);
  if (requested.length === 0) return new Map();
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
    .where('media.post_id', 'in', requested)
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

/** Types every client can show; not all clients without an Accept header understand WebP and AVIF. */
const common: ReadonlySet<string> = new Set(['image/jpeg', 'image/png', 'image/gif']);
function hasShape({ width, height }: PictureFile, ratio: number): boolean {
  return height > 0 && Math.abs(width / height / ratio - 1) < 0.02;
}

/** The preview: the smallest wide-enough file of the image's aspect ratio, preferably of a common type, otherwise the original. */
export function previewFile({ original, sizes }: PictureFiles): PictureFile {
  const ratio = original.height > 0 ? original.width / original.height : 0;
  const fitting = [...sizes, original]
    .filter((file) => file.width >= previewWidth && hasShape(file, ratio))
    .toSorted((a, b) => a.width - b.width);
  return fitting.find(({ mime }) => common.has(mime)) ?? fitting[0] ?? original;
}

/** The preview, and the largest file of at least 300 pixels in each other ratio that search engines want (16:9, 4:3, square). */
export function searchFiles(picture: PictureFiles): PictureFile[] {
  const preview = previewFile(picture);
  const shapes = [16 / 9, 4 / 3, 1].map((ratio) =>
    hasShape(preview, ratio)
      ? undefined
      : picture.sizes.findLast((file) => file.width >= 300 && hasShape(file, ratio)),
  );
  return [preview, ...shapes.filter((file) => file !== undefined)];
}

/** The smallest square file of at least this width, otherwise the original; for icons. */
export function fileAtLeast({ original, sizes }: PictureFiles, pixels: number): PictureFile {
  return sizes.find(({ width, height }) => width >= pixels && width === height) ?? original;
}
