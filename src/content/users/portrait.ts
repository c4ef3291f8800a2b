import type { Content } from '../content.ts';
import { findPictures } from '../media/reader.ts';
import { positive } from '../../lib/numbers.ts';

/** User meta that names the attachment of somebody's portrait. */
export const portraitMetaKey = 'portrait_media_id';
/** Pixels that a portrait is shown at, twice over for dense screens. */
const wantedWidth = 128;

/** Address of somebody's square portrait, and the attachment that it is; undefined when they have none. */
export async function findPortrait(content: Pick<Content, 'database' | 'siteUrl'>, userId: number): Promise<{ readonly mediaId: number; readonly url: string } | undefined> {
  const row = await content.database.read.selectFrom('user_meta').select('value').where('user_id', '=', userId).where('key', '=', portraitMetaKey).executeTakeFirst();
  const mediaId = positive(row?.value);
  const picture = mediaId === undefined ? undefined : (await findPictures(content, [mediaId])).get(mediaId);
  if (!picture) return undefined;
  const sizes = picture.srcset.split(', ').map((entry) => entry.split(' ')).map(([url = '', width = '']) => ({ url, width: Number.parseInt(width, 10) }));
  const fitting = sizes.filter(({ url, width }) => url !== '' && width >= wantedWidth).toSorted((a, b) => a.width - b.width)[0];
  return { mediaId: picture.id, url: fitting?.url ?? picture.src };
}
