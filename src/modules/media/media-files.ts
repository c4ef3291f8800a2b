import { dirname, join } from 'node:path/posix';
import type { Reader } from '../../kernel/db/open-database.ts';
import { portions } from '../../lib/batch.ts';
import type { MediaSizes } from './model.ts';
import { parseFormer, parseOriginal, parseSizes, isDrawing, previewWidth } from './model.ts';

export interface MediaFile {
  /** Path in the uploads folder; '' if the file was never imported. */
  readonly file: string;
  /** URL at the site it was imported from; '' for uploads. */
  readonly sourceUrl: string;
  /** How often the file was replaced. */
  readonly edition: number;
  readonly width: number;
  readonly height: number;
  readonly bytes: number;
  readonly alt: string;
  /** Focal point in thousandths. */
  readonly focalX: number;
  readonly focalY: number;
  readonly sizes: MediaSizes;
  /** Files from before it was edited at its original site. */
  readonly former: MediaSizes;
  /** Name, in the same folder, of the file it was scaled, rotated or converted from. */
  readonly original: string | undefined;
}

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

/** Paths in the uploads folder of the file, its sizes and its original; empty if the file was never imported. */
export async function findPathsOf(read: Reader, id: number): Promise<string[]> {
  const media = (await findMediaFiles(read, [id])).get(id);
  if (!media || media.file === '') return [];
  // Older imports didn't record an original.
  const original = media.file.replace(/-scaled(\.[^./]+)$/, '$1');
  const names = [...Object.values(media.sizes), ...Object.values(media.former)].map(({ file }) => file);
  if (media.original !== undefined) names.push(media.original);
  return [...new Set([media.file, original, ...names.map((file) => join(dirname(media.file), file))])];
}

export async function findTakenPaths(read: Reader, paths: readonly string[]): Promise<Set<string>> {
  const taken = new Set<string>();
  for (const some of portions(paths)) {
    for (const { file } of await read.selectFrom('media').select('file').where('file', 'in', some).execute())
      taken.add(file);
  }
  return taken;
}

/** Bounds of a size. `crop` fills them. `fallback`: also (`too`) or only (`alone`) generated in the original's format. */
interface Box {
  readonly name: string;
  readonly width: number;
  readonly height: number;
  readonly crop?: true;
  readonly fallback?: 'too' | 'alone';
}

/** WordPress' names, and doubled small sizes for dense screens. `preview` is for social networks and messengers, which reject full-size photos. */
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

export const maxBox = 2560;
const maxSideLength = 16_383;

/** The size within a box; undefined if the original is no larger (sizes never enlarge) or WebP can't hold it. */
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
  return Math.max(size.width, size.height) > maxSideLength ? undefined : size;
}

export function isGeneratedSize(
  name: string,
  { mime, brought = false }: { readonly mime: string; readonly brought?: boolean | undefined },
): boolean {
  return !brought && (name.endsWith('_fallback') || mime === 'image/webp');
}

/** Names of the sizes still to generate. All sizes are written at once, so an image with any size is complete. */
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
