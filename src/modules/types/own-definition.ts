import { z } from 'zod';
import { sentLine, sentName, sentText } from '../../kernel/input-kinds.ts';
import { withoutTurning } from '../../lib/visible-name.ts';
import { articleType } from './names.ts';
import type { PostTypeInput, TaxonomyInput } from './model.ts';
import { postFeatures, unknownPostType, unknownTaxonomy } from './model.ts';
import { isSegment, maxTaxonomyName, maxTypeName, postActions } from './registry.ts';
import type { OwnDefinitions } from './registry.ts';

/** Post types and taxonomies that a site stores (decision 111). */
export type DefinitionKind = 'post_type' | 'taxonomy';

/** Icons of the newsroom's menu, in WordPress' names. */
export const typeIcons = [
  'dashicons-admin-post',
  'dashicons-admin-page',
  'dashicons-admin-media',
  'dashicons-admin-comments',
  'dashicons-admin-users',
  'dashicons-admin-links',
  'dashicons-layout',
  'dashicons-tag',
  'dashicons-clock',
  'dashicons-shield',
] as const;

const maxSlugLength = 60;
const maxRestBaseLength = 40;
const maxLinked = 50;
const maxFormerSlugs = 50;

const label = sentName(60).transform(withoutTurning);
const nameKind = (maxLength: number) =>
  sentText(maxLength).refine(
    (name) => /^[a-z][a-z0-9_-]*$/.test(name),
    'use small letters, digits, "_" and "-", beginning with a letter',
  );
const slug = sentText(maxSlugLength).refine(
  (text) => isSegment(text) && text === text.toLowerCase(),
  'use small letters, digits, "_" and "-", not digits alone',
);
const restBase = sentText(maxRestBaseLength).refine(
  (base) => /^[a-z][a-z0-9_-]*$/.test(base),
  'use small letters, digits, "_" and "-", beginning with a letter',
);
const names = z
  .array(nameKind(maxTaxonomyName))
  .max(maxLinked)
  .transform((list) => [...new Set(list)]);

export const typeName = nameKind(maxTypeName);
export const taxonomyName = nameKind(maxTaxonomyName);

export const typeFields = {
  plural: label,
  singular: label,
  /** Title of the archive; empty: the plural. */
  archive_title: sentLine(120).transform(withoutTurning),
  slug,
  hierarchical: z.boolean(),
  has_archive: z.boolean(),
  /** Empty: the slug. */
  archive_slug: z.union([z.literal(''), slug]),
  has_feed: z.boolean(),
  in_search: z.boolean(),
  in_sitemap: z.boolean(),
  /** Its items are articles: drop cap, ads between paragraphs, counted views, push messages, news sitemap. */
  is_article: z.boolean(),
  rest_base: restBase,
  supports: z
    .array(z.enum(postFeatures))
    .transform((list) => postFeatures.filter((one) => list.includes(one))),
  icon: z.enum(typeIcons),
  /** Own capabilities (`edit_{name}s`) instead of those of posts. */
  own_capabilities: z.boolean(),
  /** Taxonomies of the code; those of the site name their types. */
  taxonomies: names,
};
export const typeSchema = z.strictObject(typeFields);
export type TypeDefinition = z.output<typeof typeSchema>;

export const taxonomyFields = {
  plural: label,
  singular: label,
  slug,
  hierarchical: z.boolean(),
  has_feed: z.boolean(),
  in_sitemap: z.boolean(),
  /** Its terms are topics: named in feeds, structured data and breadcrumbs. */
  is_topic: z.boolean(),
  rest_base: restBase,
  types: names,
};
export const taxonomySchema = z.strictObject(taxonomyFields);
export type TaxonomyDefinition = z.output<typeof taxonomySchema>;

const formerSlugs = z.array(slug).max(maxFormerSlugs).default([]);
const storedType = z.object({ ...typeFields, formerSlugs });
const storedTaxonomy = z.object({ ...taxonomyFields, formerSlugs });

interface StoredFacts {
  readonly name: string;
  readonly revision: number;
  readonly isDeleted: boolean;
  /** The stored definition can't be read. */
  readonly isDamaged: boolean;
  /** Slugs whose addresses redirect to those of the current one. */
  readonly formerSlugs: readonly string[];
}
export type StoredType = StoredFacts & { readonly kind: 'post_type'; readonly definition: TypeDefinition };
export type StoredTaxonomy = StoredFacts & {
  readonly kind: 'taxonomy';
  readonly definition: TaxonomyDefinition;
};
export type StoredDefinition = StoredType | StoredTaxonomy;

