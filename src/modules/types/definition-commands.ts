import { z } from 'zod';
import { changedFields, noteChange, readInput, refuseStale } from '../../kernel/command.ts';
import type { From } from '../../kernel/command.ts';
import type { Tx } from '../../kernel/db/open-database.ts';
import { demand } from '../../kernel/permission.ts';
import type { Actor } from '../../kernel/permission.ts';
import { ConflictError, InvalidInputError, NotFoundError } from '../../lib/errors.ts';
import { checkTaxonomyDefinition, checkTypeDefinition } from './check-definition.ts';
import * as store from './definition-store.ts';
import { capabilitiesAdded } from './events.ts';
import {
  capabilitiesOfOwn,
  formerSlugsAfter,
  suggestedTaxonomy,
  suggestedType,
  taxonomyName,
  taxonomySchema,
  typeName,
  typeSchema,
} from './own-definition.ts';
import type {
  Addressed,
  FormerDefinition,
  StoredDefinition,
  StoredTaxonomy,
  StoredType,
} from './own-definition.ts';
import { manageTypes } from './policy.ts';
import { isOfCode } from './registry.ts';

/** Definitions that a site stores; each is loaded into every process. */
const maxDefinitions = 100;

/** Names with a meaning in queries and code, as in WordPress. */
const reservedNames = new Set([
  'constructor',
  'action',
  'order',
  'theme',
  'type',
  'status',
  'search',
  'media',
  'ready',
]);

export const typeInput = z.strictObject({ name: typeName, ...typeSchema.shape });
export const taxonomyInput = z.strictObject({ name: taxonomyName, ...taxonomySchema.shape });

/** Defines a post type. Throws `ConflictError` for a name in use, `InvalidInputError` with the field for other faults. */
export async function createType(
  tx: Tx,
  actor: Actor | undefined,
  input: z.input<typeof typeInput>,
): Promise<void> {
  const { name, ...definition } = readInput(typeInput, input, 'the post type');
  demand(manageTypes, actor, undefined);
  const { others, before } = await roomFor(tx, 'post_type', name);
  const wasHierarchical = before?.definition.hierarchical;
  await checkTypeDefinition(tx, name, definition, others, undefined, wasHierarchical);
  const former = before ?? (await undefinedOne(tx, name, suggestedType(name)));
  const formerSlugs = formerSlugsOfReturned(former, definition, others);
  await store.writeDefinition(tx, { name, kind: 'post_type', definition, formerSlugs });
  if (definition.own_capabilities) await addCapabilities(tx, name);
  await note(tx, actor, 'create', 'post_type', name);
}

/** Replaces the definition of a post type. Throws `StaleError` with both sides unless `from` is the current revision. */
export async function updateType(
  tx: Tx,
  actor: Actor | undefined,
  input: z.input<typeof typeInput>,
  from: From,
): Promise<void> {
  const { name, ...mine } = readInput(typeInput, input, 'the post type');
  demand(manageTypes, actor, undefined);
  const { theirs, others } = await definitionToChange(tx, 'post_type', name);
  refuseStale(`the post type "${name}"`, { mine, theirs }, from);
  const fields = Object.keys(changedFields(mine, theirs.definition));
  if (fields.length === 0) return;
  await checkTypeDefinition(tx, name, mine, others, theirs.definition);
  const formerSlugs = await claimFormerSlugs(tx, theirs, mine, others);
  await store.writeDefinition(tx, { name, kind: 'post_type', definition: mine, formerSlugs });
  if (mine.own_capabilities && !theirs.definition.own_capabilities) await addCapabilities(tx, name);
  await note(tx, actor, 'update', 'post_type', name, fields);
}

/** Defines a taxonomy. Throws like `createType`. */
export async function createTaxonomy(
  tx: Tx,
  actor: Actor | undefined,
  input: z.input<typeof taxonomyInput>,
): Promise<void> {
  const { name, ...definition } = readInput(taxonomyInput, input, 'the taxonomy');
  demand(manageTypes, actor, undefined);
  const { others, before } = await roomFor(tx, 'taxonomy', name);
  await checkTaxonomyDefinition(tx, name, definition, others, undefined);
  const former = before ?? (await undefinedOne(tx, name, suggestedTaxonomy(name)));
  const formerSlugs = formerSlugsOfReturned(former, definition, others);
  await store.writeDefinition(tx, { name, kind: 'taxonomy', definition, formerSlugs });
  await note(tx, actor, 'create', 'taxonomy', name);
}

/** Replaces the definition of a taxonomy. Throws like `updateType`. */
export async function updateTaxonomy(
  tx: Tx,
  actor: Actor | undefined,
  input: z.input<typeof taxonomyInput>,
  from: From,
): Promise<void> {
  const { name, ...mine } = readInput(taxonomyInput, input, 'the taxonomy');
  demand(manageTypes, actor, undefined);
  const { theirs, others } = await definitionToChange(tx, 'taxonomy', name);
  refuseStale(`the taxonomy "${name}"`, { mine, theirs }, from);
  const fields = Object.keys(changedFields(mine, theirs.definition));
  if (fields.length === 0) return;
  await checkTaxonomyDefinition(tx, name, mine, others, theirs.definition);
  const formerSlugs = await claimFormerSlugs(tx, theirs, mine, others);
  await store.writeDefinition(tx, { name, kind: 'taxonomy', definition: mine, formerSlugs });
  await note(tx, actor, 'update', 'taxonomy', name, fields);
}

