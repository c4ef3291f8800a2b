import { findAttachedIds, findMediaFiles } from '../../modules/media/attached.ts';
import type { MediaFile } from '../../modules/media/attached.ts';
import type { MediaPicture } from '../../modules/media/model.ts';
import { findPictures } from '../../modules/media/reader.ts';
import type { Picture } from '../../modules/posts/model.ts';
import { findPostPaths } from '../../modules/posts/addresses.ts';
import { findSummaries } from '../../modules/posts/reader.ts';
import { readerText } from '../../modules/settings/definitions/translations.ts';
import { siteTypography } from '../../modules/settings/site-facts.ts';
import type { LoadContext } from '../load-context.ts';

export interface PictureSize {
  readonly url: string;
  /** Pixels. */
  readonly width: number;
  readonly height: number;
}

export interface NeighbourPicture {
  readonly url: string;
  readonly picture: Picture;
}

export interface AttachmentData {
  readonly picture: Picture | undefined;
  /** Smallest first; empty if the picture's own size is unknown. */
  readonly sizes: readonly PictureSize[];
  /** Set unless it is a picture. */
  readonly file: MediaFile | undefined;
  /** URL of a video's poster; may be empty. */
  readonly poster: string;
  /** Plain text. */
  readonly caption: string;
  readonly parent: { readonly title: string; readonly url: string } | undefined;
  readonly previous: NeighbourPicture | undefined;
  readonly next: NeighbourPicture | undefined;
  readonly labels: { readonly previous: string; readonly next: string };
}

export async function load(_settings: unknown, context: LoadContext): Promise<AttachmentData | undefined> {
  const {
    content,
    page: { post },
  } = context;
  if (!post) return undefined;
  const { read } = content.database;
  const siblings =
    post.parentId > 0 && post.mimeType.startsWith('image/')
      ? await findAttachedIds(read, post.parentId, 'image')
      : [];
  const place = siblings.indexOf(post.id);
  const [before, after] = place < 0 ? [] : [siblings[place - 1], siblings[place + 1]];
  const shown = [post.id, before, after].filter((id) => id !== undefined);
  const [pictures, files, summaries, site] = await Promise.all([
    findPictures(content, [...shown, post.featuredMediaId]),
    findMediaFiles(content, [post.id]),
    findSummaries(read, [...shown, post.parentId]),
    content.settings.current(),
  ]);
  for (const id of [...shown, post.parentId, ...(post.featuredMediaId > 0 ? [post.featuredMediaId] : [])])
    context.tag(`post:${id}`);
  const paths = await findPostPaths(read, [...summaries.values()], site.permalink_structure);
  const neighbour = (id: number | undefined): NeighbourPicture | undefined => {
    const [picture, url] = id === undefined ? [] : [pictures.get(id), paths.get(id)];
    return picture && url !== undefined ? { picture, url } : undefined;
  };
  const picture = pictures.get(post.id);
  const typography = siteTypography(site);
  const parent = summaries.get(post.parentId);
  return {
    picture,
    sizes: picture ? sizesOf(picture) : [],
    file: picture ? undefined : files.get(post.id),
    poster: picture ? '' : (pictures.get(post.featuredMediaId)?.src ?? ''),
    caption: typography.line(post.excerpt),
    parent: parent && { title: typography.line(parent.title), url: paths.get(parent.id) ?? '' },
    previous: neighbour(before),
    next: neighbour(after),
    labels: { previous: readerText(site, 'previous'), next: readerText(site, 'next') },
  };
}

function sizesOf({ srcset, width, height, fullUrl }: MediaPicture): PictureSize[] {
  if (width === 0) return [];
  const smaller = srcset
    .split(/,\s+/)
    .map((entry) => entry.split(' '))
    .map(([url = '', pixels = '']) => ({ url, width: Number.parseInt(pixels, 10) }))
    .filter(
      (size, index, all) => size.width < width && all.findIndex(({ url }) => url === size.url) === index,
    );
  return [
    ...smaller.map((size) => ({ ...size, height: Math.round((size.width * height) / width) })),
    { url: fullUrl, width, height },
  ];
}
