import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { wholeOrText } from '../../lib/schemas.ts';
import { accentMetaKey } from './names.ts';
import { InvalidInputError } from '../../lib/errors.ts';

/** Features of post types in WordPress' names, plus `related`. A feature that a type lacks is neither shown nor writable; stored values stay. */
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

export type PostPageKind = 'single' | 'page' | 'attachment' | 'woo_product' | 'cpt';

export type PostArchiveKind = 'cpt_tax' | 'woo_shop_base';

export type SearchKind = 'search' | 'woo_search_archive';

export interface PostType {
  /** Value of `post.type`: lower-case letters, digits, `_` and `-`, at most 20 characters. */
  readonly name: string;
  /** `archive`: title of the archive page. */
  readonly labels: { readonly plural: string; readonly singular: string; readonly archive: string };
  /** Localized strings about this type; without them a generic sentence uses its label. */
  readonly words: {
    readonly edit?: 'bar_edit_post' | 'bar_edit_page';
    readonly name?: 'kind_attachment' | 'kind_woo_product';
  };
  readonly icon: string;
  /** Posts of other types have no page and appear in no list, feed, sitemap, search, menu or reply, whatever their status. */
  readonly isPublic: boolean;
  readonly isEdited: boolean;
  /** Published posts are public over REST, although they have no page. */
  readonly isToldToAll: boolean;
  readonly isSearched: boolean;
  readonly inSitemap: boolean;
  /** Posts have parents; slugs are unique per parent, not per type. */
  readonly isHierarchical: boolean;
  readonly showsParents: boolean;
  /** First segment of its posts' URLs; empty: directly below the root. */
  readonly slug: string;
  /** If several posts have the same URL, the lowest value wins. */
  readonly precedence: number;
  readonly idParameter: 'p' | 'page_id' | 'attachment_id';
  /** Placeholder of the slug in permalinks in WordPress' editors. */
  readonly slugPlaceholder: '%postname%' | '%pagename%';
  readonly mayBeFront: boolean;
  /** Statuses in which posts are reachable, the usual one first; `inherit`: visible if the parent is. */
  readonly openStatuses: readonly ['publish'] | readonly ['inherit', 'publish'];
  readonly archive: { readonly slug: string; readonly kind: PostArchiveKind } | undefined;
  readonly hasFeed: boolean;
  readonly pageKind: PostPageKind;
  readonly searchKind: SearchKind;
  /** Treated as articles: drop cap, ads between paragraphs, counted views, comments that close by age, and a push message on publication. */
  readonly isArticle: boolean;
  readonly restBase: string | undefined;
  /** Plural in capability names: `edit_{capabilityType}`, `publish_{capabilityType}` … */
  readonly capabilityType: string;
  /** A single capability required for all actions instead of those; undefined: not used. */
  readonly capability: string | undefined;
  readonly supports: ReadonlySet<PostFeature>;
  /** Its taxonomies, in addition to those that name the type themselves. */
  readonly taxonomies: readonly string[];
  readonly meta: MetaSchema;
  /** False for a type that is known only from an import. */
  readonly isRegistered: boolean;
}

