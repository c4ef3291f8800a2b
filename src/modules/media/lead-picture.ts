import { sql } from 'kysely';
import type { Reader } from '../../kernel/db/open-database.ts';
import { creditKey } from '../types/names.ts';
import type { MediaPicture } from './media.ts';
import { toPictureFiles } from './picture-files.ts';
import type { PictureFiles } from './picture-files.ts';
import { pictureRows } from './reader.ts';
import { toPicture } from './picture.ts';

/** The picture of an article: as readers see it above the text, and as machines are told of it. */
export interface LeadPicture {
  readonly picture: MediaPicture;
  readonly files: PictureFiles;
  /** HTML, as its uploader wrote it; may be empty. */
  readonly credit: string;
}

/** Names the answer of `findLeadPicture` among what a page keeps: its head and its blocks ask side by side. */
export const leadPictureKey = (id: number): string => `lead picture ${id}`;

const creditSql = sql<
  string | null
>`(select value from post_meta where post_meta.post_id = media.post_id and key = ${sql.lit(creditKey)} order by id limit 1)`;

/** A picture by attachment id; undefined for 0, for other files, and where its address is not known. One query. */
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
