import type { MetaSchema } from './meta.ts';

/**
 * What a post of a type may have, as WordPress names it, and `related`: posts that are like it. Where it lacks one, readers find it nowhere and nobody can
 * write it; what is stored of it stays.
 */
export const postFeatures = [
  'title',
  'editor',
  'excerpt',
  'author',
  'thumbnail',
  'comments',
  'revisions',
  'related',
  'page-attributes',
  'post-formats',
  'sticky',
] as const;
export type PostFeature = (typeof postFeatures)[number];

/** The kinds of page that show one post. */
export type PostPageKind = 'single' | 'page' | 'attachment' | 'woo_product' | 'cpt';

/** The kinds of page that list all posts of a type. */
export type PostArchiveKind = 'cpt_tax' | 'woo_shop_base';

/** The kinds of page that search posts. */
export type SearchKind = 'search' | 'woo_search_archive';

/** One type of posts, as everything that meets one of its posts reads it: in WordPress' terms, where it has one. */
export interface PostType {
  /** As `post.type` has it: small letters, digits, `_` and `-`, at most 20. */
  readonly name: string;
  /** What people read; `archive` is the title of the page that lists all of them. */
  readonly labels: { readonly plural: string; readonly singular: string; readonly archive: string };
  /** Wordings of the site's language that are about it; without one it is called by its label, in a sentence that fits any. */
  readonly words: {
    readonly edit?: 'bar_edit_post' | 'bar_edit_page';
    readonly name?: 'kind_attachment' | 'kind_woo_product';
  };
  /** Name of a picture for menus of editors. */
  readonly icon: string;
  /** Visitors may see its posts. Where they may not, these have no page and stand in no list, feed, sitemap, search, menu or reply, whatever their status. */
  readonly isPublic: boolean;
  /** The newsroom has a list of it, and its editor for it. */
  readonly isEdited: boolean;
  /** Everybody reads its published posts over REST, though no page shows them by themselves. */
  readonly isToldToAll: boolean;
  /** Searches look through it. */
  readonly isSearched: boolean;
  readonly inSitemap: boolean;
  /** Its posts stand below each other; slugs are unique below one parent, and not in the whole type. */
  readonly isHierarchical: boolean;
  /** Addresses carry the slugs of the posts above. */
  readonly showsParents: boolean;
  /** First segment of its posts' addresses; empty: they stand at the root. */
  readonly slug: string;
  /** Among posts at one address, the lowest comes first. */
  readonly precedence: number;
  /** Parameter of plain permalinks that names a post by its id. */
  readonly idParameter: 'p' | 'page_id' | 'attachment_id';
  /** What stands for a slug where WordPress' editors show the parts of an address. */
  readonly slugPlaceholder: '%postname%' | '%pagename%';
  /** The site may begin with one of its posts. */
  readonly mayBeFront: boolean;
  /** Statuses in which its posts have their address, the usual one first; `inherit`: they are as public as the post that they hang on. */
  readonly openStatuses: readonly ['publish'] | readonly ['inherit', 'publish'];
  /** The page that lists all of its posts, at one segment; undefined: none. */
  readonly archive: { readonly slug: string; readonly kind: PostArchiveKind } | undefined;
  /** The archive has a feed. */
  readonly hasFeed: boolean;
  readonly pageKind: PostPageKind;
  /** Of a search through this type alone. */
  readonly searchKind: SearchKind;
  /**
   * They are read as articles: with a drop cap, an ad between paragraphs, counted views, discussions that close by age, and a message to subscribers when one
   * comes.
   */
  readonly isArticle: boolean;
  /** Below `/wp/v2/`; undefined: REST does not have it. */
  readonly restBase: string | undefined;
  /** What capabilities are called after, in the plural: `edit_{capabilityType}`, `publish_{capabilityType}` … */
  readonly capabilityType: string;
  /** The one capability that everything with its posts takes, in the place of those; undefined: there is none such. */
  readonly capability: string | undefined;
  readonly supports: ReadonlySet<PostFeature>;
  /** Taxonomies that sort it, beside those that name it themselves. */
  readonly taxonomies: readonly string[];
  /** Meta that its posts have. */
  readonly meta: MetaSchema;
  /** Whether somebody defined it; false for a type that only an import named. */
  readonly isRegistered: boolean;
}

/** What a definition says: a name and what people read. All else follows, as of a public type with an archive. */
export type PostTypeInput = Pick<PostType, 'name'> &
  Partial<Omit<PostType, 'name' | 'labels' | 'supports' | 'archive' | 'isRegistered'>> & {
    readonly labels: Omit<PostType['labels'], 'archive'> & Partial<PostType['labels']>;
    readonly supports?: readonly PostFeature[];
    /** Default: at its slug; null: none. */
    readonly archive?: { readonly slug?: string; readonly kind?: PostArchiveKind } | null;
  };

const usualFeatures: readonly PostFeature[] = [
  'title',
  'editor',
  'excerpt',
  'author',
  'thumbnail',
  'comments',
  'revisions',
  'related',
];

/** A definition with everything that it leaves open. */
export function definePostType(input: PostTypeInput): PostType {
  const { isPublic = true, slug = input.name, supports = usualFeatures } = input;
  const archive =
    input.archive === null || !isPublic
      ? undefined
      : { slug: slug || input.name, kind: 'cpt_tax' as const, ...input.archive };
  return {
    words: {},
    icon: 'dashicons-admin-post',
    isEdited: isPublic,
    isToldToAll: isPublic,
    isSearched: isPublic,
    inSitemap: isPublic,
    isHierarchical: false,
    showsParents: input.isHierarchical ?? false,
    precedence: 40,
    idParameter: 'p',
    slugPlaceholder: '%postname%',
    mayBeFront: false,
    openStatuses: ['publish'],
    hasFeed: archive !== undefined,
    pageKind: 'cpt',
    searchKind: 'search',
    isArticle: false,
    restBase: isPublic ? input.name : undefined,
    capabilityType: 'posts',
    capability: undefined,
    taxonomies: [],
    meta: {},
    ...input,
    isPublic,
    slug,
    archive,
    labels: { archive: input.labels.plural, ...input.labels },
    supports: new Set(supports),
    isRegistered: true,
  };
}

/** A name as people read it: `guest_author` → `Guest author`. */
export const readableName = (name: string): string =>
  name.replaceAll(/[-_]+/g, ' ').replace(/^./, (letter) => letter.toUpperCase());

/**
 * A type that nobody defined: an import brought its posts. They are public, at `/{name}/{slug}/`, with an archive at `/{name}/`, in lists, search and sitemaps,
 * and may be edited by who may edit posts; REST does not have them.
 */
export function unknownPostType(name: string): PostType {
  const label = readableName(name);
  return {
    ...definePostType({ name, labels: { plural: label, singular: label } }),
    restBase: undefined,
    isRegistered: false,
  };
}
