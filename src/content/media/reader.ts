import type { Reader } from '../../db/open-database.ts';
import { uploadsPath } from './media.ts';
import type { MediaPicture } from './media.ts';
import { portions } from '../../lib/portions.ts';
import { toPicture } from './picture.ts';
import type { PictureRow } from './picture.ts';
import { versionSql } from './version-sql.ts';

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
      'media.post_id as id', 'media.file', 'media.source_url as sourceUrl', 'media.width', 'media.height', 'media.alt', 'media.focal_x as focalX', 'media.focal_y as focalY',
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

/** Ids of all pictures whose file is here. */
export async function findPictureIds(read: Reader): Promise<number[]> {
  const rows = await read.selectFrom('media').innerJoin('post', 'post.id', 'media.post_id').select('media.post_id as id').where('post.mime_type', 'like', 'image/%').where('media.file', '<>', '').orderBy('media.post_id').execute();
  return rows.map(({ id }) => id);
}

const hasAddress = (row: PictureRow) => row.file !== '' || row.sourceUrl !== '';

/** What a size of a picture is called in its file's name: `-300x200` (and `.webp` after the original's ending), `-scaled`, `-rotated`. */
const sizeSuffix = /-(?:\d{1,5}x\d{1,5}|scaled|rotated)(?=\.[a-z0-9]+(?:\.webp)?$)/i;

/** The files that an address may mean, the exact one first. */
function candidates(path: string): string[] {
  const original = path.replace(/(\.[a-z0-9]+)\.webp$/i, '$1');
  return [...new Set([path, original, ...['', '-scaled'].map((suffix) => original.replace(sizeSuffix, suffix))])];
}

function decode(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path; // a literal per cent sign
  }
}

/** Path below the uploads folder, or undefined for other addresses. */
function uploadedFile(url: string): string | undefined {
  const at = url.indexOf(uploadsPath);
  return at < 0 ? undefined : decode(url.slice(at + uploadsPath.length).replace(/[?#].*$/s, ''));
}

/** Both schemes: sites moved to https after their texts were written. */
function sourceUrls(url: string): string[] {
  const bare = url.replace(/[?#].*$/s, '').replace(/^https?:/i, '');
  return bare.startsWith('//') ? candidates(bare).flatMap((found) => [`https:${found}`, `http:${found}`]) : [];
}

/**
 * Pictures by address as written in texts: of this site or the exporter's, in any size, with or without host and query. The answer has the keys that were asked for;
 * its `width` and `height` are the original's.
 */
export async function findMediaByUrls({ database, siteUrl }: Source, urls: readonly string[]): Promise<Map<string, FoundPicture>> {
  const wanted = new Map([...new Set(urls)].map((url) => {
    const file = uploadedFile(url);
    return [url, { files: file ? candidates(file) : [], sources: sourceUrls(url) }];
  }));
  const byFile = new Map<string, FoundRow>();
  const bySource = new Map<string, FoundRow>();
  const load = async (column: 'media.file' | 'media.source_url', values: readonly string[]) => {
    for (const some of portions(values)) {
      const rows = await pictureRows(database.read).where(column, 'in', some).orderBy('media.post_id').execute();
      for (const row of rows) {
        if (!byFile.has(row.file) && row.file) byFile.set(row.file, row);
        if (!bySource.has(row.sourceUrl) && row.sourceUrl) bySource.set(row.sourceUrl, row);
      }
    }
  };
  await load('media.file', [...new Set([...wanted.values()].flatMap(({ files }) => files))]);
  const left = [...wanted.values()].filter(({ files }) => !files.some((file) => byFile.has(file)));
  await load('media.source_url', [...new Set(left.flatMap(({ sources }) => sources))]);
  const found = new Map<string, FoundPicture>();
  for (const [url, { files, sources }] of wanted) {
    const file = files.find((name) => byFile.has(name));
    const source = sources.find((name) => bySource.has(name));
    const row = (file === undefined ? undefined : byFile.get(file)) ?? (source === undefined ? undefined : bySource.get(source));
    if (row) found.set(url, toFound(siteUrl, row));
  }
  return found;
}
