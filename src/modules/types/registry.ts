import { InvalidInputError } from '../../lib/errors.ts';
import { builtInPostTypes, builtInTaxonomies } from './built-in.ts';
import { definePostType, unknownPostType, defineTaxonomy, unknownTaxonomy } from './model.ts';
import type { PostType, PostTypeInput, Taxonomy, TaxonomyInput } from './model.ts';

export type TakeBack = () => void;

const types = new Map<string, PostType>();
const taxonomies = new Map<string, Taxonomy>();

/** Reserved: lists of types and tags use these names, such as `list:author:7`. */
const ownNames: ReadonlySet<string> = new Set(['any', 'author', 'term', 'comments']);
/** Slugs that no post can have, because a feed, embed, route or file has the same URL. */
const closedSlugs = new Set([
  'feed',
  'rdf',
  'rss',
  'rss2',
  'atom',
  'embed',
  'assets',
  'healthz',
  'wp-json',
  'wp-admin',
  'wp-content',
  'wp-includes',
  'xmlrpc.php',
  'wp-cron.php',
  'wp-login.php',
  'wp-comments-post.php',
  'wp-comments-report.php',
]);
/** Reserved first path segments: pages, feeds, WordPress' files, and reservations of routes. */
const ownSegments = new Set([...closedSlugs, 'author', 'page', 'comments', 'search']);
/** Names below `/wp/v2/` other than collections: WordPress' own, and reservations of routes. */
const ownRestBases = new Set([
  'users',
  'comments',
  'types',
  'taxonomies',
  'statuses',
  'search',
  'settings',
  'menus',
  'menu-items',
  'templates',
  'themes',
  'plugins',
]);

export function reserveRestBase(base: string): void {
  if (!ownRestBases.has(base)) checkRestBase('the site', base);
  ownRestBases.add(base);
}

/** Reserves a first path segment for a route. Throws `InvalidInputError` if a type or taxonomy has it; ignores segments that can't be slugs. */
export function reserveSegment(segment: string): void {
  if (!isSegment(segment)) return;
  if (!ownSegments.has(segment)) checkSegment('the site', segment);
  ownSegments.add(segment);
}

export function registerPostType(input: PostTypeInput): TakeBack {
  const type = definePostType(input);
  checkRegistered(type.name, 'taxonomy', type.taxonomies, taxonomies);
  return addType(type);
}

function addType(type: PostType): TakeBack {
  check('post type', type.name, 20, types);
  if (type.slug !== '') checkSegment(type.name, type.slug);
  if (type.archive && type.archive.slug !== type.slug) checkSegment(type.name, type.archive.slug);
  checkRestBase(type.name, type.restBase);
  types.set(type.name, type);
  return () => void (types.get(type.name) === type && types.delete(type.name));
}

export function registerTaxonomy(input: TaxonomyInput): TakeBack {
  const taxonomy = defineTaxonomy(input);
  checkRegistered(taxonomy.name, 'post type', taxonomy.postTypes, types);
  return addTaxonomy(taxonomy);
}

function addTaxonomy(taxonomy: Taxonomy): TakeBack {
  check('taxonomy', taxonomy.name, 32, taxonomies);
  checkSegment(taxonomy.name, taxonomy.slug);
  checkRestBase(taxonomy.name, taxonomy.restBase);
  taxonomies.set(taxonomy.name, taxonomy);
  return () => void (taxonomies.get(taxonomy.name) === taxonomy && taxonomies.delete(taxonomy.name));
}

function check(kind: string, name: string, maxLength: number, taken: ReadonlyMap<string, unknown>): void {
  if (!/^[a-z][a-z0-9_-]*$/.test(name) || name.length > maxLength) {
    throw new InvalidInputError(
      `"${name}" is no name of a ${kind}: it has 1 to ${maxLength} small letters, digits, "_" and "-", and begins with a letter.`,
    );
  }
  if (ownNames.has(name))
    throw new InvalidInputError(`"${name}" means something else already; take another name.`);
  if (taken.has(name))
    throw new InvalidInputError(`There is a ${kind} "${name}" already; take another name.`);
}

/** Names in a definition must exist: of two that reference each other, the second one does. */
function checkRegistered(
  name: string,
  kind: string,
  named: readonly string[],
  registered: ReadonlyMap<string, unknown>,
): void {
  const missing = named.find((one) => !registered.has(one));
  if (missing !== undefined)
    throw new InvalidInputError(
      `"${name}" names the ${kind} "${missing}", which is not defined; see modules/types/built-in.ts.`,
    );
}

export function isClosedSlug(slug: string): boolean {
  return closedSlugs.has(slug.toLowerCase()) || /^\d{4}$/.test(slug); // a year's archive
}

const isSegment = (slug: string) => /^[\p{L}\p{N}_-]+$/u.test(slug) && !/^\d+$/.test(slug);

