import type { Reader } from '../../kernel/db/open-database.ts';
import { positive } from '../../lib/numbers.ts';
import { mediaUrl } from '../media/picture.ts';
import { findPictures } from '../media/reader.ts';
import type { Picture } from '../posts/card.ts';

/** User meta that names an attachment of the library as somebody's portrait; one that they uploaded themselves stands before it. */
export const portraitMetaKey = 'portrait_media_id';
/** Sides in pixels of the files of a portrait. */
export const portraitSides = { large: 512, small: 192 } as const;
/** Pixels up to which a portrait is small: twice over for dense screens. */
const smallUpTo = portraitSides.small / 2;

/** Somebody's square portrait. */
export interface Portrait {
  /** Attachment of the library; 0: a file of their own. */
  readonly mediaId: number;
  /** Address of what is shown at up to 96 pixels. */
  readonly url: string;
  /** Address of what is shown larger. */
  readonly large: string;
}

type Source = { readonly database: { readonly read: Reader }; readonly siteUrl: string };

/** Paths below the uploads folder of the files that an uploaded portrait has, by the path of the large one: that first. */
export function portraitFiles(file: string): [large: string, small: string] {
  return [file, file.replace(/\.webp$/, `-${portraitSides.small}.webp`)];
}

/** The address that fits where a portrait is shown with sides of so many pixels. */
export function portraitAt({ url, large }: Pick<Portrait, 'url' | 'large'>, pixels: number): string {
  return pixels > smallUpTo ? large : url;
}

/** The portraits of people, by user; those who have none are missing. One query, and one for those whose portrait is of the library. */
export async function findPortraits(
  content: Source,
  userIds: readonly number[],
): Promise<Map<number, Portrait>> {
  if (userIds.length === 0) return new Map();
  const rows = await content.database.read
    .selectFrom('user')
    .leftJoin('user_meta', (join) =>
      join.onRef('user_meta.user_id', '=', 'user.id').on('user_meta.key', '=', portraitMetaKey),
    )
    .select(['user.id', 'user.portrait', 'user_meta.value'])
    .where('user.id', 'in', userIds)
    .where((eb) => eb.or([eb('user.portrait', '<>', ''), eb('user_meta.value', 'is not', null)]))
    .execute();
  const pictures = await findPictures(
    content,
    rows.flatMap(({ portrait, value }) => (portrait === '' ? [positive(value ?? '') ?? 0] : [])),
  );
  return new Map(
    rows.flatMap(({ id, portrait, value }): [number, Portrait][] => {
      if (portrait !== '') {
        const [large, url] = portraitFiles(portrait).map((file) =>
          mediaUrl(content.siteUrl, { file, sourceUrl: '', edition: 0 }),
        );
        return [[id, { mediaId: 0, url: url ?? '', large: large ?? '' }]];
      }
      const mediaId = positive(value ?? '') ?? 0;
      const picture = pictures.get(mediaId);
      return picture
        ? [[id, { mediaId, url: fittingAddress(picture, 128), large: fittingAddress(picture, 256) }]]
        : [];
    }),
  );
}

/** The smallest size that is wide enough (pixels). */
function fittingAddress({ src, srcset }: Pick<Picture, 'src' | 'srcset'>, wanted: number): string {
  const sizes = srcset
    .split(', ')
    .map((entry) => entry.split(' '))
    .map(([url = '', width = '']) => ({ url, width: Number.parseInt(width, 10) }));
  return (
    sizes.filter(({ url, width }) => url !== '' && width >= wanted).toSorted((a, b) => a.width - b.width)[0]
      ?.url ?? src
  );
}
