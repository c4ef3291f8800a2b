import type { MetaSchema } from './meta.ts';
import { readableName } from './post-type.ts';

/** The kinds of page that list the posts of a term. */
export type TermPageKind = 'category' | 'tag' | 'woo_archive' | 'cpt_tax';

/** What somebody may do with terms of a taxonomy, in WordPress' names; who makes terms of a hierarchy edits it, who makes others assigns them. */
export type TermAction = 'manage_terms' | 'edit_terms' | 'delete_terms' | 'assign_terms';

/** Wordings about one taxonomy: the link to where a term is edited, what stands before the title of an archive, and what its terms are called in lists. */
export interface TaxonomyWords {
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
