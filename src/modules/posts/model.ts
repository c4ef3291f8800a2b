import type { PostFormat } from '../../lib/post-formats.ts';
import type { CategoryColour } from '../terms/index.ts';
import { sql } from 'kysely';
import type { Tag } from '../../kernel/db/invalidation.ts';

/** Statuses that WordPress knows and we keep. */
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
/** What a post in the trash was before; empty: it is not there. */
export type TrashedStatus = Exclude<PostStatus, 'trash'> | '';

/** What lists and links need of a post; its text is left in the database. */
export interface PostSummary {
  readonly id: number;
  readonly type: string;
  readonly status: PostStatus;
  readonly trashedStatus: TrashedStatus;
  readonly slug: string;
  readonly title: string;
  /** Excerpt as written, HTML; empty: cut it from the content. */
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
  /** Whether a password is asked for before its text. */
  readonly isProtected: boolean;
}

export interface Post extends PostSummary {
  /** Terms of every taxonomy, in the order they were given. */
  readonly termIds: readonly number[];
  /** Everybody who wrote it, in the order of the byline; the first is `authorId`. */
  readonly authorIds: readonly number[];
  readonly details: PostDetails;
  /** The template that it names by meta: a layout of the theme (`templates/layouts.ts`), or one that an import brought. */
  readonly templateName?: string;
  /** Block markup or classic content, as written. */
  readonly content: string;
  /** How its text begins, with what its synced patterns hold, in plain words: 100 at most, with an ellipsis where there are more. */
  readonly opening: string;
  /** Its text shows what others hold: its opening follows when they change. */
  readonly holdsPatterns?: boolean;
  /** Its meta hold what a page builder or fields show: readers see more than `content` (`shown-texts.ts`). */
  readonly hasData?: boolean;
  /** Tags of the terms, users and templates whose words its text shows (`shown-texts.ts`). */
  readonly dataTags?: readonly Tag[];
  readonly password: string;
  /** Its texts are those of an autosave: nothing that is made of them is kept. */
  readonly isUnsaved?: boolean;
  /** Of an autosave the footnotes of its text, as JSON; undefined: those stored with the post. */
  readonly footnotes?: string | undefined;
}

/** What a post carries beside its text and terms; each is kept as post meta under the key of `detailKeys`, and empty when nobody gave it. */
export interface PostDetails {
  /** Standfirst below the title, inline HTML. */
  readonly subtitle: string;
  /** Address of the video that is shown instead of the lead picture: of a video platform, or a file. */
  readonly featuredVideo: string;
  /** The picture is as large as the window, with the headline on it. A template that was chosen for the post says that itself. */
  readonly fullScreenHeader: boolean;
  /** How the text is shown as a numbered list of its parts. */
  readonly smartList: SmartList | undefined;
  /** The category that stands for the post; 0: the first that it was given. */
  readonly primaryCategoryId: number;
  /** Posts that come first among its related posts, in order. */
  readonly relatedFirst: readonly number[];
  /** Posts that are never among its related posts. */
  readonly relatedExclude: readonly number[];
  /** Subscribers get no message when it comes. */
  readonly pushOff: boolean;
  /** Title in search engines; placeholders of SEO plugins are resolved at import. */
  readonly seoTitle: string;
  readonly seoDescription: string;
  /** Where the original is, when it is not here. */
  readonly canonicalUrl: string;
  readonly noindex: boolean;
  readonly socialTitle: string;
  readonly socialDescription: string;
  /** Address of the picture for social networks. */
  readonly socialImage: string;
}

/** Parts of a smart list begin with headings of one level. */
export interface SmartList {
  readonly heading: 'h1' | 'h2' | 'h3' | 'h4' | 'h5' | 'h6';
  readonly order: 'asc' | 'desc';
  /** `list`: all parts on one page; `slides`: one part at a time. */
  readonly layout: 'list' | 'slides';
}

/** Meta keys by field. */
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

