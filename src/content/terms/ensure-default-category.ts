import type { Tx } from '../../db/open-database.ts';
import { readerText } from '../settings/definitions/translations.ts';
import { readSettings } from '../settings/reader.ts';
import { saveSettings } from '../settings/writer.ts';
import { sectionTaxonomy } from '../types/names.ts';
import { findDefaultCategory } from './default-category.ts';
import { findTermBySlug } from './reader.ts';
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