const deletion = z.strictObject({ kind: z.enum(['post_type', 'taxonomy']), name: taxonomyName });

/**
 * Deletes a definition. Its items stay, but readers and editors can't reach them until it is defined again. Throws
 * `StaleError` with both sides unless `from` is the current revision.
 */
export async function deleteDefinition(
  tx: Tx,
  actor: Actor | undefined,
  input: z.input<typeof deletion>,
  from: From,
): Promise<void> {
  const { kind, name } = readInput(deletion, input, 'the definition');
  demand(manageTypes, actor, undefined);
  const { theirs } = await definitionToChange(tx, kind, name);
  refuseStale(`${nouns[kind]} "${name}"`, { mine: undefined, theirs }, from);
  await store.hideDefinition(tx, name);
  await note(tx, actor, 'delete', kind, name);
}

const nouns = { post_type: 'the post type', taxonomy: 'the taxonomy' } as const;

interface Stored {
  readonly post_type: StoredType;
  readonly taxonomy: StoredTaxonomy;
}

const isOf = <Kind extends keyof Stored>(kind: Kind, one: StoredDefinition): one is Stored[Kind] =>
  one.kind === kind;

/** The other definitions, and the deleted one of this name. */
async function roomFor<Kind extends keyof Stored>(tx: Tx, kind: Kind, name: string) {
  if (isOfCode(name) || reservedNames.has(name))
    throw new InvalidInputError(`The name "${name}" is reserved; use another one.`, 'rest_invalid_param', {
      name: `The name "${name}" is reserved; use another one.`,
    });
  await store.holdDefinitions(tx);
  const all = await store.listDefinitions(tx.db);
  const same = all.find((one) => one.name === name);
  if (same && (!same.isDeleted || !isOf(kind, same)))
    throw new ConflictError(
      `There is a ${same.isDeleted ? 'deleted ' : ''}${same.kind === 'taxonomy' ? 'taxonomy' : 'post type'} "${name}" already; use another name.`,
      'content_type_exists',
    );
  const others = all.filter((one) => one !== same);
  if (others.filter(({ isDeleted }) => !isDeleted).length >= maxDefinitions)
    throw new ConflictError(`A site has at most ${maxDefinitions} content types.`, 'content_types_full');
  return { others, before: same && isOf(kind, same) ? same : undefined };
}

async function definitionToChange<Kind extends keyof Stored>(tx: Tx, kind: Kind, name: string) {
  await store.holdDefinitions(tx);
  const all = await store.listDefinitions(tx.db);
  const theirs = all.find((one) => one.name === name);
  if (!theirs || theirs.isDeleted || !isOf(kind, theirs))
    throw new NotFoundError(`The site has not defined ${nouns[kind]} "${name}".`, 'content_type_not_found');
  return { theirs, others: all.filter((one) => one !== theirs) };
}

/** Items without a definition, such as those of an import, have the addresses of the suggested one. */
async function undefinedOne(
  tx: Tx,
  name: string,
  suggested: Addressed,
): Promise<FormerDefinition | undefined> {
  return (await store.isInUse(tx.db, name)) ? { formerSlugs: [], definition: suggested } : undefined;
}

/** The former slugs of a definition that returns. Slugs that another definition used since redirect to that one. */
function formerSlugsOfReturned(
  former: FormerDefinition | undefined,
  next: Addressed,
  others: readonly StoredDefinition[],
): string[] {
  const taken = new Set(others.flatMap(({ formerSlugs }) => formerSlugs));
  return former ? formerSlugsAfter(former, next).filter((slug) => !taken.has(slug)) : [];
}

/**
 * The former slugs of a changed definition. Those that it had until now redirect to it from then on, so other
 * definitions that had them before lose them: the latest change wins.
 */
async function claimFormerSlugs(
  tx: Tx,
  before: FormerDefinition,
  next: Addressed,
  others: readonly StoredDefinition[],
): Promise<string[]> {
  const formerSlugs = formerSlugsAfter(before, next);
  const gained = formerSlugs.filter((slug) => !before.formerSlugs.includes(slug));
  for (const other of others)
    if (other.formerSlugs.some((slug) => gained.includes(slug)))
      await store.writeFormerSlugs(tx, {
        ...other,
        formerSlugs: other.formerSlugs.filter((slug) => !gained.includes(slug)),
      });
  return formerSlugs;
}

const addCapabilities = (tx: Tx, name: string) =>
  tx.followers.notify(tx, capabilitiesAdded, { capabilities: capabilitiesOfOwn(name) });

const note = (
  tx: Tx,
  actor: Actor,
  verb: 'create' | 'update' | 'delete',
  kind: keyof Stored,
  name: string,
  fields: readonly string[] = [],
) =>
  noteChange(tx, actor, {
    verb,
    kind: 'setting',
    itemId: 0,
    summary: `${kind === 'taxonomy' ? 'Taxonomy' : 'Post type'} "${name}"${fields.length > 0 ? `: ${fields.join(', ')}` : ''}`,
  });
