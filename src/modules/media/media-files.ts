import { dirname, join } from 'node:path/posix';
import type { Reader } from '../../kernel/db/open-database.ts';
import { portions } from '../../lib/portions.ts';
import type { MediaSizes } from './media.ts';
import { parseFormer, parseOriginal, parseSizes } from './sizes-json.ts';

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
