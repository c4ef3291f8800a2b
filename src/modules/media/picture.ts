import type { MediaPicture, MediaSize } from './media.ts';
import { isDrawing, uploadsPath } from './media.ts';
import { parseSizes } from './sizes-json.ts';

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
