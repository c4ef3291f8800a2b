import type { Reader } from '../../db/open-database.ts';
import { rowsByUrl } from './by-url.ts';
import { drawingTypes } from './media.ts';
import type { MediaPicture } from './media.ts';
import { pathsMeant } from './media-names.ts';
import { toPicture } from './picture.ts';
import type { PictureRow } from './picture.ts';
import { versionSql } from './version-sql.ts';
import type { FormerSites } from '../../lib/former-sites.ts';

/** What media readers need of the content. */
interface Source {
  readonly database: { readonly read: Reader };
  /** Public address without a trailing slash. */
  readonly siteUrl: string;
}

/** A picture as it was found. */
export interface FoundPicture extends MediaPicture {
  /** Grows with every change of the file, its facts and its caption. */
  readonly version: number;
}

interface FoundRow extends PictureRow {
  readonly version: number;
}

const toFound = (siteUrl: string, row: FoundRow): FoundPicture => ({ ...toPicture(siteUrl, row), version: row.version });

/** All pictures, with what `toPicture` takes. */
export function pictureRows(read: Reader) {
  return read.selectFrom('media').innerJoin('post', 'post.id', 'media.post_id')
    .select([
      'media.post_id as id', 'media.file', 'media.source_url as sourceUrl', 'media.edition', 'media.width', 'media.height', 'media.alt',
      'media.focal_x as focalX', 'media.focal_y as focalY',
      'media.color', 'media.sizes', 'post.excerpt as caption',
    ])
    .select(versionSql.as('version'))
    .where('post.mime_type', 'like', 'image/%');
}

/** Pictures by attachment id; other files, and pictures whose address is not known, are missing. */
export async function findPictures({ database, siteUrl }: Source, ids: readonly number[]): Promise<Map<number, FoundPicture>> {
  if (ids.length === 0) return new Map();
  const rows = await pictureRows(database.read).where('media.post_id', 'in', [...new Set(ids)]).execute();
  return new Map(rows.filter(hasAddress).map((row) => [row.id, toFound(siteUrl, row)]));
}

/** Ids of all pictures that have sizes and whose file is here. */
export async function findPictureIds(read: Reader): Promise<number[]> {
  const rows = await read.selectFrom('media').innerJoin('post', 'post.id', 'media.post_id').select('media.post_id as id')
    .where('post.mime_type', 'like', 'image/%').where('post.mime_type', '<>', drawingTypes.svg).where('media.file', '<>', '')
    .orderBy('media.post_id').execute();
  return rows.map(({ id }) => id);
}

const hasAddress = (row: PictureRow) => row.file !== '' || row.sourceUrl !== '';

/** Pictures by address as written in texts (see `rowsByUrl`), in any size; their `width` and `height` are the original's. */
export async function findMediaByUrls({ database, siteUrl }: Source, urls: readonly string[], known?: FormerSites): Promise<Map<string, FoundPicture>> {
  const rows = await rowsByUrl(
    urls, pathsMeant, (column, values) => pictureRows(database.read).where(column, 'in', values).orderBy('media.post_id').execute(), known,
  );
  return new Map([...rows].map(([url, row]) => [url, toFound(siteUrl, row)]));
}
