import type { Reader } from '../../db/open-database.ts';
import { mediaUrl } from './picture.ts';
import { versionSql } from './version-sql.ts';

/** A file of the library that is played or downloaded. */
export interface MediaFile {
  readonly url: string;
  /** HTML. */
  readonly title: string;
  readonly mimeType: string;
}

/** A file as it was found. */
export interface FoundFile extends MediaFile {
  /** Grows with every change of the file and its title. */
  readonly version: number;
}

/** Most attachments of one post that a gallery without ids shows. */
const mostAttached = 200;

/** Ids of the files of a kind that were uploaded to a post, in menu order: what `[gallery]` and `[playlist]` without ids show. */
export async function findAttachedIds(read: Reader, postId: number, kind: 'image' | 'audio' | 'video'): Promise<number[]> {
  const rows = await read.selectFrom('post').select('id').where('parent_id', '=', postId).where('type', '=', 'attachment').where('status', '=', 'inherit').where('mime_type', 'like', `${kind}/%`)
    .orderBy('menu_order').orderBy('id').limit(mostAttached).execute();
  return rows.map(({ id }) => id);
}

/** Files by attachment id, of any kind; those whose address is not known are missing. */
export async function findMediaFiles({ database, siteUrl }: { readonly database: { readonly read: Reader }; readonly siteUrl: string }, ids: readonly number[]): Promise<Map<number, FoundFile>> {
  if (ids.length === 0) return new Map();
  const rows = await database.read.selectFrom('media').innerJoin('post', 'post.id', 'media.post_id')
    .select(['post.id', 'post.title', 'post.mime_type as mimeType', 'media.file', 'media.source_url as sourceUrl']).select(versionSql.as('version')).where('media.post_id', 'in', [...new Set(ids)]).execute();
  return new Map(rows.map((row) => [row.id, { url: mediaUrl(siteUrl, row), title: row.title, mimeType: row.mimeType, version: row.version }] as const).filter(([, { url }]) => url !== ''));
}
