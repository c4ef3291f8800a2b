import { z } from 'zod';
import type { Tx } from '../../kernel/db/open-database.ts';
import { ExistsError } from '../../lib/errors.ts';
import { siteSlug } from '../settings/site-slug.ts';
import { noteChange, readInput } from '../../kernel/command.ts';
import { demand } from '../../kernel/permission.ts';
import { taxonomyNamed } from '../types/registry.ts';
import type { Taxonomy } from '../types/taxonomy.ts';
import type { Actor } from '../../kernel/actor.ts';
import { createTerms } from './policy.ts';
import { findTermByName, findTermBySlug } from './reader.ts';
import type { Term } from './term.ts';
import { allowedDescription, checkParent, termFields, termMeta } from './term-input.ts';
import * as writer from './writer.ts';

const isWritten = ({ isRegistered, isPublic, isPrivate, restBase }: Taxonomy) =>
  isRegistered && (isPublic || isPrivate || restBase !== undefined);

const schema = z.strictObject({
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
 * Makes a term for somebody; returns its id. Without a slug one is made that is free. Throws `ExistsError` for a slug that is taken, and for a name that a term
 * in the same place has.
 */
export async function createTerm(
  tx: Tx,
  actor: Actor | undefined,
  input: z.input<typeof schema>,
): Promise<number> {
  const { taxonomy, name, slug, description, parentId, meta } = readInput(schema, input, 'the term');
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

/** A slug made of the name, with `-2`, `-3` … where another term has it; throws where one in the same place has that name, under whatever slug. */
async function freeSlug(
  tx: Tx,
  { taxonomy, name, parentId }: Pick<Term, 'taxonomy' | 'name' | 'parentId'>,
): Promise<string> {
  const wanted = (await siteSlug(tx.db, name)) || 'term';
  // Of those who make one name at once each sees what the one before has made: not between the two looks.
  await writer.lockSlug(tx, taxonomy, wanted);
  const same = await findTermByName(tx.db, { taxonomy, name, parentId });
  if (same)
    throw new ExistsError(
      `The ${taxonomy} "${same.name}" exists already (id ${same.id}).`,
      'term_exists',
      same.id,
    );
  let slug = wanted;
  for (let suffix = 2; await findTermBySlug(tx.db, taxonomy, slug); suffix++) slug = `${wanted}-${suffix}`;
  return slug;
}
