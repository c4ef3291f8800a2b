import { z } from 'zod';
import type { Picture } from '../posts/index.ts';

/** A generated or imported size; `file` is in the original's folder. */
export interface MediaSize {
  readonly file: string;
  readonly width: number;
  readonly height: number;
  readonly mime: string;
  /** Undefined for sizes stored by older versions. */
  readonly bytes?: number | undefined;
  /** Imported with the image, and left unchanged. */
  readonly brought?: boolean | undefined;
  /** From before the image was edited at its original site; older content shows it. */
  readonly former?: boolean | undefined;
  /** The file that the image was scaled, rotated or converted from, named in the export or found next to it. */
  readonly original?: OriginalSource | undefined;
}

export type OriginalSource = 'named' | 'found';

/** Sizes by name: `medium` is WebP, `medium_fallback` the original's format. */
export type MediaSizes = Readonly<Record<string, MediaSize>>;

/** Width in pixels that social networks and search engines expect of preview images. */
export const previewWidth = 1200;

export interface MediaPicture extends Picture {
  readonly fullUrl: string;
  /** HTML. */
  readonly caption: string;
  /** Colour of a single-colour SVG, `#rrggbb`. */
  readonly ink?: string;
}

/** Types allowed for upload; browsers run none of them. */
export const uploadTypes: Readonly<Record<string, string>> = {
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  png: 'image/png',
  gif: 'image/gif',
  webp: 'image/webp',
  avif: 'image/avif',
  mp4: 'video/mp4',
  m4v: 'video/mp4',
  webm: 'video/webm',
  mov: 'video/quicktime',
  ogv: 'video/ogg',
  mp3: 'audio/mpeg',
  m4a: 'audio/mp4',
  ogg: 'audio/ogg',
  oga: 'audio/ogg',
  wav: 'audio/wav',
  flac: 'audio/flac',
  pdf: 'application/pdf',
  zip: 'application/zip',
  txt: 'text/plain',
  csv: 'text/csv',
  vtt: 'text/vtt',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  pptx: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  odt: 'application/vnd.oasis.opendocument.text',
  ods: 'application/vnd.oasis.opendocument.spreadsheet',
  epub: 'application/epub+zip',
};

/** SVG can contain scripts, so it is sanitized (`clean-svg.ts`) and only accepted if the site and the actor's rights allow it. */
export const drawingTypes = { svg: 'image/svg+xml' } as const;

/** MIME types of served files by extension; all other files are sent as untyped downloads. */
export const servedTypes: Readonly<Record<string, string>> = { ...uploadTypes, ...drawingTypes };

/** Whether a file name is an SVG's; these have no sizes. */
export const isDrawing = (name: string): boolean => /\.svg$/i.test(name);

export const uploadsPath = '/wp-content/uploads/';

const sizesSchema = z.record(
  z.string(),
  z.object({
    file: z.string(),
    width: z.number(),
    height: z.number(),
    mime: z.string(),
    bytes: z.number().optional(),
    brought: z.boolean().optional(),
    former: z.boolean().optional(),
    original: z.enum(['named', 'found']).optional(),
  }),
);

/** Parses the column, without former files and the original. */
export const parseSizes = (text: string): MediaSizes =>
  sizesIn(text, ({ former = false, original }) => !former && original === undefined);

/** Files by name from before the image was edited at its original site: the full image and its sizes. */
export const parseFormer = (text: string): MediaSizes => sizesIn(text, ({ former = false }) => former);

export const parseOriginal = (text: string): MediaSize | undefined =>
  Object.values(sizesIn(text, ({ original }) => original !== undefined))[0];

/** All entries other than sizes; they are kept when sizes are regenerated. */
export const parseBeside = (text: string): MediaSizes =>
  sizesIn(text, ({ former = false, original }) => former || original !== undefined);

export const originalEntry = (original: MediaSize): MediaSizes => ({
  [`original:${original.file}`]: original,
});

/** Ignores invalid entries, since the file itself is still there. */
function sizesIn(text: string, isIncluded: (size: MediaSize) => boolean): MediaSizes {
  if (text === '{}' || text === '') return {};
  try {
    const all = sizesSchema.safeParse(JSON.parse(text)).data ?? {};
    return Object.fromEntries(Object.entries(all).filter(([, size]) => isIncluded(size)));
  } catch {
    return {}; // not JSON: an old import's fault, which must not break a page
  }
}

/** Image metadata under WordPress' names, without locations. Numbers are strings, as in WordPress. */
export interface ImageMeta {
  readonly aperture: string;
  readonly credit: string;
  readonly camera: string;
  readonly caption: string;
  readonly created_timestamp: string;
  readonly copyright: string;
  readonly focal_length: string;
  readonly iso: string;
  readonly shutter_speed: string;
  readonly title: string;
  readonly orientation: string;
  readonly keywords: readonly string[];
}

/** Meta key for the known `ImageMeta` properties of an attachment, as JSON. */
export const imageMetaKey = '_image_meta';

const emptyImageMeta: ImageMeta = {
  aperture: '0',
  credit: '',
  camera: '',
  caption: '',
  created_timestamp: '0',
  copyright: '',
  focal_length: '0',
  iso: '0',
  shutter_speed: '0',
  title: '',
  orientation: '0',
  keywords: [],
};

const text = z.string();
const schema = z
  .object({
    aperture: text,
    credit: text,
    camera: text,
    caption: text,
    created_timestamp: text,
    copyright: text,
    focal_length: text,
    iso: text,
    shutter_speed: text,
    title: text,
    orientation: text,
    keywords: z.array(text),
  })
  .partial();

/** Parses the stored value; damaged data counts as empty. */
export function parseImageMeta(stored: string | undefined): ImageMeta {
  if (!stored) return emptyImageMeta;
  try {
    return { ...emptyImageMeta, ...schema.safeParse(JSON.parse(stored)).data } as ImageMeta;
  } catch {
    return emptyImageMeta;
  }
}