export type PostTypeInput = Pick<PostType, 'name'> &
  Partial<Omit<PostType, 'name' | 'labels' | 'supports' | 'archive' | 'isRegistered'>> & {
    readonly labels: Omit<PostType['labels'], 'archive'> & Partial<PostType['labels']>;
    readonly supports?: readonly PostFeature[];
    /** Default: at its slug; null: no archive. */
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

export const readableName = (name: string): string =>
  name.replaceAll(/[-_]+/g, ' ').replace(/^./, (letter) => letter.toUpperCase());

/**
 * An undefined type from an import: public at `/{name}/{slug}/`, with an archive at `/{name}/`, listed, searched and in
 * sitemaps, editable with the capabilities for posts; not in REST.
 */
export function unknownPostType(name: string): PostType {
  const label = readableName(name);
  return {
    ...definePostType({ name, labels: { plural: label, singular: label } }),
    restBase: undefined,
    isRegistered: false,
  };
}

type TermPageKind = 'category' | 'tag' | 'woo_archive' | 'cpt_tax';

/** WordPress' names. Creating a term takes `edit_terms` in a hierarchical taxonomy, else `assign_terms`. */
export type TermAction = 'manage_terms' | 'edit_terms' | 'delete_terms' | 'assign_terms';

interface TaxonomyWords {
  readonly edit: 'bar_edit_category' | 'bar_edit_tag';
  readonly archive: 'core_archive_category' | 'core_archive_tag';
  readonly plural: 'categories' | 'tags';
  readonly select: 'categories_select' | 'tags_select';
  readonly none: 'categories_none' | 'tags_none';
}

export interface Taxonomy {
  /** Value of `term.taxonomy`: lower-case letters, digits, `_` and `-`, at most 32 characters. */
  readonly name: string;
  readonly labels: { readonly plural: string; readonly singular: string };
  readonly words: TaxonomyWords | undefined;
  /** WordPress' name in post classes and as the REST schema's title. */
  readonly wireName: string;
  /** Terms have archives and appear in sitemaps; other taxonomies are internal. */
  readonly isPublic: boolean;
  /** For the newsroom only: managed by routes of its own, and never visible to readers. */
  readonly isPrivate: boolean;
  readonly inSitemap: boolean;
  readonly hasFeed: boolean;
  /** Terms have parents; URLs contain the parents' slugs. */
  readonly isHierarchical: boolean;
  readonly slug: string;
  /** Parameter of plain permalinks with the term's slug; undefined: `taxonomy` and `term`. */
  readonly slugParameter: 'category_name' | 'tag' | 'product_cat' | 'product_tag' | undefined;
  /** Parameter of plain permalinks with the term's id, preferred to the slug. */
  readonly idParameter: 'cat' | undefined;
  readonly pageKind: TermPageKind;
  /** Below `/wp/v2/`, and the field of posts with their terms; undefined: not in REST. */
  readonly restBase: string | undefined;
  /** Its post types, in addition to those that name it themselves. Its archives list the first type that has posts of the term. */
  readonly postTypes: readonly string[];
  /** Its terms are sections: a post can have a main one, and a post without one gets the default. */
  readonly isSection: boolean;
  /** Its terms are an article's topics, named in feeds, structured data and breadcrumbs. */
  readonly isTopic: boolean;
  readonly meta: MetaSchema;
  readonly capabilities: Readonly<Record<TermAction, string>>;
  /** False for a taxonomy that is known only from an import. */
  readonly isRegistered: boolean;
}

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

/** An undefined taxonomy from an import: archives at `/{name}/{slug}/`, not in REST. */
export function unknownTaxonomy(name: string): Taxonomy {
  const label = readableName(name);
  return {
    ...defineTaxonomy({ name, labels: { plural: label, singular: label } }),
    restBase: undefined,
    isRegistered: false,
  };
}

/**
 * Declared meta of a type or taxonomy by key, public in REST and writable by editors of the item. Schemas parse sent
 * and stored values, which are text (`z.coerce.number()`). Other stored keys stay but are inaccessible.
 */
export type MetaSchema = Readonly<Record<string, z.ZodType>>;

/** Number of term colours (theme/tokens.css). */
export const accents = 8;

export const accentMeta: MetaSchema = { [accentMetaKey]: wholeOrText(0, accents - 1) };

/** Ids that a value names, and the types, taxonomies or kinds of files that they may have. */
export interface MetaReferences {
  readonly kind: 'post' | 'image' | 'file' | 'term' | 'user';
  readonly ids: readonly number[];
  /** Types or taxonomies, or kinds of files; undefined: all public ones. */
  readonly allowed?: readonly string[] | undefined;
}

/** Rules of commands for the values of a custom field, in addition to its schema. */
export interface MetaRules {
  readonly label: string;
  /** Values are HTML; those of other fields are shown as text. */
  readonly isMarkup: boolean;
  /** Published posts have a value. */
  readonly isRequired: boolean;
  /** The label of a required field that a row of the stored value lacks. */
  readonly lackingInRows?: (stored: string) => string | undefined;
  /** Parses stored values, more leniently than sent ones. */
  readonly shown: z.ZodType;
  /** Removes what users without `unfiltered_html` can't write. */
  readonly clean?: (value: unknown) => unknown;
  readonly references: (value: unknown) => readonly MetaReferences[];
  /** The value without posts and files that are not among `ids`. */
  readonly limited: (value: unknown, ids: ReadonlySet<number>) => unknown;
  /** Stored text of new posts whose author sends no value. */
  readonly initial?: string;
  /** A rule about this value and those of other fields of the post, which it names. */
  readonly together?: {
    readonly names: readonly string[];
    /** Why the stored texts don't go together; undefined: they do. */
    readonly fault: (textOf: (name: string) => string | undefined) => string | undefined;
  };
}

/** The rules of custom fields, by schema. Meta that code declares has no rules. */
export const metaRules = new WeakMap<z.ZodType, MetaRules>();

/** A parsed value as it is stored: scalars as in WordPress, lists and objects as JSON. */
export const metaText = (value: unknown): string =>
  typeof value === 'object' && value !== null
    ? JSON.stringify(value)
    : typeof value === 'boolean'
      ? String(Number(value))
      : String(value);

export type StoredMeta = ReadonlyMap<string, readonly string[]>;

/** Meta as sent to commands: values of declared keys; an empty list removes a key. */
export const sentMeta = z.record(z.string().max(255), z.array(z.unknown()).max(100));
type SentMeta = z.output<typeof sentMeta>;

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

/** Declared meta of an item for readers: null for missing values and those that don't match their schema. */
export function shownMeta(declared: MetaSchema, stored: StoredMeta | undefined): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(declared).map(([key, schema]) => [
      key,
      (metaRules.get(schema)?.shown ?? schema).safeParse(stored?.get(key)?.[0]).data ?? null,
    ]),
  );
}

