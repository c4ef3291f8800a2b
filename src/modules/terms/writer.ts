import { sql } from 'kysely';
import type { Tx } from '../../kernel/db/open-database.ts';
import { ExistsError, InvalidInputError } from '../../lib/errors.ts';
import { nameKey } from '../../lib/fold.ts';
import { portions } from '../../lib/batch.ts';
import { resetSettings, siteSlug, saveSettings, readSettings, readerText } from '../settings/index.ts';
import { articleType, sectionTaxonomy, taxonomyNamed } from '../types/index.ts';
import { postsRefiled, termDeleted } from './events.ts';
import {
  findDefaultCategory,
  findIdsWithBelow,
  findWithAncestors,
  levelsDownFrom,
  levelsUpFrom,
  lockTree,
  findTermBySlug,
  findTerms,
} from './reader.ts';
import { deepestTerm } from './model.ts';

export interface TermInput {
  /** Id from an import, used if it is free. */
  readonly id?: number;
  readonly taxonomy: string;
  readonly name: string;
  readonly slug?: string;
  readonly description?: string;
  readonly parentId?: number;
  /** Values by key; in an update an empty list removes a key, and other keys stay. */
  readonly meta?: Readonly<Record<string, readonly string[]>>;
}

export async function createTerm(tx: Tx, input: TermInput): Promise<number> {
  const name = input.name.trim();
  if (name === '') throw new InvalidInputError(`A ${input.taxonomy} needs a name.`, 'empty_term_name');
  const slug = input.slug || (await siteSlug(tx.db, name)) || 'term';
  await refuseTaken(tx, input.taxonomy, slug, 0);
  if (input.parentId) await refuseDepth(tx, 1, input.parentId);
  const { id } = await tx.db
    .insertInto('term')
    .values({
      ...(input.id === undefined ? {} : { id: input.id }),
      taxonomy: input.taxonomy,
      slug,
      name,
      name_key: nameKey(name),
      description: input.description ?? '',
      parent_id: input.parentId ?? 0,
      count: 0,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await replaceMeta(tx, id, input.meta);
  tx.emit(`term:${id}`);
  tx.emit(`terms:${input.taxonomy}`);
  return id;
}

/**
 * Updates a term; a new parent moves its posts to other ancestors' lists. Throws `InvalidInputError` for a parent below
 * the term or too deep, `ExistsError` for a taken slug.
 */
export async function updateTerm(
  tx: Tx,
  id: number,
  changes: Partial<Omit<TermInput, 'id' | 'taxonomy'>>,
): Promise<void> {
  const before = await tx.db
    .selectFrom('term')
    .select(['taxonomy', 'slug', 'parent_id'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (!before) throw new InvalidInputError(`There is no term ${id}.`, 'rest_term_invalid');
  if (changes.slug !== undefined && changes.slug !== before.slug)
    await refuseTaken(tx, before.taxonomy, changes.slug, id);
  if (changes.parentId && changes.parentId !== before.parent_id) {
    await lockTree(tx, id); // two terms could concurrently become each other's child
    if ((await findWithAncestors(tx.db, [changes.parentId])).some((above) => above.id === id)) {
      throw new InvalidInputError(`Term ${id} can't be below itself; choose another parent.`, 'term_circle');
    }
    await refuseDepth(tx, await levelsDownFrom(tx.db, id), changes.parentId);
  }
  const { name, slug, description, parentId } = changes;
  await tx.db
    .updateTable('term')
    .set((eb) => ({
      name,
      ...(name !== undefined && { name_key: nameKey(name) }),
      slug,
      description,
      parent_id: parentId,
      revision: eb('revision', '+', 1),
    }))
    .where('id', '=', id)
    .execute();
  await replaceMeta(tx, id, changes.meta);
  if (changes.parentId !== undefined && changes.parentId !== before.parent_id && hasLists(before.taxonomy))
    await relistPostsOfTerm(tx, id);
  tx.emit(`term:${id}`);
  const isMoved =
    (slug !== undefined && slug !== before.slug) || (parentId !== undefined && parentId !== before.parent_id);
  if (isMoved) await emitWithBelow(tx, [id]);
  tx.emit(`terms:${before.taxonomy}`);
}

/** URLs contain the ancestors' slugs, so all descendants' URLs change, too. */
async function emitWithBelow(tx: Tx, ids: readonly number[]): Promise<void> {
  for (const id of await findIdsWithBelow(tx.db, ids, Number.MAX_SAFE_INTEGER)) tx.emit(`term:${id}`);
}

export async function lockSlug(tx: Tx, taxonomy: string, slug: string): Promise<void> {
  await tx.dialect.lockName(`slug ${taxonomy} ${slug}`)?.execute(tx.db);
}

async function refuseTaken(tx: Tx, taxonomy: string, slug: string, ownId: number): Promise<void> {
  await lockSlug(tx, taxonomy, slug);
  const taken = await tx.db
    .selectFrom('term')
    .select('id')
    .where('taxonomy', '=', taxonomy)
    .where('slug', '=', slug)
    .where('id', '<>', ownId)
    .executeTakeFirst();
  if (taken)
    throw new ExistsError(
      `The ${taxonomy} "${slug}" exists already (id ${taken.id}).`,
      'term_exists',
      taken.id,
    );
}

async function refuseDepth(tx: Tx, levels: number, parentId: number): Promise<void> {
  if (levels + (await levelsUpFrom(tx.db, parentId)) > deepestTerm) {
    throw new InvalidInputError(
      `Terms can be nested at most ${deepestTerm} levels deep; choose a parent higher up.`,
      'term_too_deep',
    );
  }
}

async function replaceMeta(tx: Tx, id: number, meta: TermInput['meta'] = {}): Promise<void> {
  const keys = Object.keys(meta);
  if (keys.length === 0) return;
  await tx.db.deleteFrom('term_meta').where('term_id', '=', id).where('key', 'in', keys).execute();
  const rows = Object.entries(meta).flatMap(([key, values]) =>
    values.map((value) => ({ term_id: id, key, value })),
  );
  if (rows.length > 0) await tx.db.insertInto('term_meta').values(rows).execute();
}

const hasLists = (taxonomy: string): boolean => !taxonomyNamed(taxonomy).isPrivate;

async function relistPostsOfTerm(tx: Tx, id: number): Promise<void> {
  const { rows } = await sql<{ post_id: number }>`
    with recursive below(id) as (select id from term where id = ${id} union select term.id from term join below on term.parent_id = below.id)
    select distinct post_id from term_relationship where term_id in (select id from below)`.execute(tx.db);
  await tx.followers.notify(tx, postsRefiled, { postIds: rows.map((row) => row.post_id) });
}

/** Deletes a term; its children move up, and posts left without a category get the default one, as in WordPress. Menus skip missing terms. */
export async function deleteTerm(tx: Tx, id: number): Promise<void> {
  await lockTree(tx, id); // a child may be deleted concurrently and leave its children here
  const term = await tx.db
    .selectFrom('term')
    .select(['taxonomy', 'parent_id'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (!term) return;
  const posts = hasLists(term.taxonomy)
    ? await tx.db.selectFrom('term_relationship').select('post_id').where('term_id', '=', id).execute()
    : [];
  const children = await tx.db
    .updateTable('term')
    .set((eb) => ({ parent_id: term.parent_id, revision: eb('revision', '+', 1) }))
    .where('parent_id', '=', id)
    .returning('id')
    .execute();
  await tx.db.deleteFrom('term_relationship').where('term_id', '=', id).execute();
  await tx.db.deleteFrom('term_meta').where('term_id', '=', id).execute();
  await tx.db.deleteFrom('term').where('id', '=', id).execute();
  await tx.followers.notify(tx, termDeleted, { id, taxonomy: term.taxonomy });
  if (hasLists(term.taxonomy)) for (const child of children) await relistPostsOfTerm(tx, child.id);
  const postIds = posts.map((row) => row.post_id);
  await tx.followers.notify(tx, postsRefiled, { postIds });
  if (term.taxonomy === sectionTaxonomy) {
    await resetSettings(tx, ['default_category'], id);
    await giveDefaultCategory(tx, postIds);
  }
  await tx.db.deleteFrom('counter').where('key', 'like', `term:${id}:%`).execute();
  tx.emit(`term:${id}`, 'remove');
  await emitWithBelow(
    tx,
    children.map((child) => child.id),
  );
  tx.emit(`terms:${term.taxonomy}`, 'remove');
}

async function giveDefaultCategory(tx: Tx, postIds: readonly number[]): Promise<void> {
  const usual = await findDefaultCategory(tx.db);
  if (usual === undefined) return;
  for (const some of portions(postIds)) {
    const rows = await tx.db
      .selectFrom('term_relationship')
      .innerJoin('term', 'term.id', 'term_relationship.term_id')
      .where('post_id', 'in', some)
      .where('taxonomy', '=', sectionTaxonomy)
      .select('post_id')
      .execute();
    const categorized = new Set(rows.map((row) => row.post_id));
    const without = some.filter((id) => !categorized.has(id));
    await tx.followers.notify(tx, postsRefiled, { postIds: without, addedTermId: usual });
  }
}

export async function writeTermMeta(
  tx: Tx,
  termId: number,
  meta: readonly { key: string; value: string }[],
): Promise<void> {
  await tx.db.deleteFrom('term_meta').where('term_id', '=', termId).execute();
  if (meta.length > 0)
    await tx.db
      .insertInto('term_meta')
      .values(meta.map(({ key, value }) => ({ term_id: termId, key, value })))
      .execute();
}

const slug = 'uncategorized';

/** Returns the default category's id; falls back to "Uncategorized", which an import may have created, and creates it if necessary. */
export async function ensureDefaultCategory(tx: Tx): Promise<number> {
  const chosen = await findDefaultCategory(tx.db);
  if (chosen !== undefined) return chosen;
  await tx.dialect.lockName('default category')?.execute(tx.db); // concurrent posts must not create two
  const concurrent = await findDefaultCategory(tx.db);
  if (concurrent !== undefined) return concurrent;
  const name = readerText((await readSettings(tx.db)).settings, 'category_uncategorized');
  const id =
    (await findTermBySlug(tx.db, sectionTaxonomy, slug))?.id ??
    (await createTerm(tx, { taxonomy: sectionTaxonomy, name, slug }));
  await saveSettings(tx, { default_category: id });
  return id;
}

/** Terms of a post, with the default category for an article without any. As in WordPress, items of other types need none. */
export async function withDefaultCategory(
  tx: Tx,
  type: string,
  termIds: readonly number[],
): Promise<readonly number[]> {
  if (type !== articleType) return termIds;
  const known = await findTerms(tx.db, termIds);
  if ([...known.values()].some(({ taxonomy }) => taxonomy === sectionTaxonomy)) return termIds;
  return [...termIds.filter((id) => known.has(id)), await ensureDefaultCategory(tx)];
}
