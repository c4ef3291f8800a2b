import type { Reader } from '../../db/open-database.ts';
import type { MediaSizes } from './media.ts';
import { parseSizes } from './sizes-json.ts';

/** An attachment's file as REST shows it. */
export interface MediaFile {
  /** Path below the uploads folder; empty when the file never reached us. */
  readonly file: string;
  /** Where the exporter had it; empty for our own uploads. */
  readonly sourceUrl: string;
  readonly width: number;
  readonly height: number;
  readonly bytes: number;
  readonly alt: string;
  readonly sizes: MediaSizes;
}

/** Files of attachments, by the attachment's id. */
export async function findMediaFiles(read: Reader, ids: readonly number[]): Promise<Map<number, MediaFile>> {
  if (ids.length === 0) return new Map();
  const rows = await read.selectFrom('media').select(['post_id', 'file', 'source_url', 'width', 'height', 'bytes', 'alt', 'sizes']).where('post_id', 'in', ids)
    .execute();
  return new Map(rows.map((row) => [row.post_id, {
    file: row.file, sourceUrl: row.source_url, width: row.width, height: row.height, bytes: row.bytes, alt: row.alt, sizes: parseSizes(row.sizes),
  }]));
}
