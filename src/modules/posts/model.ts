import { htmlToText } from '../../lib/plain-text.ts';
import type { PostFormat } from '../../lib/post-formats.ts';
import type { CategoryColour } from '../terms/index.ts';
import { sql } from 'kysely';
import type { Tag } from '../../kernel/db/invalidation.ts';

export const postStatuses = [
  'publish',
  'future',
  'draft',
  'pending',
  'private',
  'trash',
  'auto-draft',
  'inherit',
] as const;
export type PostStatus = (typeof postStatuses)[number];
/** A trashed post's status before it was trashed; '' if the post isn't in the trash. */
export type TrashedStatus = Exclude<PostStatus, 'trash'> | '';

export interface PostSummary {
  readonly id: number;
  readonly type: string;
  readonly status: PostStatus;
  readonly trashedStatus: TrashedStatus;
  readonly slug: string;
  readonly title: string;
  /** Stored HTML; '' means it is cut from the content. */
  readonly excerpt: string;
  readonly authorId: number;
  readonly parentId: number;
  readonly menuOrder: number;
  /** Milliseconds since 1970 in UTC; 0 for a draft without a date. */
  readonly publishedAt: number;
  readonly modifiedAt: number;
  readonly revision: number;
  readonly sticky: boolean;
  readonly format: PostFormat;
  readonly commentStatus: 'open' | 'closed';
  readonly pingStatus: 'open' | 'closed';
  readonly commentCount: number;
  readonly featuredMediaId: number;
  readonly mimeType: string;
  readonly guid: string;
  readonly isProtected: boolean;
}

export interface Post extends PostSummary {
  readonly termIds: readonly number[];
  /** The byline, in order; the first is `authorId`. */
  readonly authorIds: readonly number[];
  readonly details: PostDetails;
  /** Template named in the meta: a layout of the theme (`templates/layouts.ts`) or an imported one. */
  readonly templateName?: string;
  readonly content: string;
  /** The first 100 words as plain text, patterns included; ends with an ellipsis if cut. */
  readonly opening: string;
  /** The content embeds patterns, so the opening changes with them. */
  readonly holdsPatterns?: boolean;
  /** The meta contains page-builder or custom-field content that visitors see in addition to `content` (`shown-texts.ts`). */
  readonly hasData?: boolean;
  /** Tags of the terms, users and templates shown in the content (`shown-texts.ts`). */
  readonly dataTags?: readonly Tag[];
  readonly password: string;
  /** The content comes from an autosave; nothing derived from it is stored. */
  readonly isUnsaved?: boolean;
  /** An autosave's footnotes as JSON; undefined: those stored with the post. */
  readonly footnotes?: string | undefined;
}

/** Details of a post, each stored as post meta under its key in `detailKeys`; empty if not set. */
export interface PostDetails {
  /** Standfirst below the title, inline HTML. */
  readonly subtitle: string;
  /** URL of a video file or a video platform's page, shown in place of the featured image. */
  readonly featuredVideo: string;
  /** Shows the featured image at window size with the headline on it. A template chosen for the post overrides this. */
  readonly fullScreenHeader: boolean;
  readonly smartList: SmartList | undefined;
  /** 0: the first assigned category. */
  readonly primaryCategoryId: number;
  readonly relatedFirst: readonly number[];
  readonly relatedExclude: readonly number[];
  /** Publishing sends no push messages. */
  readonly pushOff: boolean;
  /** Title for search engines; SEO plugins' placeholders are resolved during import. */
  readonly seoTitle: string;
  readonly seoDescription: string;
  /** URL of the original if it was published elsewhere. */
  readonly canonicalUrl: string;
  readonly noindex: boolean;
  readonly socialTitle: string;
  readonly socialDescription: string;
  readonly socialImage: string;
}

/** Each item of a smart list begins with a heading of this level. */
export interface SmartList {
  readonly heading: 'h1' | 'h2' | 'h3' | 'h4' | 'h5' | 'h6';
  readonly order: 'asc' | 'desc';
  /** `list`: all items on one page; `slides`: one item at a time. */
  readonly layout: 'list' | 'slides';
}

export const detailKeys = {
  subtitle: 'subtitle',
  featuredVideo: 'featured_video',
  fullScreenHeader: 'full_screen_header',
  smartList: 'smart_list',
  primaryCategoryId: 'primary_category',
  relatedFirst: 'related_first',
  relatedExclude: 'related_exclude',
  pushOff: 'push_off',
  seoTitle: 'seo_title',
  seoDescription: 'seo_description',
  canonicalUrl: 'canonical_url',
  noindex: 'noindex',
  socialTitle: 'social_title',
  socialDescription: 'social_description',
  socialImage: 'social_image',
} as const satisfies Readonly<Record<keyof PostDetails, string>>;

/** Meta that names the page's template (`templates/own-template.ts`); loaded with the details to save a query. */
const templateKey = '_wp_page_template';

/** Separators of `detailsSql`; no meta value contains them. */
const valueMark = '\u001F';
const entryMark = '\u001E';

/** All details of a post in one string, so that they need no extra query. */
export const detailsSql = sql<
  string | null
>`(select string_agg(key || ${sql.lit(valueMark)} || value, ${sql.lit(entryMark)}) from post_meta where post_meta.post_id = post.id
  and key in (${sql.join([...Object.values(detailKeys), templateKey].map((key) => sql.lit(key)))}))`;

