import type { Tx } from '../../kernel/db/open-database.ts';
import { InvalidInputError } from '../../lib/errors.ts';
import * as store from './definition-store.ts';
import { fileType } from './names.ts';
import { capabilitiesOfOwn, segmentsOf } from './own-definition.ts';
import type { StoredDefinition, TaxonomyDefinition, TypeDefinition } from './own-definition.ts';
import {
  isOfCode,
  namesOfCode,
  postTypeNamed,
  restBaseOfCode,
  segmentOfCode,
  taxonomyNamed,
  typeCapabilitiesOfCode,
} from './registry.ts';
import { htmlToText } from '../../lib/plain-text.ts';

/** Plurals in WordPress' capabilities for other things, such as `edit_users`. */
const reservedPlurals = new Set(['users', 'themes', 'plugins', 'files', 'templates', 'theme_options']);

/**
 * Fields and parameters of posts in REST: a taxonomy's terms are a field named like its REST base, with the parameters
 * `{base}` and `{base}_exclude`.
 */
const reservedFields = new Set(
  `id date date_gmt guid modified modified_gmt slug status type link title content excerpt author featured_media
  comment_status ping_status sticky template format meta parent menu_order password permalink_template generated_slug
  class_list revision date_floating details byline blocks context page per_page search search_columns
  after before modified_after modified_before include exclude offset order orderby tax_relation author_exclude
  parent_exclude ignore_sticky force constructor window caption alt_text description media_type mime_type
  media_details post source_url missing_image_sizes fields search_semantics`.split(/\s+/),
);

function refuse(field: string, message: string): never {
  throw new InvalidInputError(message, 'rest_invalid_param', { [field]: message });
}

/**
 * Throws `InvalidInputError` for the first field that another definition, an item or the site excludes. `wasHierarchical`:
 * of the current or deleted definition, whose items may share slugs.
 */
export async function checkTypeDefinition(
  tx: Tx,
  name: string,
  definition: TypeDefinition,
  others: readonly StoredDefinition[],
  before: TypeDefinition | undefined,
  wasHierarchical = before?.hierarchical ?? false,
): Promise<void> {
  const {
    slug,
    has_archive: hasArchive,
    archive_slug: archiveSlug,
    rest_base: restBase,
    taxonomies,
  } = definition;
  const known = before ? segmentsOf(before) : [];
  await checkSegment(tx, name, 'slug', slug, others, known);
  if (hasArchive && archiveSlug !== '' && archiveSlug !== slug)
    await checkSegment(tx, name, 'archive_slug', archiveSlug, others, known);
  checkRestBase(restBase, others);
  const usable = namesOfCode('taxonomy').filter((one) => {
    const { isPublic, restBase: base } = taxonomyNamed(one);
    return isPublic && base !== undefined;
  });
  const unusable = taxonomies.find((one) => !usable.includes(one));
  if (unusable !== undefined)
    refuse('taxonomies', `The taxonomy "${unusable}" can't be added here. Use ${usable.join(', ')}.`);
  if (definition.own_capabilities) checkCapabilities(name, others);
  if (wasHierarchical && !definition.hierarchical) {
    const shared = await store.findSharedSlug(tx.db, name);
    if (shared !== undefined)
      refuse(
        'hierarchical',
        `Several items have the slug "${shared}" below different parents. Without a hierarchy they would have the same address; change their slugs first.`,
      );
  }
}

export async function checkTaxonomyDefinition(
  tx: Tx,
  name: string,
  { slug, rest_base: restBase, types: postTypes }: TaxonomyDefinition,
  others: readonly StoredDefinition[],
  before: TaxonomyDefinition | undefined,
): Promise<void> {
  await checkSegment(tx, name, 'slug', slug, others, before ? [before.slug] : []);
  if (reservedFields.has(restBase) || restBase.endsWith('_exclude'))
    refuse(
      'rest_base',
      `The REST base "${restBase}" is the name of another field of posts; use another one.`,
    );
  checkRestBase(restBase, others);
  const isUsable = (type: string) =>
    others.some((one) => one.kind === 'post_type' && one.name === type) ||
    (namesOfCode('post_type').includes(type) && type !== fileType && postTypeNamed(type).isEdited);
  const unusable = postTypes.find((type) => !isUsable(type));
  if (unusable !== undefined)
    refuse('types', `There is no post type "${unusable}" that can have a taxonomy.`);
}

async function checkSegment(
  tx: Tx,
  name: string,
  field: 'slug' | 'archive_slug',
  segment: string,
  others: readonly StoredDefinition[],
  known: readonly string[],
): Promise<void> {
  const other = others.find((one) => !one.isDeleted && segmentsOf(one.definition).includes(segment));
  const owner = segmentOfCode(segment) ?? (other && `"${other.name}"`);
  if (owner !== undefined) refuse(field, `The address "/${segment}/" belongs to ${owner}; use another slug.`);
  if (known.includes(segment)) return;
  const isUndefined = segment !== name && !isOfCode(segment) && others.every((one) => one.name !== segment);
  if (isUndefined && (await store.isInUse(tx.db, segment)))
    refuse(
      field,
      `The address "/${segment}/" belongs to items of "${segment}", which the site has not defined; use another slug.`,
    );
  const item = await store.findAtRoot(tx.db, [segment]);
  if (item)
    refuse(
      field,
      `The address "/${segment}/" belongs to the ${postTypeNamed(item.type).labels.singular.toLowerCase()} "${htmlToText(item.title).slice(0, 60)}" (${item.id}); use another slug, or change that one.`,
    );
}

function checkRestBase(restBase: string, others: readonly StoredDefinition[]): void {
  const other = others.find((one) => !one.isDeleted && one.definition.rest_base === restBase);
  const owner =
    restBaseOfCode(restBase) ??
    (restBase === 'constructor' ? 'the site' : undefined) ??
    (other && `"${other.name}"`);
  if (owner !== undefined)
    refuse('rest_base', `The REST base "${restBase}" belongs to ${owner}; use another one.`);
}

function checkCapabilities(name: string, others: readonly StoredDefinition[]): void {
  const wanted = capabilitiesOfOwn(name);
  const taken = new Set([
    ...typeCapabilitiesOfCode(),
    ...others.flatMap((one) => (one.kind === 'post_type' ? capabilitiesOfOwn(one.name) : [])),
  ]);
  if (reservedPlurals.has(`${name}s`) || wanted.some((capability) => taken.has(capability)))
    refuse(
      'own_capabilities',
      `Capabilities such as "edit_${name}s" exist already; use another name, or the capabilities of posts.`,
    );
}
