import type { PageInfo, TagWeight } from '../../blocks/load-context.ts';
import type { Tag } from '../../modules/content/tags.ts';
import type { Breaking, Front, FrontArea, Pin } from '../../modules/front/model.ts';
import { pinnedTo } from '../../modules/front/model.ts';
import { findPictures } from '../../modules/media/reader.ts';
import type { Picture, Post, PostCard } from '../../modules/posts/model.ts';
import { siteTypography } from '../../modules/settings/site-facts.ts';
import type { Settings } from '../../modules/settings/settings.ts';
import { escapeHtml } from '../../lib/plain-text.ts';
import type { Site } from './site.ts';
import type { LoadedData } from './tagged-cache.ts';

/** The front page with its further pages, and the page that lists the posts if another one is the front page. */
export const isFrontPage = ({ kind, path, isPart = false }: PageInfo): boolean =>
  !isPart && (kind === 'home' || (kind === 'page' && path === '/'));

/** The arrangement of editors, for one render of the front page. */
export interface FrontView {
  readonly breaking: Breaking | null;
  /** Prefix of the keys of cached block data; empty if cards and lists are those of other pages. */
  readonly dataScope: string;
  pinsOf(area: FrontArea): readonly number[];
  /** Posts that are pinned to bands and not shown yet. */
  claimedBeside(shown: ReadonlySet<number>): ReadonlySet<number>;
  /** Cards with the headlines and pictures that editors gave them. */
  dressCards(cards: LoadedData<PostCard>[]): LoadedData<PostCard>[] | Promise<LoadedData<PostCard>[]>;
  dressPost(post: Post): Post;
}

/** `front`: without ended pins. */
export function createFrontView(site: Site, settings: Settings, front: Front): FrontView {
  const changed = new Map(
    front.pins
      .filter(({ headline, mediaId }) => headline !== '' || mediaId > 0)
      .map((pin) => [pin.postId, pin]),
  );
  const inBands = new Set(front.pins.filter(({ area }) => area !== 'lead').map(({ postId }) => postId));
  const mediaIds = [...changed.values()].flatMap(({ mediaId }) => (mediaId > 0 ? [mediaId] : []));
  let loading: Promise<ReadonlyMap<number, Picture>> | undefined;
  const pictures = () => (loading ??= findPictures(site.content, mediaIds));
  return {
    breaking: front.breaking,
    // The end of a pin changes the number of pins, and every edit the revision.
    dataScope: changed.size + inBands.size === 0 ? '' : `front ${front.revision} ${front.pins.length} `,
    pinsOf: (area) => pinnedTo(front, area),
    claimedBeside: (shown) => new Set([...inBands].filter((id) => !shown.has(id))),
    dressCards: (cards) => {
      if (!cards.some(({ data }) => changed.has(data.id))) return cards;
      return Promise.resolve(mediaIds.length > 0 ? pictures() : new Map<number, Picture>()).then((found) =>
        cards.map((card) => {
          const pin = changed.get(card.data.id);
          return pin ? dressCard(card, pin, found.get(pin.mediaId), settings) : card;
        }),
      );
    },
    dressPost: (post) => {
      const pin = changed.get(post.id);
      if (!pin) return post;
      return {
        ...post,
        title: pin.headline === '' ? post.title : escapeHtml(pin.headline),
        featuredMediaId: pin.mediaId || post.featuredMediaId,
      };
    },
  };
}

function dressCard(
  card: LoadedData<PostCard>,
  { headline, mediaId }: Pin,
  picture: Picture | undefined,
  settings: Settings,
): LoadedData<PostCard> {
  const { data } = card;
  const tags = new Map<Tag, TagWeight>(card.tags);
  if (mediaId > 0) tags.set(`media:${mediaId}`, 'secondary');
  return {
    ...card,
    tags,
    data: {
      ...data,
      title: headline === '' ? data.title : siteTypography(settings).text(headline),
      picture: picture ?? data.picture,
    },
  };
}
