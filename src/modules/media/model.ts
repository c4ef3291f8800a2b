import { z } from 'zod';
import type { Picture } from '../posts/index.ts';

/** One more size of a picture; `file` is beside the original. */
export interface MediaSize {
  readonly file: string;
  readonly width: number;
  readonly height: number;
  readonly mime: string;
  /** Length of the file; unknown for sizes stored by older versions. */
  readonly bytes?: number | undefined;
  /** It came with the picture, as from another site, and stays as it is. */
  readonly brought?: boolean | undefined;
  /** It is of before the picture was edited at the site that it came from: texts of then show it. */
  readonly former?: boolean | undefined;
  /** The file that the picture was scaled down, rotated or converted from: named by the export, or found next to it. */
  readonly original?: OriginalSource | undefined;
}

/** How an import knows the original of a picture. */
export type OriginalSource = 'named' | 'found';

/** Sizes by name: `medium` is WebP, `medium_fallback` the original's format. */
export type MediaSizes = Readonly<Record<string, MediaSize>>;

/** Width in pixels that social networks and search engines want of the picture that they show of a page. */
export const previewWidth = 1200;

/** A picture of the library, with what galleries and lightboxes show of it. */
export interface MediaPicture extends Picture {
  /** Address of the original. */
  readonly fullUrl: string;
  /** HTML. */
  readonly caption: string;
  /** The one colour of a drawing that has one, `#rrggbb`. */
  readonly ink?: string;
}

/** What may be uploaded: nothing that a browser would run. */
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

/** Drawings, which browsers would run: they are taken written anew (`clean-svg.ts`), where the site wants them and from who may. */
export const drawingTypes = { svg: 'image/svg+xml' } as const;

/** What is served as what it is, by the endings of files; everything else is a download of no type. */
export const servedTypes: Readonly<Record<string, string>> = { ...uploadTypes, ...drawingTypes };

/** Whether a file, or the name of one, is a drawing by its ending. It has no sizes: it is sharp in each. */
export const isDrawing = (name: string): boolean => /\.svg$/i.test(name);

/** Where uploads are served. */
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

/** Reads the column, without files of before an edit and the original. */
export const parseSizes = (text: string): MediaSizes =>
  sizesIn(text, ({ former = false, original }) => !former && original === undefined);

/** Files of before the picture was edited at the site that it came from, by their names: the whole one, and sizes of it. */
export const parseFormer = (text: string): MediaSizes => sizesIn(text, ({ former = false }) => former);

/** The file that the picture was scaled down, rotated or converted from. */
export const parseOriginal = (text: string): MediaSize | undefined =>
  Object.values(sizesIn(text, ({ original }) => original !== undefined))[0];

/** Everything but sizes: what stays when sizes are made again. */
export const parseBeside = (text: string): MediaSizes =>
  sizesIn(text, ({ former = false, original }) => former || original !== undefined);

/** The entry of an original among the sizes. */
export const originalEntry = (original: MediaSize): MediaSizes => ({
  [`original:${original.file}`]: original,
});

/** Entries that aren't valid count as no sizes, since the file itself is still there. */
function sizesIn(text: string, isWanted: (size: MediaSize) => boolean): MediaSizes {
  if (text === '{}' || text === '') return {};
  try {
    const all = sizesSchema.safeParse(JSON.parse(text)).data ?? {};
    return Object.fromEntries(Object.entries(all).filter(([, size]) => isWanted(size)));
  } catch {
    return {}; // not JSON: an old import's fault, and no reason to fail a page
  }
}

/** What a camera and its user say of a picture, as WordPress calls it: without any place. Numbers are text, as WordPress stores them. */
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

/** Post meta of an attachment: the properties of its `ImageMeta` that are known, as JSON. */
export const imageMetaKey = '_image_meta';

/** Of a picture that says nothing. */
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

/** Reads the stored value; what is damaged counts as nothing known. */
export function parseImageMeta(stored: string | undefined): ImageMeta {
  if (!stored) return emptyImageMeta;
  try {
    return { ...emptyImageMeta, ...schema.safeParse(JSON.parse(stored)).data } as ImageMeta;
  } catch {
    return emptyImageMeta;
  }
}
