import type { Tx } from '../../db/open-database.ts';
import { ensureDefaultCategory } from '../terms/ensure-default-category.ts';
import { findTerms } from '../terms/reader.ts';
import { taxonomiesOf } from '../types/registry.ts';
import { sectionTaxonomy } from '../types/names.ts';

/** The terms of a post, with the site's default category where it has none. */
export async function withDefaultCategory(
  tx: Tx,
  type: string,
  termIds: readonly number[],
): Promise<readonly number[]> {
  if (!taxonomiesOf(type).some(({ name }) => name === sectionTaxonomy)) return termIds;
  const known = await findTerms(tx.db, termIds);
  if ([...known.values()].some(({ taxonomy }) => taxonomy === sectionTaxonomy)) return termIds;
  return [...termIds.filter((id) => known.has(id)), await ensureDefaultCategory(tx)];
}
