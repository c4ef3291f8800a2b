import type { PostCard } from '../../modules/posts/card.ts';
import { excerptOf } from '../../modules/posts/excerpt.ts';
import type { Post } from '../../modules/posts/post.ts';
import { siteTypography } from '../../modules/settings/site-typography.ts';
import { currentPost, leadPictureOf } from '../current-post.server.ts';
import type { LoadContext } from '../load-context.ts';

/** The post that a block is about. */
export interface Item extends PostCard {
  /** Whole, where it is the one that the page is about: of others there is what lists show. */
  readonly post: Post | undefined;
}

/**
 * The post that a block is about: the one of the list that it stands in, else the page's; undefined where there is none. Blocks that stand in one list ask
 * together, and those of the page's post ask nothing that is not known.
 */
export async function currentItem(context: LoadContext): Promise<Item | undefined> {
  const { postId } = context.inherited;
  if (postId !== undefined && postId !== context.page.post?.id) {
    const [card] = await context.cards([postId]);
    return card && { ...card, post: undefined };
  }
  return pageItem(context);
}

/** What the list at hand shows of its posts, in their order; those that visitors may not see are missing, but for the page's own. */
export async function itemsOf(context: LoadContext, ids: readonly number[]): Promise<Item[]> {
  const own = context.page.post?.id;
  const [cards, item] = await Promise.all([
    context.cards(ids.filter((id) => id !== own)),
    own !== undefined && ids.includes(own) ? pageItem(context) : undefined,
  ]);
  const found = new Map<number, Item>([
    ...cards.map((card) => [card.id, { ...card, post: undefined }] as const),
    ...(item ? [[item.id, item] as const] : []),
  ]);
  return ids.map((id) => found.get(id)).filter((one) => one !== undefined);
}

/** The page's own post, put together once a page. */
function pageItem(context: LoadContext): Promise<Item | undefined> {
  return context.keep('item of the page', findPageItem);
}

async function findPageItem(context: LoadContext): Promise<Item | undefined> {
  const current = await currentPost(context);
  if (!current) return undefined;
  const { post } = current;
  const lead = await leadPictureOf(post, context);
  const site = await context.content.settings.current();
  const typography = siteTypography(site);
  return {
    id: post.id,
    type: post.type,
    title: typography.line(post.title),
    publishedAt: post.publishedAt,
    modifiedAt: post.modifiedAt,
    format: post.format,
    url: context.page.path,
    excerpt:
      post.isProtected && !context.viewer.unlocked.has(post.id) ? '' : typography.text(excerptOf(post)),
    commentCount: post.commentCount,
    commentStatus: post.commentStatus,
    sticky: post.sticky,
    termIds: post.termIds,
    authors: current.authors,
    category: current.category,
    picture: lead?.picture,
    readingMinutes: current.readingMinutes,
    post,
  };
}
