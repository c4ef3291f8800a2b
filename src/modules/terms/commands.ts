import { z } from 'zod';
import type { Tx } from '../../kernel/db/open-database.ts';
import { ExistsError, NotFoundError, InvalidInputError } from '../../lib/errors.ts';
import { siteSlug } from '../settings/index.ts';
import { noteChange, readInput, changedFields, refuseStale } from '../../kernel/command.ts';
import { demand } from '../../kernel/permission.ts';
import { taxonomyNamed, changedMeta, readMeta, sentMeta } from '../types/index.ts';
import type { Taxonomy } from '../types/index.ts';
import type { Actor } from '../../kernel/permission.ts';
import { createTerms, updateTerms, deleteTerms } from './policy.ts';
import {
  findTermByName,
  findTermBySlug,
  findTermMeta,
  findTermToChange,
  lockTree,
  findDefaultCategory,
  holdTerms,
} from './reader.ts';
import type { Term } from './model.ts';
import type { From } from '../../kernel/command.ts';
import { sentId, sentIdOrNone, sentMarkup, sentName, slugUpTo } from '../../kernel/input-kinds.ts';
import { cleanHtml } from '../../lib/clean-html/clean-html.ts';
import { authorProfile } from '../../lib/clean-html/profiles.ts';
import { mayWriteAnyHtml } from '../users/index.ts';
import * as writer from './writer.ts';

export const termFields = {
  /** Plain text; tags are removed. */
  name: sentName(200),
  /** Empty: derived from the name. */
  slug: slugUpTo(200),
  description: sentMarkup(20_000),
  /** 0: top level. */
  parentId: sentIdOrNone,
  /** Values of the keys that the taxonomy declares; an empty list removes a key. */
  meta: sentMeta,
};

function allowedDescription(actor: Actor, description: string): string {
  return mayWriteAnyHtml(actor) ? description : cleanHtml(description, authorProfile);
}

function termMeta(taxonomy: string, sent: z.output<typeof termFields.meta>): Record<string, string[]> {
  return readMeta(`Terms of the taxonomy "${taxonomy}"`, taxonomyNamed(taxonomy).meta, sent);
}

async function checkParent(tx: Tx, taxonomy: string, parentId: number): Promise<void> {
  if (parentId === 0) return;
  const fault = !taxonomyNamed(taxonomy).isHierarchical
    ? `Terms of the taxonomy "${taxonomy}" have no parents; leave out parentId.`
    : (await holdTerms(tx, [parentId])).get(parentId)?.taxonomy !== taxonomy
      ? `There is no ${taxonomy} ${parentId}; choose another parent.`
      : undefined;
  if (fault) throw new InvalidInputError(fault, 'rest_term_invalid', { parentId: fault });
}

const isWritten = ({ isRegistered, isPublic, isPrivate, restBase }: Taxonomy) =>
  isRegistered && (isPublic || isPrivate || restBase !== undefined);

const creationSchema = z.strictObject({
  taxonomy: z
    .string()
    .max(32)
    .refine((name) => isWritten(taxonomyNamed(name)), 'there is no such taxonomy'),
  ...termFields,
  slug: termFields.slug.default(''),
  description: termFields.description.default(''),
  parentId: termFields.parentId.default(0),
  meta: termFields.meta.default({}),
});

/**
 * Creates a term; returns its id. Derives a free slug if none is given. Throws `ExistsError` for a taken slug, and for
 * a name that a sibling has.
 */
export async function createTerm(
  tx: Tx,
  actor: Actor | undefined,
  input: z.input<typeof creationSchema>,
): Promise<number> {
  const { taxonomy, name, slug, description, parentId, meta } = readInput(creationSchema, input, 'the term');
  demand(createTerms, actor, taxonomy);
  await checkParent(tx, taxonomy, parentId);
  const id = await writer.createTerm(tx, {
    taxonomy,
    name,
    parentId,
    slug: slug || (await freeSlug(tx, { taxonomy, name, parentId })),
    description: allowedDescription(actor, description),
    meta: termMeta(taxonomy, meta),
  });
  await noteChange(tx, actor, {
    verb: 'create',
    kind: 'term',
    itemId: id,
    summary: `${taxonomy} "${name}"`,
  });
  return id;
}

