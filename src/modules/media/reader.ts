import { fileVersionSql } from '../posts/index.ts';
import { basename, dirname, extname, join } from 'node:path/posix';
import { domainToASCII, domainToUnicode } from 'node:url';
import { sql } from 'kysely';
import type { Reader } from '../../kernel/db/open-database.ts';
import { drawingTypes, uploadsPath, parseFormer } from './model.ts';
import type { MediaPicture } from './model.ts';
import {
  beforeEdit,
  namesEdited,
  pathsBeforeEdit,
  pathsMeant,
  rangesOfEdited,
} from '../../lib/markup/media-names.ts';
import { toPicture, toPictureFiles } from './picture.ts';
import type { PictureRow, PictureFiles } from './picture.ts';
import type { FormerSites } from '../../lib/former-sites.ts';
import { portions } from '../../lib/batch.ts';
import { creditKey } from '../types/index.ts';
import type { Settings } from '../settings/index.ts';

interface Source {
  readonly database: { readonly read: Reader };
  /** Without a trailing slash. */
  readonly siteUrl: string;
}

export interface FoundPicture extends MediaPicture {
  /** Increases with every change of the file, its metadata or its caption. */
  readonly version: number;
}

interface FoundRow extends PictureRow {
  readonly version: number;
}

const toFound = (siteUrl: string, row: FoundRow): FoundPicture => ({
  ...toPicture(siteUrl, row),
  version: row.version,
});

function pictureRows(read: Reader) {
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
    .select(fileVersionSql.as('version'))
    .where('post.mime_type', 'like', 'image/%');
}

/** Images by attachment id, without other files and images of unknown URL. */
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

/** Images by URL as found in content (see `rowsByUrl`), in any size; `width` and `height` are the original's. */
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

interface EditedRow {
  readonly file: string;
  readonly sourceUrl: string;
  readonly now: FoundRow;
}

/** Names searched for edited versions at once. */
const editedAtOnce = 50;
/** Maximum number of files with matching name prefixes that are checked. */
const maxEdited = 500;