export function toDetails(text: string | null): PostDetails {
  const values = valuesOf(text);
  const of = (field: keyof PostDetails) => values.get(detailKeys[field]) ?? '';
  return {
    subtitle: of('subtitle'),
    featuredVideo: of('featuredVideo'),
    fullScreenHeader: of('fullScreenHeader') === '1',
    smartList: toSmartList(of('smartList')),
    primaryCategoryId: Number(of('primaryCategoryId')) || 0,
    relatedFirst: idsOf(of('relatedFirst')),
    relatedExclude: idsOf(of('relatedExclude')),
    pushOff: of('pushOff') === '1',
    seoTitle: of('seoTitle'),
    seoDescription: of('seoDescription'),
    canonicalUrl: of('canonicalUrl'),
    noindex: of('noindex') === '1',
    socialTitle: of('socialTitle'),
    socialDescription: of('socialDescription'),
    socialImage: of('socialImage'),
  };
}

/** The template name in the result of `detailsSql`; '' if missing. */
export const toTemplateName = (text: string | null): string => valuesOf(text).get(templateKey) ?? '';

function valuesOf(text: string | null): ReadonlyMap<string, string> {
  return new Map(
    (text ?? '').split(entryMark).map((entry) => {
      const [key = '', value = ''] = entry.split(valueMark);
      return [key, value];
    }),
  );
}

const idsOf = (text: string): number[] => text.match(/\d{1,15}/g)?.map(Number) ?? [];

/** Details as meta for `createPost` and `updatePost`; an empty field removes its key. */
export function detailsMeta(details: Partial<PostDetails>): Record<string, readonly string[]> {
  const meta: Record<string, readonly string[]> = {};
  for (const [field, key] of Object.entries(detailKeys) as [keyof PostDetails, string][]) {
    const value = details[field];
    if (value === undefined && !(field in details)) continue;
    const text =
      typeof value === 'object'
        ? 'layout' in value
          ? `${value.layout} ${value.order} ${value.heading}`
          : value.join(',')
        : value === true
          ? '1'
          : value
            ? String(value)
            : '';
    meta[key] = text === '' ? [] : [text.replaceAll(valueMark, ' ').replaceAll(entryMark, ' ')];
  }
  return meta;
}

/** Parses `layout order heading`, such as `slides desc h3`; undefined for anything else. */
function toSmartList(text: string): SmartList | undefined {
  const [, layout, order, heading] = /^(list|slides) (asc|desc) (h[1-6])$/.exec(text) ?? [];
  return layout === undefined ? undefined : ({ layout, order, heading } as SmartList);
}

export interface Picture {
  readonly id: number;
  readonly src: string;
  readonly srcset: string;
  /** URL of the smallest size that serves a 100-pixel thumbnail on the sharpest screens. */
  readonly small: string;
  /** Pixels of the original; 0 if unknown. */
  readonly width: number;
  readonly height: number;
  readonly alt: string;
  /** Dominant colour, `#rrggbb`, or ''. */
  readonly color: string;
  /** Focal point in thousandths. */
  readonly focalX: number;
  readonly focalY: number;
}

export interface CardLink {
  readonly id: number;
  readonly name: string;
  readonly url: string;
}

/** An author in a byline; `url` is undefined if the author has no page, that is, no public articles. */
export interface AuthorLink extends Omit<CardLink, 'url'> {
  readonly url: string | undefined;
}

export interface CategoryLink extends CardLink, CategoryColour {}

export interface PostCard {
  readonly id: number;
  readonly type: string;
  /** Plain text; views show the date in place of an empty title. */
  readonly title: string;
  readonly url: string;
  /** Plain text, at most 55 words. */
  readonly excerpt: string;
  /** False if the excerpt is cut from the content. */
  readonly hasOwnExcerpt?: boolean;
  /** Whether the excerpt is cut from content that embeds patterns. */
  readonly holdsPatterns?: boolean;
  readonly publishedAt: number;
  readonly modifiedAt: number;
  readonly format: string;
  readonly commentCount: number;
  readonly commentStatus: 'open' | 'closed';
  readonly sticky: boolean;
  readonly authors: readonly AuthorLink[];
  readonly termIds: readonly number[];
  /** The primary category, or the first assigned one. */
  readonly category: CategoryLink | undefined;
  readonly picture: Picture | undefined;
  /** Whole minutes at 230 words a minute; at least 1. */
  readonly readingMinutes: number;
}

/** Facts extracted from content before the transaction that stores it; valid for exactly this `text`. */
export interface PreparedText {
  readonly text: string;
  readonly opening?: string;
  readonly mediaNames?: ReadonlySet<string>;
  /** Search words; absent if the post isn't searchable. */
  readonly words?: ReadonlySet<string>;
}

/** Content cleaned without the database; valid while the stored content is still `stored`. */
export interface CleanedAhead {
  readonly sent: string;
  readonly stored: string;
  readonly filters: boolean;
  /** Undefined if cleaning changed nothing. */
  readonly cleaned?: string;
  readonly fault?: string;
}

export interface PreparedAhead {
  readonly cleaned: CleanedAhead;
  readonly text?: PreparedText;
}

/** A post in messages, which are plain text, while titles are HTML: `post "1 < 2"`. */
export const nameInMessages = ({ type, title }: Pick<Post, 'type' | 'title'>): string =>
  `${type} "${htmlToText(title)}"`;
