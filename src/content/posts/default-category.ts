import type { Tx } from '../../db/open-database.ts';
import { findDefaultCategory } from '../terms/default-category.ts';
import { findTerms } from '../terms/reader.ts';
import { taxonomiesOf } from '../types/registry.ts';
import type { PostStatus } from './post.ts';
import { sectionTaxonomy } from '../types/names.ts';

/** The terms of a post, and where it goes out without a category the one that the settings name, if that is there. */
export async function withDefaultCategory(tx: Tx, type: string, status: PostStatus, termIds: readonly number[]): Promise<readonly number[]> {
  if (!['publish', 'future', 'private'].includes(status) || !taxonomiesOf(type).some(({ name }) => name === sectionTaxonomy)) return termIds;
  const known = await findTerms(tx.db, termIds);
  if ([...known.values()].some(({ taxonomy }) => taxonomy === sectionTaxonomy)) return termIds;
  const usual = await findDefaultCategory(tx.db);
  return usual === undefined ? termIds : [...termIds.filter((id) => known.has(id)), usual];
}
