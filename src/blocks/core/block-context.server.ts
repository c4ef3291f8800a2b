import { excerptOf, excerptWords } from '../../modules/cards/cards.ts';
import type { Post, PostCard } from '../../modules/posts/model.ts';
import { siteTypography } from '../../modules/settings/site-facts.ts';
import { currentPost, leadPictureOf } from '../current-post.server.ts';
import type { LoadContext, PageInfo, BlockContext, ShownInside } from '../load-context.ts';
import type { Term } from '../../modules/terms/model.ts';
import { cleanHtml } from '../../lib/clean-html/clean-html.ts';
import type { Profile } from '../../lib/clean-html/profiles.ts';
import { htmlToText, trimWords } from '../../lib/plain-text.ts';

export interface Item extends PostCard {
  /** Only set for the page's own post; cards suffice for others. */
  readonly post: Post | undefined;
}

/**
 * The post that a block is about: the current one of its list, else the page's. Blocks of one list share a query; those
 * of the page's post need none.
 */
export async function currentItem(context: LoadContext): Promise<Item | undefined> {
  const { postId } = context.inherited;
  if (postId !== undefined && postId !== context.page.post?.id) {
    const [card] = await context.cards([postId]);
    return card && { ...card, post: undefined };
  }
  return pageItem(context);
}

/** The list's posts in order, without those that visitors can't see, except the page's own. */
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

function pageItem(context: LoadContext): Promise<Item | undefined> {
  return context.cache('item of the page', findPageItem);
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

/** The term that a block is about: the current one of its list, else the page's. */
export async function currentTerm(context: LoadContext): Promise<Term | undefined> {
  const { termId } = context.inherited;
  if (termId === undefined) return context.page.term;
  context.tag(`term:${termId}`);
  return (await context.content.terms.withAncestors([termId])).get(termId);
}

/** Whether this is the front page itself, not a further page of its lists or a part for other pages. */
export function isFrontPage(page: PageInfo): boolean {
  return page.kind === 'home' && page.path === '/' && page.pageNumber === 1 && !page.isPart;
}

/** Collects what inner blocks report: pass `provided` to `renderInner` or `renderDocument`; `found` is complete once that resolves. */
export function learnInside(): {
  readonly provided: Pick<BlockContext, 'shows'>;
  readonly found: ReadonlySet<ShownInside>;
} {
  const found = new Set<ShownInside>();
  return { provided: { shows: (what) => void found.add(what) }, found };
}

export function reportInside({ inherited }: Pick<LoadContext, 'inherited'>, what: ShownInside): void {
  inherited.shows?.(what);
}

/** Cleans and typesets HTML of an attribute. */
export async function writtenHtml(html: string, profile: Profile, context: LoadContext): Promise<string> {
  return html === ''
    ? ''
    : siteTypography(await context.content.settings.current()).html(cleanHtml(html, profile));
}

export async function writtenText(text: string, context: LoadContext): Promise<string> {
  return text === '' ? '' : siteTypography(await context.content.settings.current()).text(text);
}

/**
 * A card's excerpt in at most `words` words; one longer than cards have is cut from the text: of `post`, or loaded
 * together with those of other cards.
 */
export async function excerptOfWords(
  { id, excerpt }: Pick<PostCard, 'id' | 'excerpt'>,
  words: number,
  context: LoadContext,
  post?: Post,
): Promise<string> {
  if (excerpt === '' || words <= excerptWords || !excerpt.endsWith('…'))
    return excerpt && trimWords(excerpt, words);
  const whole = post ?? (await context.posts([id]))[0];
  if (!whole) return excerpt;
  return siteTypography(await context.content.settings.current()).text(excerptOf(whole, words));
}

/** The manual excerpt in full; one longer than cards have is loaded together with those of other cards. */
export async function ownExcerptOf(
  { id, excerpt }: Pick<PostCard, 'id' | 'excerpt'>,
  context: LoadContext,
): Promise<string> {
  const [whole] = excerpt.endsWith('…') ? await context.posts([id]) : [];
  return whole
    ? siteTypography(await context.content.settings.current()).text(htmlToText(whole.excerpt))
    : excerpt;
}
