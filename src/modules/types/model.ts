import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { wholeOrText } from '../../lib/schemas.ts';
import { accentMetaKey } from './names.ts';
import { InvalidInputError } from '../../lib/errors.ts';

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

/** The kinds of page that list the posts of a term. */
type TermPageKind = 'category' | 'tag' | 'woo_archive' | 'cpt_tax';

/** What somebody may do with terms of a taxonomy, in WordPress' names; who makes terms of a hierarchy edits it, who makes others assigns them. */
export type TermAction = 'manage_terms' | 'edit_terms' | 'delete_terms' | 'assign_terms';

/** Wordings about one taxonomy: the link to where a term is edited, what stands before the title of an archive, and what its terms are called in lists. */
interface TaxonomyWords {
  readonly edit: 'bar_edit_category' | 'bar_edit_tag';
  readonly archive: 'core_archive_category' | 'core_archive_tag';
  readonly plural: 'categories' | 'tags';
  readonly select: 'categories_select' | 'tags_select';
  readonly none: 'categories_none' | 'tags_none';
}

/** One taxonomy, as everything that meets one of its terms reads it. */
export interface Taxonomy {
  /** As `term.taxonomy` has it: small letters, digits, `_` and `-`, at most 32. */
  readonly name: string;
  readonly labels: { readonly plural: string; readonly singular: string };
  /** Wordings of the site's language that are about it; without them it is called by its labels, in sentences that fit any. */
  readonly words: TaxonomyWords | undefined;
  /** What WordPress calls it in classes of posts, and as the title of its schema in REST. */
  readonly wireName: string;
  /** Its terms have archives, and stand in sitemaps. Where they don't, they are machinery. */
  readonly isPublic: boolean;
  /** Its terms are the newsroom's own: people make them, by routes of their own, and no reader learns what they are called. */
  readonly isPrivate: boolean;
  readonly inSitemap: boolean;
  /** Archives of its terms have feeds. */
  readonly hasFeed: boolean;
  /** Terms have parents; an address carries the slugs of those above. */
  readonly isHierarchical: boolean;
  /** First segment of its terms' addresses. */
  readonly slug: string;
  /** Parameter of plain permalinks that names a term by its slug; undefined: `taxonomy` and `term` do. */
  readonly slugParameter: 'category_name' | 'tag' | 'product_cat' | 'product_tag' | undefined;
  /** Parameter of plain permalinks that names a term by its id, and is used rather than the slug; undefined: none. */
  readonly idParameter: 'cat' | undefined;
  readonly pageKind: TermPageKind;
  /** Below `/wp/v2/`, and the field of posts that names their terms; undefined: REST does not have it. */
  readonly restBase: string | undefined;
  /** Types of posts that it sorts, beside those that name it themselves. Its archives list the first one that has posts of the term. */
  readonly postTypes: readonly string[];
  /** Its terms are the sections of the magazine: one of a post's may be its main one, and posts that would have none get the default one. */
  readonly isSection: boolean;
  /** Its terms are the topics of an article: feeds, structured data and breadcrumbs name them. */
  readonly isTopic: boolean;
  /** Meta that its terms have. */
  readonly meta: MetaSchema;
  /** The capability that each action takes. */
  readonly capabilities: Readonly<Record<TermAction, string>>;
  /** Whether somebody defined it; false for a taxonomy that only an import named. */
  readonly isRegistered: boolean;
}

/** What a definition says: a name and what people read. All else follows, as of public tags without parents. */
export type TaxonomyInput = Pick<Taxonomy, 'name' | 'labels'> &
  Partial<Omit<Taxonomy, 'name' | 'labels' | 'isRegistered' | 'capabilities'>> & {
    readonly capabilities?: Partial<Taxonomy['capabilities']>;
  };

const usualCapabilities: Taxonomy['capabilities'] = {
  manage_terms: 'manage_categories',
  edit_terms: 'manage_categories',
  delete_terms: 'manage_categories',
  assign_terms: 'edit_posts',
};

/** A definition with everything that it leaves open. */
export function defineTaxonomy(input: TaxonomyInput): Taxonomy {
  const { isPublic = true } = input;
  return {
    inSitemap: isPublic,
    hasFeed: isPublic,
    isHierarchical: false,
    slug: input.name,
    slugParameter: undefined,
    idParameter: undefined,
    pageKind: 'cpt_tax',
    isPrivate: false,
    words: undefined,
    wireName: input.name,
    isSection: false,
    restBase: isPublic ? input.name : undefined,
    postTypes: [],
    isTopic: false,
    meta: {},
    ...input,
    isPublic,
    isRegistered: true,
    capabilities: { ...usualCapabilities, ...input.capabilities },
  };
}

