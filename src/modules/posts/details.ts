import { sql } from 'kysely';

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
