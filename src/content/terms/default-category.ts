import type { Reader } from '../../db/open-database.ts';
import { readSettings } from '../settings/reader.ts';
import { sectionTaxonomy } from '../types/names.ts';
import { findTerms } from './reader.ts';

/** The category of posts that were given none; undefined where the settings name none that is there. */
export async function findDefaultCategory(read: Reader): Promise<number | undefined> {
  const id = (await readSettings(read)).settings.default_category;
  return id > 0 && (await findTerms(read, [id])).get(id)?.taxonomy === sectionTaxonomy ? id : undefined;
}