/** A taxonomy that nobody defined: an import brought its terms. They have archives at `/{name}/{slug}/`; REST does not have them. */
export function unknownTaxonomy(name: string): Taxonomy {
  const label = readableName(name);
  return {
    ...defineTaxonomy({ name, labels: { plural: label, singular: label } }),
    restBase: undefined,
    isRegistered: false,
  };
}

/**
 * Meta that a type's posts or a taxonomy's terms have, by key: REST shows it, and who may change the thing writes it. The schema reads what is sent, and the
 * stored value, which is text in the database: `z.coerce.number()`. What is stored under other keys stays, and is nobody's to see or to write.
 */
export type MetaSchema = Readonly<Record<string, z.ZodType>>;

/** Colours that terms are given (theme/tokens.css). */
export const accents = 8;

/** Meta of terms that are shown in a colour: the number of the one that was chosen. */
export const accentMeta: MetaSchema = { [accentMetaKey]: wholeOrText(0, accents - 1) };

/** Values by key, in the order in which they were added. */
export type StoredMeta = ReadonlyMap<string, readonly string[]>;

/** Meta as commands are sent it: values of declared keys; an empty list removes a key. */
export const sentMeta = z.record(z.string().max(255), z.array(z.unknown()).max(100));
type SentMeta = z.output<typeof sentMeta>;

/** Rows of one of the tables of meta, by the id of what has them and by key, in the order given. */
export function metaById(
  rows: readonly { readonly id: number; readonly key: string; readonly value: string }[],
): Map<number, Map<string, string[]>> {
  const found = new Map<number, Map<string, string[]>>();
  for (const { id, key, value } of rows) {
    const meta = found.get(id) ?? new Map<string, string[]>();
    found.set(id, meta);
    meta.set(key, [...(meta.get(key) ?? []), value]);
  }
  return found;
}

/** The declared meta of a thing as readers may see it: null for what is not there, or is not as its schema says. */
export function shownMeta(declared: MetaSchema, stored: StoredMeta | undefined): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(declared).map(([key, schema]) => [
      key,
      schema.safeParse(stored?.get(key)?.[0]).data ?? null,
    ]),
  );
}

/**
 * Meta as writers take it. `whose` names what has it in messages, in the plural; `clean` takes out of a value what the actor may not write. Throws
 * `InvalidInputError` for a key that is not declared, or a value that the key does not take.
 */
export function readMeta(
  whose: string,
  declared: MetaSchema,
  sent: SentMeta,
  clean: (key: string, text: string) => string = (_key, text) => text,
): Record<string, string[]> {
  return Object.fromEntries(
    Object.entries(sent).map(([key, values]) => {
      const schema = Object.hasOwn(declared, key) ? declared[key] : undefined;
      if (!schema) {
        const message = `${whose} have no meta "${key.slice(0, 80)}"; they have ${Object.keys(declared).join(', ') || 'none'}.`;
        throw new InvalidInputError(message, 'rest_invalid_param', { meta: message });
      }
      return [
        key,
        values.map((value) => {
          const parsed = schema.safeParse(value);
          const text = parsed.success ? String(parsed.data) : '';
          if (parsed.success && !text.includes('\0')) return clean(key, text);
          const reason = parsed.success
            ? 'it holds a null byte'
            : parsed.error.issues.map(({ message }) => message).join('; ');
          const message = `The meta "${key}" can't be ${String(JSON.stringify(value)).slice(0, 80)}: ${reason}.`;
          throw new InvalidInputError(message, 'rest_invalid_param', { [`meta.${key}`]: message });
        }),
      ];
    }),
  );
}

/** Those keys of `meta` that would change what is stored. */
export function changedMeta(
  meta: Readonly<Record<string, readonly string[]>>,
  stored: StoredMeta | undefined,
): Record<string, readonly string[]> {
  return Object.fromEntries(
    Object.entries(meta).filter(([key, values]) => !isDeepStrictEqual(values, stored?.get(key) ?? [])),
  );
}

/** Path of a type's collection. */
export const postBase = ({ restBase, name }: Pick<PostType, 'restBase' | 'name'>): string =>
  `/wp/v2/${restBase ?? name}`;

/** Path of a taxonomy's collection. */
export const termBase = ({ restBase, name: named }: Pick<Taxonomy, 'restBase' | 'name'>): string =>
  `/wp/v2/${restBase ?? named}`;
