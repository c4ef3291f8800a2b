import { sql } from 'kysely';
import type { Reader } from '../../kernel/db/open-database.ts';
import { enlistedBesideStatusSql, mayBeOpenedBesideStatusSql, fileVersionSql } from '../posts/index.ts';
import { fileType } from '../types/index.ts';
import { portions } from '../../lib/batch.ts';
import { rowsByUrl } from './reader.ts';
import { mediaUrl } from './picture.ts';
import type { FormerSites } from '../../lib/former-sites.ts';

export interface MediaFile {
  readonly url: string;
  /** HTML. */
  readonly title: string;
  readonly mimeType: string;
}

export interface FoundFile extends MediaFile {
  readonly id: number;
  /** 0 if unknown, as for files that were never imported. */
  readonly bytes: number;
  readonly version: number;
  /** The poster image of a video; 0 if it isn't set. */
  readonly posterId: number;
}

/** Maximum number of attachments that a gallery without ids shows. */
const maxAttached = 1000;

export interface AttachedOrder {
  /** `title` ignores case. */
  readonly by: 'menu' | 'date' | 'title' | 'id';
  readonly direction: 'asc' | 'desc';
  readonly limit?: number;
}

const columns = {
  menu: sql`menu_order`,
  date: sql`published_at`,
  title: sql`lower(title)`,
  id: sql`id`,
} as const;

/** Ids of a post's attachments of a kind, in menu order by default: the content of galleries and playlists without ids. */
export async function findAttachedIds(
  read: Reader,
  postId: number,
  kind: 'image' | 'audio' | 'video',
  order?: AttachedOrder,
): Promise<number[]> {
  return (await findAttachedTo(read, [postId], kind, order)).get(postId) ?? [];
}

/** Like `findAttachedIds` for content of another post; empty unless the post is public and has no password. */
export async function findAttachedElsewhere(
  read: Reader,
  postId: number,
  kind: 'image' | 'audio' | 'video',
  order?: AttachedOrder,
): Promise<number[]> {
  const open = await read
    .selectFrom('post')
    .select('id')
    .where('id', '=', postId)
    .where(enlistedBesideStatusSql)
    .executeTakeFirst();
  return open ? findAttachedIds(read, postId, kind, order) : [];
}

export async function findAttachedTo(
  read: Reader,
  postIds: readonly number[],
  kind: 'image' | 'audio' | 'video',
  order?: AttachedOrder,
): Promise<Map<number, number[]>> {
  const found = new Map<number, number[]>();
  const { by: column, direction } = order ?? { by: 'menu', direction: 'asc' };
  const by = sql`${columns[column]} ${sql.raw(direction)}, id ${sql.raw(direction)}`;
  for (const some of portions([...new Set(postIds)])) {
    const { rows } = await sql<{ id: number; parent_id: number }>`select id, parent_id from (
      select id, parent_id, row_number() over (partition by parent_id order by ${by}) as place from post
      where parent_id in (${sql.join(some)}) and type = ${sql.lit(fileType)} and ${mayBeOpenedBesideStatusSql}
        and mime_type like ${`${kind}/%`}
    ) as attached where place <= ${order?.limit ?? maxAttached} order by parent_id, place`.execute(read);
    for (const { id, parent_id: postId } of rows) {
      const ids = found.get(postId);
      if (ids) ids.push(id);
      else found.set(postId, [id]);
    }
  }
  return found;
}

interface Source {
  readonly database: { readonly read: Reader };
  /** Without a trailing slash. */
  readonly siteUrl: string;
}

function fileRows(read: Reader) {
  return read
    .selectFrom('media')
    .innerJoin('post', 'post.id', 'media.post_id')
    .select([
      'post.id',
      'post.title',
      'post.mime_type as mimeType',
      'media.file',
      'media.source_url as sourceUrl',
      'media.edition',
      'media.bytes',
      'post.featured_media_id as posterId',
    ])
    .select(fileVersionSql.as('version'));
}

type FileRow = Awaited<ReturnType<ReturnType<typeof fileRows>['execute']>>[number];

const toFile = (siteUrl: string, row: FileRow): FoundFile => ({
  id: row.id,
  url: mediaUrl(siteUrl, row),
  title: row.title,
  mimeType: row.mimeType,
  bytes: row.bytes,
  version: row.version,
  posterId: row.mimeType.startsWith('video/') ? row.posterId : 0,
});

/** Files of any kind by attachment id, without those whose URL is unknown. */
export async function findMediaFiles(
  { database, siteUrl }: Source,
  ids: readonly number[],
): Promise<Map<number, FoundFile>> {
  if (ids.length === 0) return new Map();
  const rows = await fileRows(database.read)
    .where('media.post_id', 'in', [...new Set(ids)])
    .execute();
  return new Map(
    rows.map((row) => [row.id, toFile(siteUrl, row)] as const).filter(([, { url }]) => url !== ''),
  );
}

/** Files of any kind by URL as found in content (see `rowsByUrl`), by exact name. */
export async function findFilesByUrls(
  { database, siteUrl }: Source,
  urls: readonly string[],
  known?: FormerSites,
): Promise<Map<string, FoundFile>> {
  const rows = await rowsByUrl(
    urls,
    (path) => [path],
    (column, values) =>
      fileRows(database.read).where(column, 'in', values).orderBy('media.post_id').execute(),
    known,
  );
  return new Map([...rows].map(([url, row]) => [url, toFile(siteUrl, row)]));
}
