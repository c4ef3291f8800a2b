import { dirname, join } from 'node:path/posix';
import type { Reader } from '../../kernel/db/open-database.ts';
import { portions } from '../../lib/batch.ts';
import type { MediaSizes } from './model.ts';
import { parseFormer, parseOriginal, parseSizes, isDrawing, previewWidth } from './model.ts';

/** An attachment's file as REST shows it. */
export interface MediaFile {
  /** Path below the uploads folder; empty when the file never reached us. */
  readonly file: string;
  /** Where the exporter had it; empty for our own uploads. */
  readonly sourceUrl: string;
  /** How often another file was put in its place. */
  readonly edition: number;
  readonly width: number;
  readonly height: number;
  readonly bytes: number;
  readonly alt: string;
  /** Focal point in thousandths. */
  readonly focalX: number;
  readonly focalY: number;
  readonly sizes: MediaSizes;
  /** Files of before it was edited at the site that it came from. */
  readonly former: MediaSizes;
  /** Name of the file, in the same folder, that it was scaled down, rotated or converted from. */
  readonly original: string | undefined;
}

/** Files of attachments, by the attachment's id. */
export async function findMediaFiles(read: Reader, ids: readonly number[]): Promise<Map<number, MediaFile>> {
  if (ids.length === 0) return new Map();
  const columns = [
    'post_id',
    'file',
    'source_url',
    'edition',
    'width',
    'height',
    'bytes',
    'alt',
    'focal_x',
    'focal_y',
    'sizes',
  ] as const;
  const rows = await read.selectFrom('media').select(columns).where('post_id', 'in', ids).execute();
  return new Map(
    rows.map((row) => [
      row.post_id,
      {
        file: row.file,
        sourceUrl: row.source_url,
        edition: row.edition,
        width: row.width,
        height: row.height,
        bytes: row.bytes,
        alt: row.alt,
        focalX: row.focal_x,
        focalY: row.focal_y,
        sizes: parseSizes(row.sizes),
        former: parseFormer(row.sizes),
        original: parseOriginal(row.sizes)?.file,
      },
    ]),
  );
}

/** Paths below the uploads folder of an attachment's file, its sizes, and what it was scaled down from; empty where the file never reached us. */
export async function findPathsOf(read: Reader, id: number): Promise<string[]> {
  const media = (await findMediaFiles(read, [id])).get(id);
  if (!media || media.file === '') return [];
  // Imports of before noted no original.
  const original = media.file.replace(/-scaled(\.[^./]+)$/, '$1');
  const names = [...Object.values(media.sizes), ...Object.values(media.former)].map(({ file }) => file);
  if (media.original !== undefined) names.push(media.original);
  return [...new Set([media.file, original, ...names.map((file) => join(dirname(media.file), file))])];
}

/** Those of the paths below the uploads folder that are the file of an attachment. */
export async function findTakenPaths(read: Reader, paths: readonly string[]): Promise<Set<string>> {
  const taken = new Set<string>();
  for (const some of portions(paths)) {
    for (const { file } of await read.selectFrom('media').select('file').where('file', 'in', some).execute())
      taken.add(file);
  }
  return taken;
}

/** What a size fits into. `crop` fills it. `fallback`: it exists in the original's format too, or in no other one. */
interface Box {
  readonly name: string;
  readonly width: number;
  readonly height: number;
  readonly crop?: true;
  readonly fallback?: 'too' | 'alone';
}

/** With WordPress' names, and twice the small ones for dense screens; `preview` is for social networks and messengers, which refuse what cameras give. */
export const boxes: readonly Box[] = [
  { name: 'thumbnail', width: 150, height: 150, crop: true, fallback: 'too' },
  { name: 'thumbnail_2x', width: 300, height: 300, crop: true },
  { name: 'medium', width: 300, height: 300, fallback: 'too' },
  { name: 'medium_2x', width: 600, height: 600 },
  { name: 'medium_large', width: 768, height: Infinity },
  { name: 'large', width: 1024, height: 1024, fallback: 'too' },
  { name: 'preview', width: previewWidth, height: Infinity, fallback: 'alone' },
  { name: '1536x1536', width: 1536, height: 1536 },
  { name: '2048x2048', width: 2048, height: 2048 },
  { name: 'scaled', width: 2560, height: 2560 },
];

/** Longest side of the largest size. */
export const largestBox = 2560;
/** WebP knows no longer sides. */
const longestSide = 16_383;

/** Size inside a box; undefined when the original is no larger, since sizes are never larger than it, or when WebP can't hold it. */
export function sizeIn(
  box: Box,
  width: number,
  height: number,
): { readonly width: number; readonly height: number } | undefined {
  if (width <= box.width && height <= box.height) return undefined;
  if (box.crop) return { width: Math.min(box.width, width), height: Math.min(box.height, height) };
  const scale = Math.min(box.width / width, box.height / height);
  const size = {
    width: Math.max(1, Math.round(width * scale)),
    height: Math.max(1, Math.round(height * scale)),
  };
  return Math.max(size.width, size.height) > longestSide ? undefined : size;
}

/** Whether a size of this name and type was generated here; the others came with an import. */
export function isGeneratedSize(
  name: string,
  { mime, brought = false }: { readonly mime: string; readonly brought?: boolean | undefined },
): boolean {
  return !brought && (name.endsWith('_fallback') || mime === 'image/webp');
}

/** Names of the sizes that are still to be generated. All sizes of a picture are written at once, so those that have some are complete. */
export function missingSizes({
  file,
  width,
  height,
  sizes,
}: Pick<MediaFile, 'file' | 'width' | 'height' | 'sizes'>): string[] {
  if (
    file === '' ||
    isDrawing(file) ||
    Object.entries(sizes).some(([name, size]) => isGeneratedSize(name, size))
  )
    return [];
  return boxes
    .filter((box) => sizeIn(box, width, height) && !Object.hasOwn(sizes, box.name))
    .map(({ name }) => name);
}