/** Slug from the name, with `-2`, `-3` … if it is taken. Throws if a sibling has the same name, whatever its slug. */
async function freeSlug(
  tx: Tx,
  { taxonomy, name, parentId }: Pick<Term, 'taxonomy' | 'name' | 'parentId'>,
): Promise<string> {
  const base = (await siteSlug(tx.db, name)) || 'term';
  // The lock lets concurrent creations of one name see each other's term.
  await writer.lockSlug(tx, taxonomy, base);
  const same = await findTermByName(tx.db, { taxonomy, name, parentId });
  if (same)
    throw new ExistsError(
      `The ${taxonomy} "${same.name}" exists already (id ${same.id}).`,
      'term_exists',
      same.id,
    );
  let slug = base;
  for (let suffix = 2; await findTermBySlug(tx.db, taxonomy, slug); suffix++) slug = `${base}-${suffix}`;
  return slug;
}

const updateSchema = z.strictObject({ id: sentId, ...z.object(termFields).partial().shape });

/**
 * Updates a term; fields that are left out stay. Throws `StaleError` with both sides unless `from` is the current
 * revision, `NotFoundError`, and the writer's errors.
 */
export async function updateTerm(
  tx: Tx,
  actor: Actor | undefined,
  input: z.input<typeof updateSchema>,
  from: From,
): Promise<void> {
  const { id, ...changes } = readInput(updateSchema, input, 'the term');
  if (actor && changes.parentId !== undefined) await lockTree(tx, id);
  const theirs = actor && (await findTermToChange(tx, id));
  demand(updateTerms, actor, { taxonomy: theirs?.taxonomy });
  if (!theirs) throw new NotFoundError('Term does not exist.', 'rest_term_invalid');
  const { meta: sent, ...others } = changes;
  const stored =
    sent && (await findTermMeta(tx.db, [id], Object.keys(taxonomyNamed(theirs.taxonomy).meta))).get(id);
  const sides = {
    mine: changes,
    theirs: sent ? { ...theirs, meta: Object.fromEntries(stored ?? []) } : theirs,
  };
  refuseStale(`the ${theirs.taxonomy} "${theirs.name}"`, sides, from);
  const { slug, ...changed } = changedFields(others, theirs);
  const meta = changedMeta(termMeta(theirs.taxonomy, sent ?? {}), stored);
  const fields = [...Object.keys({ ...changed, ...meta }), ...(slug ? ['slug'] : [])];
  if (fields.length === 0) return;
  if (changed.parentId !== undefined) await checkParent(tx, theirs.taxonomy, changed.parentId);
  if (changed.description !== undefined) changed.description = allowedDescription(actor, changed.description);
  await writer.updateTerm(tx, id, { ...changed, meta, ...(slug ? { slug } : {}) });
  await noteChange(tx, actor, {
    verb: 'update',
    kind: 'term',
    itemId: id,
    summary: `${theirs.taxonomy} "${theirs.name}": ${fields.join(', ')}`,
  });
}

const deletionSchema = z.strictObject({ id: sentId });

/**
 * Deletes a term; its children move up, and posts left without a category get the default one. Throws `StaleError`
 * unless `from` is the revision, `NotFoundError`, and `ForbiddenError` for the default category, as in WordPress.
 */
export async function deleteTerm(
  tx: Tx,
  actor: Actor | undefined,
  input: z.input<typeof deletionSchema>,
  from: From,
): Promise<void> {
  const { id } = readInput(deletionSchema, input, 'the term');
  if (actor) await lockTree(tx, id);
  const theirs = actor && (await findTermToChange(tx, id));
  demand(deleteTerms, actor, { taxonomy: theirs?.taxonomy, isDefault: false }); // checked first, so that unauthorized callers can't probe for terms
  if (!theirs) throw new NotFoundError('Term does not exist.', 'rest_term_invalid');
  demand(deleteTerms, actor, {
    taxonomy: theirs.taxonomy,
    isDefault: (await findDefaultCategory(tx.db)) === id,
  });
  refuseStale(`the ${theirs.taxonomy} "${theirs.name}"`, { mine: undefined, theirs }, from);
  await writer.deleteTerm(tx, id);
  await noteChange(tx, actor, {
    verb: 'delete',
    kind: 'term',
    itemId: id,
    summary: `${theirs.taxonomy} "${theirs.name}"`,
  });
}
