import type { Tx } from '../../kernel/db/open-database.ts';
import { readerText } from '../settings/definitions/translations.ts';
import { readSettings } from '../settings/reader.ts';
import { saveSettings } from '../settings/writer.ts';
import { sectionTaxonomy } from '../types/names.ts';
import { taxonomiesOf } from '../types/registry.ts';
import { findDefaultCategory, findTermBySlug, findTerms } from './reader.ts';
import { createTerm } from './writer.ts';

/** Address of the category that WordPress begins with. */
const slug = 'uncategorized';

/** The category of posts that name none. A site without one takes "Uncategorized", which an import may have brought, and creates it if need be. */
export async function ensureDefaultCategory(tx: Tx): Promise<number> {
  const chosen = await findDefaultCategory(tx.db);
  if (chosen !== undefined) return chosen;
  await tx.dialect.lockName('default category')?.execute(tx.db); // two posts at once create one
  const meanwhile = await findDefaultCategory(tx.db);
  if (meanwhile !== undefined) return meanwhile;
  const name = readerText((await readSettings(tx.db)).settings, 'category_uncategorized');
  const id =
    (await findTermBySlug(tx.db, sectionTaxonomy, slug))?.id ??
    (await createTerm(tx, { taxonomy: sectionTaxonomy, name, slug }));
  await saveSettings(tx, { default_category: id });
  return id;
}

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