/** Meta that names what lays a post's page out (`templates/own-template.ts`), read with the details: no query of its own. */
const templateKey = '_wp_page_template';

/** Characters that no meta value holds: `detailsSql` puts them between values. */
const valueMark = '\u001F';
const entryMark = '\u001E';

/** The details of a post in one text, so that they cost no query of their own. */
export const detailsSql = sql<
  string | null
>`(select string_agg(key || ${sql.lit(valueMark)} || value, ${sql.lit(entryMark)}) from post_meta where post_meta.post_id = post.id
  and key in (${sql.join([...Object.values(detailKeys), templateKey].map((key) => sql.lit(key)))}))`;

/** Reads what `detailsSql` gave. */
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

/** The template that a post names among what `detailsSql` gave; empty: none. */
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

/** Details as meta for `createPost` and `updatePost`; a field that is given empty is removed. */
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

/** `layout order heading`, such as `slides desc h3`; anything else is no smart list. */
function toSmartList(text: string): SmartList | undefined {
  const [, layout, order, heading] = /^(list|slides) (asc|desc) (h[1-6])$/.exec(text) ?? [];
  return layout === undefined ? undefined : ({ layout, order, heading } as SmartList);
}

/** A picture in every size that exists. */
export interface Picture {
  readonly id: number;
  /** Address of a middling size. */
  readonly src: string;
  readonly srcset: string;
  /** Address of the smallest size that serves a thumbnail of 100 pixels on the sharpest screen. */
  readonly small: string;
  /** Pixels of the original; 0 when unknown. */
  readonly width: number;
  readonly height: number;
  readonly alt: string;
  /** Dominant colour, `#rrggbb`, or empty. */
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

/** Somebody of a byline; `url` is undefined where there is no page of theirs, since they have no public article. */
export interface AuthorLink extends Omit<CardLink, 'url'> {
  readonly url: string | undefined;
}

/** A category with its colour. */
export interface CategoryLink extends CardLink, CategoryColour {}

/** What lists show of a post. */
export interface PostCard {
  readonly id: number;
  readonly type: string;
  /** HTML-free title; empty titles read `Untitled` nowhere: views fall back to the date. */
  readonly title: string;
  readonly url: string;
  /** Plain text, at most 55 words. */
  readonly excerpt: string;
  /** Whether somebody wrote the excerpt; else it is cut from the text. */
  readonly hasOwnExcerpt?: boolean;
  /** Whether synced patterns are among what the excerpt is cut from. */
  readonly holdsPatterns?: boolean;
  readonly publishedAt: number;
  readonly modifiedAt: number;
  readonly format: string;
  readonly commentCount: number;
  readonly commentStatus: 'open' | 'closed';
  readonly sticky: boolean;
  /** Everybody who wrote it, in the order of the byline. */
  readonly authors: readonly AuthorLink[];
  /** Its terms of every taxonomy, in the order they were given. */
  readonly termIds: readonly number[];
  /** Primary category, else the first that it was given. */
  readonly category: CategoryLink | undefined;
  readonly picture: Picture | undefined;
  /** Whole minutes at 230 words a minute; at least 1. */
  readonly readingMinutes: number;
}

/** Facts about a text that are extracted before the transaction that stores it. They hold for this text only. */
export interface PreparedText {
  readonly text: string;
  readonly opening?: string;
  /** Names of library files in the text. */
  readonly mediaNames?: ReadonlySet<string>;
  /** Words for search; absent where search does not find the text. */
  readonly words?: ReadonlySet<string>;
}

/** A text after the cleaning that needs no database. It holds as long as the stored text is still `stored`. */
export interface CleanedAhead {
  readonly sent: string;
  readonly stored: string;
  readonly filters: boolean;
  /** Undefined: nothing had to be cleaned. */
  readonly cleaned?: string;
  /** Why the text is refused. */
  readonly fault?: string;
}

export interface PreparedAhead {
  readonly cleaned: CleanedAhead;
  readonly text?: PreparedText;
}