/**
 * Validates sent meta. `whose`: plural noun for messages; `clean`: removes what the actor may not write. Throws
 * `InvalidInputError` for an undeclared key or an invalid value.
 */
export function readMeta(
  whose: string,
  declared: MetaSchema,
  sent: SentMeta,
  clean: (key: string, value: unknown, schema: z.ZodType) => unknown = (_key, value) => value,
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
          const text = parsed.success ? metaText(clean(key, parsed.data, schema)) : '';
          if (parsed.success && !text.includes('\0')) return text;
          const reason = parsed.success
            ? 'it holds a null byte'
            : parsed.error.issues.slice(0, maxIssues).map(issueText).join('; ');
          const named = metaRules.get(schema)?.label ?? key;
          const message = `The ${metaRules.has(schema) ? 'field' : 'meta'} "${named}" can't be ${String(JSON.stringify(value)).slice(0, 80)}: ${reason}.`;
          throw new InvalidInputError(message, 'rest_invalid_param', { [`meta.${key}`]: message });
        }),
      ];
    }),
  );
}

const maxIssues = 5;

/** With the place inside a list or object: `[2][rating]: …`. */
const issueText = (issue: z.core.$ZodIssue): string => {
  const { path } = issue;
  const reason = boundText(issue) ?? issue.message;
  return path.length === 0 ? reason : `${path.map((key) => `[${String(key)}]`).join('')}: ${reason}`;
};

/** Bounds in words. */
function boundText(issue: z.core.$ZodIssue): string | undefined {
  if (issue.code !== 'too_big' && issue.code !== 'too_small') return undefined;
  const [bound, limit] =
    issue.code === 'too_big' ? (['most', issue.maximum] as const) : (['least', issue.minimum] as const);
  const unit = issue.origin === 'string' ? ' characters' : issue.origin === 'array' ? ' entries' : '';
  return unit === '' ? `it must be at ${bound} ${limit}` : `it has at ${bound} ${limit}${unit}`;
}

export function changedMeta(
  meta: Readonly<Record<string, readonly string[]>>,
  stored: StoredMeta | undefined,
): Record<string, readonly string[]> {
  return Object.fromEntries(
    Object.entries(meta).filter(([key, values]) => !isDeepStrictEqual(values, stored?.get(key) ?? [])),
  );
}

export const postBase = ({ restBase, name }: Pick<PostType, 'restBase' | 'name'>): string =>
  `/wp/v2/${restBase ?? name}`;

export const termBase = ({ restBase, name: named }: Pick<Taxonomy, 'restBase' | 'name'>): string =>
  `/wp/v2/${restBase ?? named}`;
