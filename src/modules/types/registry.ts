import { isDeepStrictEqual } from 'node:util';
import { InvalidInputError, messageOf } from '../../lib/errors.ts';
import { builtInPostTypes, builtInTaxonomies } from './built-in.ts';
import { definePostType, unknownPostType, defineTaxonomy, unknownTaxonomy } from './model.ts';
import type { MetaSchema, PostType, PostTypeInput, Taxonomy, TaxonomyInput } from './model.ts';
import { useFields, withFields } from './with-fields.ts';

export type TakeBack = () => void;

/** Characters, as in WordPress' columns. */
export const maxTypeName = 20;
export const maxTaxonomyName = 32;

/** Definitions of the code. */
const codeTypes = new Map<string, PostType>();
const codeTaxonomies = new Map<string, Taxonomy>();
/** All definitions, those of the site included. */
let types: ReadonlyMap<string, PostType> = new Map();
let taxonomies: ReadonlyMap<string, Taxonomy> = new Map();

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

/**
 * Reserves a first path segment for a route. Throws `InvalidInputError` if a type or taxonomy of the code has it; a
 * definition of the site that has it is left out. Ignores segments that can't be slugs.
 */
export function reserveSegment(segment: string): void {
  if (!isSegment(segment) || ownSegments.has(segment)) return;
  const owner = segmentOfCode(segment);
  if (owner !== undefined)
    throw new InvalidInputError(`The address "/${segment}/" of a route belongs to ${owner}.`);
  ownSegments.add(segment);
  if (isOwnSegment(segment)) arrange();
}

export function registerPostType(input: PostTypeInput): TakeBack {
  const type = definePostType(input);
  checkRegistered(type.name, 'taxonomy', type.taxonomies, taxonomies);
  const takeBack = addType(type);
  arrange();
  return takeBack;
}

function addType(type: PostType): TakeBack {
  checkType(type);
  codeTypes.set(type.name, type);
  return () => {
    if (codeTypes.get(type.name) === type) codeTypes.delete(type.name);
    arrange();
  };
}

function checkType(type: PostType): void {
  check('post type', type.name, maxTypeName, types);
  if (type.slug !== '') checkSegment(type.name, type.slug);
  if (type.archive && type.archive.slug !== type.slug) checkSegment(type.name, type.archive.slug);
  checkRestBase(type.name, type.restBase);
}

export function registerTaxonomy(input: TaxonomyInput): TakeBack {
  const taxonomy = defineTaxonomy(input);
  checkRegistered(taxonomy.name, 'post type', taxonomy.postTypes, types);
  const takeBack = addTaxonomy(taxonomy);
  arrange();
  return takeBack;
}

function addTaxonomy(taxonomy: Taxonomy): TakeBack {
  checkTaxonomy(taxonomy);
  codeTaxonomies.set(taxonomy.name, taxonomy);
  return () => {
    if (codeTaxonomies.get(taxonomy.name) === taxonomy) codeTaxonomies.delete(taxonomy.name);
    arrange();
  };
}

function checkTaxonomy(taxonomy: Taxonomy): void {
  check('taxonomy', taxonomy.name, maxTaxonomyName, taxonomies);
  checkSegment(taxonomy.name, taxonomy.slug);
  checkRestBase(taxonomy.name, taxonomy.restBase);
}

/** A definition that the site stores (decision 111). `hidden`: it was deleted; its items stay, and readers can't see them. */
interface OwnDefinition<Input> {
  readonly input: Input;
  readonly isHidden: boolean;
  /** Slugs that it had before; their addresses redirect. */
  readonly formerSlugs: readonly string[];
}
export interface OwnDefinitions {
  readonly postTypes: readonly OwnDefinition<PostTypeInput>[];
  readonly taxonomies: readonly OwnDefinition<TaxonomyInput>[];
}

let own: OwnDefinitions = { postTypes: [], taxonomies: [] };
let currentByFormer: ReadonlyMap<string, { readonly slug: string; readonly archive: string | undefined }> =
  new Map();

/**
 * Replaces all definitions of the site; returns whether anything changed. A definition that is invalid, for example
 * because a newer version uses its address, is reported and left out.
 */
export function useOwnDefinitions(definitions: OwnDefinitions, warn: (message: string) => void): boolean {
  if (isDeepStrictEqual(definitions, own)) return false;
  own = definitions;
  arrange(warn);
  return true;
}