/** Reads a row. An invalid definition, for example of a newer version, counts as a deleted one, so that its items stay hidden. */
export function readDefinition(row: {
  readonly name: string;
  readonly kind: DefinitionKind;
  readonly definition: string;
  readonly revision: number;
  readonly is_deleted: number;
}): StoredDefinition {
  const { name, kind, revision } = row;
  const facts = { name, revision, isDeleted: row.is_deleted === 1, isDamaged: false };
  const damaged = { ...facts, isDeleted: true, isDamaged: true, formerSlugs: [] };
  const sent = parseJson(row.definition);
  if (kind === 'post_type') {
    const read = storedType.safeParse(sent);
    if (!read.success) return { ...damaged, kind, definition: suggestedType(name) };
    const { formerSlugs: former, ...definition } = read.data;
    return { ...facts, kind, definition, formerSlugs: former };
  }
  const read = storedTaxonomy.safeParse(sent);
  if (!read.success) return { ...damaged, kind, definition: suggestedTaxonomy(name) };
  const { formerSlugs: former, ...definition } = read.data;
  return { ...facts, kind, definition, formerSlugs: former };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export interface Addressed {
  readonly slug: string;
  readonly has_archive?: boolean;
  readonly archive_slug?: string;
}
/** First segments of the addresses of a definition. */
export function segmentsOf(of: Addressed): string[] {
  return [of.slug, ...(of.has_archive && of.archive_slug ? [of.archive_slug] : [])];
}

export interface FormerDefinition {
  readonly formerSlugs: readonly string[];
  readonly definition: Addressed;
}

/** The former slugs after a change, the newest last; current ones are left out. */
export function formerSlugsAfter(before: FormerDefinition, next: Addressed): string[] {
  const current = segmentsOf(next);
  return [...new Set([...before.formerSlugs, ...segmentsOf(before.definition)])]
    .filter((one) => !current.includes(one))
    .slice(-maxFormerSlugs);
}

/** The plural in the names of a type's own capabilities. */
const capabilityTypeOf = (name: string): string => `${name}s`;

export const capabilitiesOfOwn = (name: string): string[] =>
  postActions.map((action) => `${action}_${capabilityTypeOf(name)}`);

/** The definitions as the registry takes them. Deleted ones stay registered, but hidden. */
export function ownDefinitionsOf(stored: readonly StoredDefinition[]): OwnDefinitions {
  const facts = ({ isDeleted, formerSlugs: former }: StoredDefinition) => ({
    isHidden: isDeleted,
    formerSlugs: former,
  });
  return {
    postTypes: stored.flatMap((one) =>
      one.kind === 'post_type' ? [{ ...facts(one), input: typeInput(one) }] : [],
    ),
    taxonomies: stored.flatMap((one) =>
      one.kind === 'taxonomy' ? [{ ...facts(one), input: taxonomyInput(one) }] : [],
    ),
  };
}

function typeInput({ name, definition: of, isDeleted }: StoredType): PostTypeInput {
  const input: PostTypeInput = {
    name,
    labels: {
      plural: of.plural,
      singular: of.singular,
      ...(of.archive_title === '' ? {} : { archive: of.archive_title }),
    },
    icon: of.icon,
    isHierarchical: of.hierarchical,
    supports: of.supports,
    capabilityType: of.own_capabilities ? capabilityTypeOf(name) : `${articleType}s`,
  };
  if (isDeleted) return { ...input, isPublic: false };
  return {
    ...input,
    slug: of.slug,
    archive: of.has_archive ? { slug: of.archive_slug || of.slug } : null,
    hasFeed: of.has_archive && of.has_feed,
    isSearched: of.in_search,
    inSitemap: of.in_sitemap,
    isArticle: of.is_article,
    restBase: of.rest_base,
    taxonomies: of.taxonomies,
  };
}

function taxonomyInput({ name, definition: of, isDeleted }: StoredTaxonomy): TaxonomyInput {
  const input = {
    name,
    labels: { plural: of.plural, singular: of.singular },
    isHierarchical: of.hierarchical,
  };
  if (isDeleted) return { ...input, isPublic: false };
  return {
    ...input,
    slug: of.slug,
    hasFeed: of.has_feed,
    inSitemap: of.in_sitemap,
    isTopic: of.is_topic,
    restBase: of.rest_base,
    postTypes: of.types,
  };
}

/** The definition of a type that has items but no definition, such as one from an import, as it behaves already. */
export function suggestedType(name: string): TypeDefinition {
  const { labels, slug: base, supports } = unknownPostType(name);
  return {
    plural: labels.plural,
    singular: labels.singular,
    archive_title: '',
    slug: base,
    hierarchical: false,
    has_archive: true,
    archive_slug: '',
    has_feed: true,
    in_search: true,
    in_sitemap: true,
    is_article: false,
    rest_base: name,
    supports: [...supports],
    icon: typeIcons[0],
    own_capabilities: false,
    taxonomies: [],
  };
}

export function suggestedTaxonomy(name: string): TaxonomyDefinition {
  const { labels, slug: base } = unknownTaxonomy(name);
  return {
    plural: labels.plural,
    singular: labels.singular,
    slug: base,
    hierarchical: false,
    has_feed: true,
    in_sitemap: true,
    is_topic: false,
    rest_base: name,
    types: [],
  };
}