/** Imported images that had one of these names before they were edited. */
async function findEdited(
  read: Reader,
  column: 'media.file' | 'media.source_url',
  values: readonly string[],
): Promise<EditedRow[]> {
  const found: EditedRow[] = [];
  for (let at = 0; at < values.length; at += editedAtOnce) {
    // One query per range: for many ranges in one condition, SQLite scans all files.
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
        ids.slice(0, maxEdited).map(({ id }) => id),
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

/** An image's file before its edit if we have it, otherwise the current one. */
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
  // The focal point of the cropped image doesn't apply to the former one.
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

interface Addressed {
  readonly file: string;
  readonly sourceUrl: string;
}

function decode(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path; // a literal per cent sign
  }
}

function uploadedFile(url: string): string | undefined {
  const at = url.indexOf(uploadsPath);
  const file = at < 0 ? '' : decode(url.slice(at + uploadsPath.length).replace(/[?#].*$/s, ''));
  return file.includes('\0') ? undefined : file; // PostgreSQL rejects null bytes
}

/** A protocol-relative URL with its host as written, in Punycode and in Unicode. */
function spellings(bare: string): string[] {
  const [, host = '', port = '', path = ''] = /^\/\/([^/:?#]+)(:\d+)?(.*)$/s.exec(bare) ?? [];
  if (!/[^\p{ASCII}]|xn--/iu.test(host)) return [bare];
  return [...new Set([host, domainToASCII(host), domainToUnicode(host)])]
    .filter((one) => one !== '')
    .map((one) => `//${one}${port}${path}`);
}

/**
 * Rows by URL as found in content. `candidates`: its possible paths, exact first; `load` returns preferred rows first.
 * An exact original URL wins over a path here; URLs outside a `known` site's path on its host match no path here.
 */
export async function rowsByUrl<Row extends Addressed>(
  urls: readonly string[],
  candidates: (path: string) => readonly string[],
  load: (column: 'media.file' | 'media.source_url', values: readonly string[]) => Promise<readonly Row[]>,
  known?: FormerSites,
): Promise<Map<string, Row>> {
  // Both schemes: sites moved to HTTPS after their content was written.
  const sourceUrls = (url: string) => {
    const bare = url.replace(/[?#].*$/s, '').replace(/^https?:/i, '');
    return bare.startsWith('//')
      ? candidates(bare)
          .flatMap(spellings)
          .flatMap((found) => [`https:${found}`, `http:${found}`])
      : [];
  };
  const candidatesByUrl = new Map(
    [...new Set(urls)].map((url) => {
      const file = known?.isBeside(url) ? undefined : uploadedFile(url);
      return [url, { files: file ? candidates(file) : [], sources: sourceUrls(url) }];
    }),
  );
  const byFile = new Map<string, Row>();
  const bySource = new Map<string, Row>();
  const find = async (column: 'media.file' | 'media.source_url', values: readonly string[]) => {
    for (const some of portions(values)) {
      for (const row of await load(column, some)) {
        if (!byFile.has(row.file) && row.file) byFile.set(row.file, row);
        if (!bySource.has(row.sourceUrl) && row.sourceUrl) bySource.set(row.sourceUrl, row);
      }
    }
  };
  await find('media.file', [...new Set([...candidatesByUrl.values()].flatMap(({ files }) => files))]);
  const rowAt = (files: readonly string[]) => byFile.get(files.find((name) => byFile.has(name)) ?? '');
  // A file with this path may be from another site: sites merged here can each have a file of that name.
  const left = [...candidatesByUrl.values()].filter(
    ({ files, sources }) => !sources.includes(rowAt(files)?.sourceUrl ?? ''),
  );
  await find('media.source_url', [...new Set(left.flatMap(({ sources }) => sources))]);
  const found = new Map<string, Row>();
  for (const [url, { files, sources }] of candidatesByUrl) {
    const own = rowAt(files);
    const source =
      own && sources.includes(own.sourceUrl) ? undefined : sources.find((name) => bySource.has(name));
    const row = (source === undefined ? undefined : bySource.get(source)) ?? own;
    if (row) found.set(url, row);
  }
  return found;
}

export interface LeadPicture {
  readonly picture: MediaPicture;
  readonly files: PictureFiles;
  /** HTML as stored; may be empty. */
  readonly credit: string;
}

/** Cache key within a page: its head and blocks load the image concurrently. */
export const leadPictureKey = (id: number): string => `lead picture ${id}`;

const creditSql = sql<
  string | null
>`(select value from post_meta where post_meta.post_id = media.post_id and key = ${sql.lit(creditKey)} order by id limit 1)`;

/** An image by attachment id; undefined for 0, other files and images of unknown URL. One query. */
export async function findLeadPicture(
  { database, siteUrl }: { readonly database: { readonly read: Reader }; readonly siteUrl: string },
  id: number,
): Promise<LeadPicture | undefined> {
  if (id === 0) return undefined;
  const row = await pictureRows(database.read)
    .select(['post.mime_type as mime', 'media.bytes', creditSql.as('credit')])
    .where('media.post_id', '=', id)
    .executeTakeFirst();
  const files = row && toPictureFiles(siteUrl, row);
  return files && { picture: toPicture(siteUrl, row), files, credit: row.credit ?? '' };
}

/** Maximum ratio of a logo's sides at which it is recognizable in a square. */
const maxOfSquare = 1.25;

/** The site icon: `site_icon`, otherwise a roughly square logo, or undefined. `pictures` must include SVG. */
export function iconOf(
  pictures: ReadonlyMap<number, PictureFiles>,
  { site_icon: icon, site_logo: logo }: Pick<Settings, 'site_icon' | 'site_logo'>,
): PictureFiles | undefined {
  const chosen = pictures.get(icon);
  if (chosen) return chosen;
  const { original: { width, height } = { width: 0, height: 0 } } = pictures.get(logo) ?? {};
  const isSquare = width > 0 && height > 0 && Math.max(width / height, height / width) <= maxOfSquare;
  return isSquare ? pictures.get(logo) : undefined;
}

/** SVG icons work in browser tabs, but not on phones' home screens. */
export const isDrawing = ({ original }: PictureFiles): boolean => original.mime === drawingTypes.svg;