/** The last definition made for a name, and its sources. */
interface Made<Definition> {
  /** The definition of the code, if it is one. */
  readonly base: Definition | undefined;
  /** Definitions of the site that it depends on, as JSON. */
  readonly from: string;
  readonly definition: Definition;
}
let madeTypes: ReadonlyMap<string, Made<PostType>> = new Map();
let madeTaxonomies: ReadonlyMap<string, Made<Taxonomy>> = new Map();

/**
 * Rebuilds the maps. A definition stays the same object until it, or one of the site that it is connected with,
 * changes: routes and schemas are cached by these objects.
 */
function arrange(warn: (message: string) => void = () => {}): void {
  const nextTypes = new Map<string, Made<PostType>>();
  const nextTaxonomies = new Map<string, Made<Taxonomy>>();
  const sorting = (type: string) => own.taxonomies.filter(({ input }) => input.postTypes?.includes(type));
  const sorted = (taxonomy: string) =>
    own.postTypes.filter(
      ({ input }) =>
        input.taxonomies?.includes(taxonomy) ||
        own.taxonomies.some(
          (one) => one.input.name === taxonomy && one.input.postTypes?.includes(input.name),
        ),
    );
  for (const [name, base] of codeTypes)
    nextTypes.set(
      name,
      remade(madeTypes.get(name), base, sorting(name), () => base),
    );
  for (const [name, base] of codeTaxonomies)
    nextTaxonomies.set(
      name,
      remade(madeTaxonomies.get(name), base, sorted(name), () => base),
    );
  [types, taxonomies] = [withFields(definitionsOf(nextTypes)), definitionsOf(nextTaxonomies)];
  const attempt = (name: string, add: () => void) => {
    try {
      add();
      [types, taxonomies] = [withFields(definitionsOf(nextTypes)), definitionsOf(nextTaxonomies)];
    } catch (error) {
      warn(`The stored definition "${name}" is left out: ${messageOf(error)}`);
    }
  };
  for (const one of own.postTypes) {
    const { name } = one.input;
    attempt(name, () => {
      const type = definePostType(one.input);
      if (one.isHidden) check('post type', name, maxTypeName, types);
      else checkType(type);
      nextTypes.set(
        name,
        remade(madeTypes.get(name), undefined, [one, ...sorting(name)], () => type),
      );
    });
  }
  for (const one of own.taxonomies) {
    const { name } = one.input;
    attempt(name, () => {
      const taxonomy = defineTaxonomy(one.input);
      if (one.isHidden) check('taxonomy', name, maxTaxonomyName, taxonomies);
      else checkTaxonomy(taxonomy);
      nextTaxonomies.set(
        name,
        remade(madeTaxonomies.get(name), undefined, [one, ...sorted(name)], () => taxonomy),
      );
    });
  }
  [madeTypes, madeTaxonomies] = [nextTypes, nextTaxonomies];
  currentByFormer = new Map(
    [...own.postTypes, ...own.taxonomies].flatMap(({ input, isHidden, formerSlugs }) => {
      const archive = 'archive' in input ? input.archive?.slug : undefined;
      const current = { slug: input.slug ?? input.name, archive };
      return isHidden ? [] : formerSlugs.map((slug) => [slug, current] as const);
    }),
  );
}

function remade<Definition extends object>(
  last: Made<Definition> | undefined,
  base: Definition | undefined,
  connected: readonly object[],
  make: () => Definition,
): Made<Definition> {
  const from = JSON.stringify(connected);
  if (last && last.base === base && last.from === from) return last;
  const definition = make();
  return { base, from, definition: connected.length > 0 ? { ...definition } : definition };
}

const definitionsOf = <Definition>(made: ReadonlyMap<string, Made<Definition>>) =>
  new Map([...made].map(([name, { definition }]) => [name, definition]));

/** Replaces the custom fields of all post types. Types whose fields change get a new definition. */
export function setFieldMeta(byType: ReadonlyMap<string, MetaSchema>): void {
  useFields(byType);
  types = withFields(definitionsOf(madeTypes));
}

/** The current first segment of an address that began with a former slug; `isArchive`: the address is the segment alone. */
export function segmentInsteadOf(segment: string, isArchive: boolean): string | undefined {
  const current = currentByFormer.get(segment);
  return isArchive ? (current?.archive ?? current?.slug) : current?.slug;
}

/** Whether an address of a type or taxonomy of the site begins with this segment, so that no item at the root has it. */
export function isOwnSegment(segment: string): boolean {
  return [...own.postTypes, ...own.taxonomies].some(
    ({ input, isHidden }) =>
      !isHidden && (input.slug === segment || ('archive' in input && input.archive?.slug === segment)),
  );
}

export function namesOfCode(kind: 'post_type' | 'taxonomy'): string[] {
  return [...(kind === 'post_type' ? codeTypes : codeTaxonomies).keys()];
}

