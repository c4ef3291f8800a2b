import type { Content } from '../../modules/content/content.ts';
import type { Post, PostCard } from '../../modules/posts/model.ts';
import { relatedSize } from '../../modules/related/related-posts.ts';
import { postTypeNamed } from '../../modules/types/registry.ts';
import { readerText } from '../../modules/settings/definitions/translations.ts';
import type { Settings } from '../../modules/settings/settings.ts';
import { siteDates } from '../../modules/settings/site-facts.ts';
import { cutText } from '../../lib/cut-text.ts';
import { escapeHtml } from '../../lib/plain-text.ts';
import { formatDate } from '../../ui/language.ts';
import { plateGround } from '../../ui/picture.tsx';
import type { RelatedConfig, RelatedItem, RelatedList } from './related-item.ts';

export interface RelatedOptions {
  readonly excludeIds: readonly number[];
  /** See `RelatedPosts.find`. */
  readonly waitMs?: number;
}

/**
 * Widths of pictures: three in a row, two in a row, or next to their text. Browsers that support `auto` for lazy
 * pictures measure the space; others use the width of a row below a sidebar.
 */
const pictureSizes = {
  third: 'auto, (min-width: 1024px) 32vw, (min-width: 600px) 192px, 112px',
  half: 'auto, (min-width: 1024px) 48vw, (min-width: 600px) 296px, 112px',
  beside: '(min-width: 600px) 200px, 112px',
} as const;

/** Width of one of `count` posts in a grid of full rows: two per row at the end if three don't divide the count; a single post takes the row. */
export function placeInGrid(position: number, count: number): keyof typeof pictureSizes {
  if (count === 1) return 'beside';
  const byTwos = count % 3 === 0 ? 0 : count % 3 === 2 ? 2 : 4;
  return position >= count - byTwos ? 'half' : 'third';
}

/** Characters of three lines, in columns or in rows. */
const excerptRooms = { grid: 120, list: 210 } as const;

export function relatedConfig({
  related_posts_headline: headline,
  related_posts_heading: heading,
}: Settings): RelatedConfig {
  return { headline, heading };
}

export function emptyRelatedList(settings: Settings): RelatedList {
  return {
    items: [],
    show_thumbnails: settings.related_posts_show_thumbnails,
    show_date: settings.related_posts_show_date,
    show_context: settings.related_posts_show_context,
    layout: settings.related_posts_layout,
  };
}

/** Ids of related posts: an editor's choice, then the best first, without excluded ones and the post itself; undefined if not ranked yet. */
export async function relatedIds(
  { related }: Pick<Content, 'related'>,
  post: Post,
  { excludeIds, waitMs }: RelatedOptions,
): Promise<readonly number[] | undefined> {
  const excluded = new Set([post.id, ...excludeIds]);
  const found = await related.find(post, waitMs);
  return found && [...new Set([...post.details.relatedFirst, ...found])].filter((id) => !excluded.has(id));
}

/**
 * The first of `ids`, as many as the site shows, without drafts and protected posts. `cards` returns cards in the order
 * of `ids`, without posts that are not listed.
 */
export async function relatedList(
  content: Pick<Content, 'settings' | 'siteUrl'>,
  post: Post,
  {
    ids,
    cards,
  }: { readonly ids: readonly number[]; readonly cards: (ids: readonly number[]) => Promise<PostCard[]> },
): Promise<RelatedList> {
  const settings = await content.settings.current();
  const size = relatedSize(settings);
  const found = async (some: readonly number[]) =>
    (await cards(some)).filter(({ type }) => postTypeNamed(type).supports.has('related'));
  const first = await found(ids.slice(0, size));
  // The next posts replace those unpublished since the ranking.
  const shown =
    first.length < size && ids.length > size
      ? [...first, ...(await found(ids.slice(size)))].slice(0, size)
      : first;
  const items = shown.map((card, position) =>
    toItem(
      card,
      { origin: post.id, position },
      content.siteUrl,
      settings,
      settings.related_posts_layout === 'list' ? 'beside' : placeInGrid(position, shown.length),
    ),
  );
  return { ...emptyRelatedList(settings), items };
}

function toItem(
  card: PostCard,
  urlMeta: RelatedItem['url_meta'],
  siteUrl: string,
  settings: Settings,
  place: keyof typeof pictureSizes,
): RelatedItem {
  const { picture, category } = card;
  const date = formatDate(card.publishedAt, 'full', siteDates(settings));
  return {
    id: card.id,
    url: siteUrl + card.url,
    rel: '',
    title: card.title || date,
    url_meta: urlMeta,
    classes: [],
    format: card.format === 'standard' ? false : card.format,
    date,
    publishedAt: card.publishedAt,
    ground: plateGround(card, picture),
    context: category ? readerText(settings, 'related_context').replace('%s', () => category.name) : '',
    excerpt: escapeHtml(cutText(card.excerpt, excerptRooms[settings.related_posts_layout])),
    img: picture
      ? {
          src: picture.src,
          width: picture.width,
          height: picture.height,
          alt_text: picture.alt,
          ...(picture.srcset === '' ? {} : { srcset: picture.srcset, sizes: pictureSizes[place] }),
        }
      : { src: '', width: 0, height: 0, alt_text: '' },
  };
}