function checkSegment(name: string, slug: string): void {
  if (!isSegment(slug)) {
    throw new InvalidInputError(
      `"${slug}" can't be the address of "${name}": it is one segment of letters, digits, "_" and "-", not of digits alone.`,
    );
  }
  const owner =
    [...types.values()].find((type) => type.slug === slug || type.archive?.slug === slug) ??
    [...taxonomies.values()].find((taxonomy) => taxonomy.slug === slug);
  if (owner || ownSegments.has(slug)) {
    throw new InvalidInputError(
      `The address "/${slug}/" of "${name}" belongs to ${owner ? `"${owner.name}"` : 'the site'}; take another slug.`,
    );
  }
}

function checkRestBase(name: string, base: string | undefined): void {
  if (base === undefined) return;
  if (!/^[a-z0-9_-]+$/.test(base))
    throw new InvalidInputError(
      `"${base}" can't be the REST base of "${name}": it has small letters, digits, "_" and "-".`,
    );
  const owner = [...types.values(), ...taxonomies.values()].find(({ restBase }) => restBase === base);
  if (owner || ownRestBases.has(base)) {
    throw new InvalidInputError(
      `The REST base "${base}" of "${name}" belongs to ${owner ? `"${owner.name}"` : 'the site'}; take another one.`,
    );
  }
}

for (const type of builtInPostTypes) addType(type);
for (const taxonomy of builtInTaxonomies) addTaxonomy(taxonomy);
for (const { name, taxonomies: named } of builtInPostTypes)
  checkRegistered(name, 'taxonomy', named, taxonomies);
for (const { name, postTypes: named } of builtInTaxonomies) checkRegistered(name, 'post type', named, types);

export function postTypeNamed(name: string): PostType {
  return types.get(name) ?? unknownPostType(name);
}

export function taxonomyNamed(name: string): Taxonomy {
  return taxonomies.get(name) ?? unknownTaxonomy(name);
}

export function registeredTypes(): PostType[] {
  return [...types.values()];
}

export function registeredTaxonomies(): Taxonomy[] {
  return [...taxonomies.values()];
}

export function taxonomiesOf(type: string): Taxonomy[] {
  const { taxonomies: named } = postTypeNamed(type);
  return registeredTaxonomies().filter(
    ({ name, postTypes: sorted }) => named.includes(name) || sorted.includes(type),
  );
}

export function typesOf(name: string): PostType[] {
  const { postTypes: sorted } = taxonomyNamed(name);
  return registeredTypes().filter((type) => type.taxonomies.includes(name) || sorted.includes(type.name));
}

/** Whether a post has one main term of the taxonomy, its section: hierarchical topics. */
export function isSection(name: string): boolean {
  const { isTopic, isHierarchical } = taxonomyNamed(name);
  return isTopic && isHierarchical;
}

/** Whether the terms are shown below a post as tags: topics without a hierarchy. */
export function isTag(name: string): boolean {
  const { isTopic, isHierarchical } = taxonomyNamed(name);
  return isTopic && !isHierarchical;
}

export function articleTypes(): string[] {
  return registeredTypes()
    .filter(({ isArticle }) => isArticle)
    .map(({ name }) => name);
}

export function searchableTypes(): string[] {
  return registeredTypes()
    .filter(({ isSearched }) => isSearched)
    .map(({ name }) => name);
}

/**
 * The type with its archive at a segment; an undefined type has one at its name. A type that was defined later with
 * another slug is found by its name, too: its archive has moved.
 */
export function typeWithArchiveAt(segment: string): PostType | undefined {
  const named = types.get(segment) ?? unknownPostType(segment);
  return (
    registeredTypes().find(({ archive }) => archive?.slug === segment) ??
    (named.isRegistered && named.slug === segment ? undefined : named)
  );
}

export function taxonomyAt(slug: string): Taxonomy | undefined {
  return registeredTaxonomies().find((taxonomy) => taxonomy.slug === slug && taxonomy.isPublic);
}

/** Whether a path of one segment is the parent of lists (`/category/`, `/author/`), so that the next segment is a slug of a list. */
export function isAboveLists(path: string): boolean {
  const segment = /^\/([^/]+)\/$/.exec(path)?.[1];
  return segment !== undefined && (segment === 'author' || taxonomyAt(segment) !== undefined);
}

/** WordPress' names; `edit` covers one's own drafts, the others extend it. */
export const postActions = [
  'edit',
  'edit_others',
  'edit_published',
  'edit_private',
  'publish',
  'read_private',
  'delete',
  'delete_others',
  'delete_published',
  'delete_private',
] as const;
export type PostAction = (typeof postActions)[number];

export function capabilityOf(type: string, action: PostAction): string {
  const { capability, capabilityType } = postTypeNamed(type);
  return capability ?? `${action}_${capabilityType}`;
}

export function typeCapabilities(): string[] {
  return [
    ...new Set([
      ...registeredTypes().flatMap(({ name }) => postActions.map((action) => capabilityOf(name, action))),
      ...registeredTaxonomies().flatMap(({ capabilities }) => Object.values(capabilities)),
    ]),
  ];
}