/** Whether the code, not the site, defines this name, as a post type or a taxonomy. */
export function isOfCode(name: string): boolean {
  return codeTypes.has(name) || codeTaxonomies.has(name) || ownNames.has(name);
}

/** Why a definition of the code, or the site itself, has this first segment; undefined: it is free. */
export function segmentOfCode(segment: string): string | undefined {
  return ownerOfSegment(segment, codeTypes, codeTaxonomies);
}

export function restBaseOfCode(base: string): string | undefined {
  return ownerOfRestBase(base, codeTypes, codeTaxonomies);
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

export const isSegment = (slug: string) => /^[\p{L}\p{N}_-]+$/u.test(slug) && !/^\d+$/.test(slug);

function checkSegment(name: string, slug: string): void {
  if (!isSegment(slug)) {
    throw new InvalidInputError(
      `"${slug}" can't be the address of "${name}": it is one segment of letters, digits, "_" and "-", not of digits alone.`,
    );
  }
  const owner = ownerOfSegment(slug, types, taxonomies);
  if (owner !== undefined)
    throw new InvalidInputError(
      `The address "/${slug}/" of "${name}" belongs to ${owner}; take another slug.`,
    );
}

type Definitions<Definition> = ReadonlyMap<string, Definition>;

function ownerOfSegment(
  slug: string,
  among: Definitions<PostType>,
  amongTaxonomies: Definitions<Taxonomy>,
): string | undefined {
  const hidden = new Set(
    [...own.postTypes, ...own.taxonomies].flatMap(({ input, isHidden }) => (isHidden ? [input.name] : [])),
  );
  const owner =
    [...among.values()].find(
      (type) => !hidden.has(type.name) && (type.slug === slug || type.archive?.slug === slug),
    ) ??
    [...amongTaxonomies.values()].find((taxonomy) => !hidden.has(taxonomy.name) && taxonomy.slug === slug);
  return owner ? `"${owner.name}"` : ownSegments.has(slug) ? 'the site' : undefined;
}

function ownerOfRestBase(
  base: string,
  among: Definitions<PostType>,
  amongTaxonomies: Definitions<Taxonomy>,
): string | undefined {
  const owner = [...among.values(), ...amongTaxonomies.values()].find(({ restBase }) => restBase === base);
  return owner ? `"${owner.name}"` : ownRestBases.has(base) ? 'the site' : undefined;
}

function checkRestBase(name: string, base: string | undefined): void {
  if (base === undefined) return;
  if (!/^[a-z0-9_-]+$/.test(base))
    throw new InvalidInputError(
      `"${base}" can't be the REST base of "${name}": it has small letters, digits, "_" and "-".`,
    );
  const owner = ownerOfRestBase(base, types, taxonomies);
  if (owner !== undefined)
    throw new InvalidInputError(
      `The REST base "${base}" of "${name}" belongs to ${owner}; take another one.`,
    );
}

for (const type of builtInPostTypes) {
  addType(type);
  arrange();
}
for (const taxonomy of builtInTaxonomies) {
  addTaxonomy(taxonomy);
  arrange();
}
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
 * another slug is found by its name, too: its archive has moved. Former slugs redirect instead.
 */
export function typeWithArchiveAt(segment: string): PostType | undefined {
  const named = types.get(segment) ?? unknownPostType(segment);
  return (
    registeredTypes().find(({ archive }) => archive?.slug === segment) ??
    ((named.isRegistered && named.slug === segment) || currentByFormer.has(segment) ? undefined : named)
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

let capabilitiesKnown = { of: types, and: taxonomies, all: new Set<string>() };

export function isTypeCapability(name: string): boolean {
  if (capabilitiesKnown.of !== types || capabilitiesKnown.and !== taxonomies)
    capabilitiesKnown = { of: types, and: taxonomies, all: new Set(typeCapabilities()) };
  return capabilitiesKnown.all.has(name);
}

export const typeCapabilities = (): string[] => capabilitiesOf(types, taxonomies);
export const typeCapabilitiesOfCode = (): string[] => capabilitiesOf(codeTypes, codeTaxonomies);

const capabilitiesOf = (
  ofTypes: ReadonlyMap<string, PostType>,
  ofTaxonomies: ReadonlyMap<string, Taxonomy>,
): string[] => [
  ...new Set([
    ...[...ofTypes.keys()].flatMap((name) => postActions.map((action) => capabilityOf(name, action))),
    ...[...ofTaxonomies.values()].flatMap(({ capabilities }) => Object.values(capabilities)),
  ]),
];
