import type { Reader } from '../../db/open-database.ts';
import { findPictures } from '../media/reader.ts';
import type { Picture } from '../posts/card.ts';
import { positive } from '../../lib/numbers.ts';

/** User meta that names the attachment of somebody's portrait. */
const portraitMetaKey = 'portrait_media_id';
/** Pixels that a portrait is shown at, twice over for dense screens. */
const wantedWidth = 128;

/** Somebody's square portrait. */
export interface Portrait {
  readonly mediaId: number;
  readonly url: string;
}

type Source = { readonly database: { readonly read: Reader }; readonly siteUrl: string };

/** The portraits of people, by user; those who have none are missing. Two queries. */
export async function findPortraits(content: Source, userIds: readonly number[]): Promise<Map<number, Portrait>> {
  if (userIds.length === 0) return new Map();
  const rows = await content.database.read.selectFrom('user_meta').select(['user_id', 'value']).where('user_id', 'in', userIds)
    .where('key', '=', portraitMetaKey).execute();
  const media = new Map(rows.map((row) => [row.user_id, positive(row.value) ?? 0]));
  const pictures = await findPictures(content, [...media.values()]);
  return new Map([...media].flatMap(([userId, mediaId]) => {
    const picture = pictures.get(mediaId);
    return picture ? [[userId, { mediaId, url: fittingAddress(picture) }] as const] : [];
  }));
}

/** The smallest size that is wide enough. */
function fittingAddress({ src, srcset }: Pick<Picture, 'src' | 'srcset'>): string {
  const sizes = srcset.split(', ').map((entry) => entry.split(' ')).map(([url = '', width = '']) => ({ url, width: Number.parseInt(width, 10) }));
  return sizes.filter(({ url, width }) => url !== '' && width >= wantedWidth).toSorted((a, b) => a.width - b.width)[0]?.url ?? src;
}
