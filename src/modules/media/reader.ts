import { basename, dirname, extname, join } from 'node:path/posix';
import type { Reader } from '../../kernel/db/open-database.ts';
import { rowsByUrl } from './by-url.ts';
import { drawingTypes, uploadsPath } from './media.ts';
import type { MediaPicture } from './media.ts';
import { beforeEdit, namesEdited, pathsBeforeEdit, pathsMeant, rangesOfEdited } from './media-names.ts';
import { toPicture } from './picture.ts';
import type { PictureRow } from './picture.ts';
import { parseFormer } from './sizes-json.ts';
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

const toFound = (siteUrl: string, row: FoundRow): FoundPicture => ({
  ...toPicture(siteUrl, row),
  version: row.version,
});

/** All pictures, with what `toPicture` takes. */
export function pictureRows(read: Reader) {
  return read
    .selectFrom('media')
    .innerJoin('post', 'post.id', 'media.post_id')
    .select([
      'media.post_id as id',
      'media.file',
      'media.source_url as sourceUrl',
      'media.edition',
      'media.width',
      'media.height',
      'media.alt',
      'media.focal_x as focalX',
      'media.focal_y as focalY',
      'media.color',
      'media.sizes',
      'post.excerpt as caption',
    ])
    .select(versionSql.as('version'))
    .where('post.mime_type', 'like', 'image/%');
}

/** Pictures by attachment id; other files, and pictures whose address is not known, are missing. */
export async function findPictures(
  { database, siteUrl }: Source,
  ids: readonly number[],
): Promise<Map<number, FoundPicture>> {
  if (ids.length === 0) return new Map();
  const rows = await pictureRows(database.read)
    .where('media.post_id', 'in', [...new Set(ids)])
    .execute();
  return new Map(rows.filter(hasAddress).map((row) => [row.id, toFound(siteUrl, row)]));
}

/** Ids of all pictures that have sizes and whose file is here. */
export async function findPictureIds(read: Reader): Promise<number[]> {
  const rows = await read
    .selectFrom('media')
    .innerJoin('post', 'post.id', 'media.post_id')
    .select('media.post_id as id')
    .where('post.mime_type', 'like', 'image/%')
    .where('post.mime_type', '<>', drawingTypes.svg)
    .where('media.file', '<>', '')
    .orderBy('media.post_id')
    .execute();
  return rows.map(({ id }) => id);
}

const hasAddress = (row: PictureRow) => row.file !== '' || row.sourceUrl !== '';

/** Pictures by address as written in texts (see `rowsByUrl`), in any size; their `width` and `height` are the original's. */
export async function findMediaByUrls(
  { database, siteUrl }: Source,
  urls: readonly string[],
  known?: FormerSites,
): Promise<Map<string, FoundPicture>> {
  const rows = await rowsByUrl(
    urls,
    pathsMeant,
    (column, values) =>
      pictureRows(database.read).where(column, 'in', values).orderBy('media.post_id').execute(),
    known,
  );
  const left = urls.filter((url) => !rows.has(url) && url.includes(uploadsPath));
  const edited =
    left.length === 0
      ? []
      : await rowsByUrl(
          left,
          pathsBeforeEdit,
          (column, values) => findEdited(database.read, column, values),
          known,
        );
  const shown = [...edited].map(([url, { now }]) => [url, namesEdited(url) ? now : asBefore(now)] as const);
  return new Map([...rows, ...shown].map(([url, row]) => [url, toFound(siteUrl, row)]));
}

/** A picture that was edited at the site that it came from, with the names that its file had before. */
interface EditedRow {
  readonly file: string;
  readonly sourceUrl: string;
  readonly now: FoundRow;
}

/** Names whose edited versions are looked for together. */
const editedAtOnce = 50;
/** Files of names that begin like theirs that are looked at. */
const mostEdited = 500;

/** Pictures whose file is here and that had one of these names before they were edited. */
async function findEdited(
  read: Reader,
  column: 'media.file' | 'media.source_url',
  values: readonly string[],
): Promise<EditedRow[]> {
  const found: EditedRow[] = [];
  for (let at = 0; at < values.length; at += editedAtOnce) {
    // One question for each range: of many in one condition SQLite makes a walk through all files.
    const questions = values
      .slice(at, at + editedAtOnce)
      .flatMap(rangesOfEdited)
      .map(([from, before]) =>
        read
          .selectFrom('media')
          .select('media.post_id as id')
          .where(column, '>=', from)
          .where(column, '<', before),
      );
    const [first, ...others] = questions;
    const ids = first ? await others.reduce((all, one) => all.unionAll(one), first).execute() : [];
    if (ids.length === 0) continue;
    const rows = await pictureRows(read)
      .where('media.file', '<>', '')
      .where(
        'media.post_id',
        'in',
        ids.slice(0, mostEdited).map(({ id }) => id),
      )
      .orderBy('media.post_id')
      .execute();
    for (const now of rows) {
      const [file, sourceUrl] = [beforeEdit(now.file), beforeEdit(now.sourceUrl)];
      if (file !== undefined || sourceUrl !== undefined)
        found.push({ file: file ?? '', sourceUrl: sourceUrl ?? '', now });
    }
  }
  return found;
}

/** A picture as it was before it was edited, where we have its file of then; else as it is. */
function asBefore(now: FoundRow): FoundRow {
  const path = beforeEdit(now.file) ?? '';
  const name = basename(path);
  const former = parseFormer(now.sizes);
  const stem = name.slice(0, name.length - extname(name).length);
  const whole = former[`${stem}-scaled${extname(name)}`] ?? former[name];
  if (whole === undefined) return now;
  const sizes = Object.entries(former)
    .filter(
      ([, { file }]) => file.startsWith(`${stem}-`) && /^\d{1,5}x\d{1,5}\./.test(file.slice(stem.length + 1)),
    )
    .map(([key, { former: _former, ...size }]) => [key, size] as const);
  // Where it was cropped, the point that stays in sight is another one.
  return {
    ...now,
    file: join(dirname(path), whole.file),
    edition: 0,
    width: whole.width,
    height: whole.height,
    focalX: 500,
    focalY: 500,
    sizes: JSON.stringify(Object.fromEntries(sizes)),
  };
}
