import { readAdSlot } from '../../modules/ads/ad-slots.ts';
import { partPath } from '../../modules/types/permalinks.ts';
import { isPublic } from '../../modules/posts/policy.ts';
import { readerText } from '../../modules/settings/definitions/translations.ts';
import type { Settings } from '../../modules/settings/settings.ts';
import { htmlToText } from '../../lib/plain-text.ts';
import type { TextPart } from '../document/document.ts';
import type { LoadContext, PageInfo } from '../load-context.ts';
import type { Settings as ContentSettings } from './block.ts';
import type { PartPagerData } from './part-pager.tsx';
import { withRoom } from './room-sizes.ts';
import { postTypeNamed } from '../../modules/types/registry.ts';
import { outermostParts } from '../document/text-parts.ts';

/** The post's HTML (undefined if it shows nothing) and the id for counting views, or a password form. */
export type PostContentData =
  | {
      readonly html: string | undefined;
      readonly dropCap: boolean;
      readonly countId?: number;
      readonly pager?: PartPagerData;
    }
  | { readonly askPassword: { readonly postId: number } };

export async function load(
  { room = 'column' }: Partial<ContentSettings>,
  context: LoadContext,
): Promise<PostContentData | undefined> {
  const { post } = context.page;
  if (!post) return undefined;
  if (post.isProtected && !context.viewer.unlocked.has(post.id)) return { askPassword: { postId: post.id } };
  const [rendered, site] = await Promise.all([
    context.renderDocument({ post: post.id }),
    context.content.settings.current(),
  ]);
  const text = rendered === undefined ? undefined : withRoom(rendered, room);
  const { isArticle } = postTypeNamed(post.type);
  const ad =
    isArticle && readAdSlot(site, 'article_inline') ? await context.renderDocument(inlineAd) : undefined;
  return {
    html:
      text === undefined || ad === undefined ? text : withInlineAd(text, site.ad_article_inline_after, ad),
    dropCap: site.drop_cap && isArticle && text !== undefined && takesDropCap(text),
    ...(isArticle && isPublic(post) ? { countId: post.id } : {}),
    ...partPager(context.page, site),
  };
}

const inlineAd = { markup: '<!-- wp:broadsheet/ad {"slot":"article_inline"} /-->', name: 'inline-ad' };

function partPager({ parts, post, path, pageNumber }: PageInfo, site: Settings): { pager?: PartPagerData } {
  if (!parts || !post) return {};
  const titles = parts.map(
    ({ title }, index) => title || readerText(site, 'part').replace('%d', String(index + 1)),
  );
  return {
    pager: {
      postId: post.id,
      current: pageNumber,
      count: countOf(parts, pageNumber),
      parts: titles.map((title, index) => ({ url: partPath(path, index + 1), title })),
      words: {
        parts: readerText(site, 'parts'),
        previous: readerText(site, 'previous'),
        next: readerText(site, 'next'),
      },
    },
  };
}

/** Position among the parts. Smart lists count items, ascending or descending like their headings; parts without an item have no number. */
function countOf(parts: readonly TextPart[], pageNumber: number): string {
  const items = parts.filter(({ item }) => item !== undefined).length;
  if (items === 0) return `${pageNumber} / ${parts.length}`;
  const item = parts[pageNumber - 1]?.item;
  return item === undefined ? '' : `${item} / ${items}`;
}

/** Minimum characters next to and below a drop cap of three lines. */
const fewest = 240;

/** Whether a text starts with a paragraph long enough for a drop cap, in a script that has such letters. */
export function takesDropCap(html: string): boolean {
  const [start, attributes = ''] = /^\s*<p(\s[^<>]*)?>/.exec(html) ?? [];
  if (start === undefined) return false;
  if (
    /has-text-align|has-drop-cap|has-background|\bdir=|style=/.test(attributes) ||
    attributes.match(/\bhas-[\w-]+/g)?.some((name) => name.includes('font-size'))
  ) {
    return false;
  }
  const inside = html.slice(start.length, html.indexOf('</p>', start.length));
  const text = htmlToText(inside);
  return (
    text.length >= fewest &&
    /^[“‘„‚«”’"']?[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}]/u.test(text) &&
    !/^\s*<(?:img|br|iframe|object|video)/.test(inside)
  );
}

/** Inserts the ad after the n-th top-level paragraph, counted from 1, if more text follows. */
export function withInlineAd(html: string, n: number, ad: string): string {
  const parts = outermostParts([html]).filter(({ name }) => name !== '#comment');
  const paragraphs = parts.filter(
    ({ name, inside, end }) =>
      name === 'p' &&
      html
        .slice(inside, end)
        .replace(/<[^<>]*>/g, '')
        .trim() !== '',
  );
  const chosen = paragraphs[n - 1];
  return chosen && chosen !== parts.at(-1) ? html.slice(0, chosen.end) + ad + html.slice(chosen.end) : html;
}
