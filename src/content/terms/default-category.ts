import type { Reader } from '../../db/open-database.ts';
import { readSettings } from '../settings/reader.ts';
import { sectionTaxonomy } from '../types/names.ts';
import { findTerms } from './reader.ts';
import type { Term } from './term.ts';

/** The category of posts that were given none; undefined where the settings name none that is there. */
export async function findDefaultCategory(read: Reader): Promise<number | undefined> {
  const id = (await readSettings(read)).settings.default_category;
  const term = id > 0 ? (await findTerms(read, [id])).get(id) : undefined;
  return term && isDefaultCategory(term, id) ? id : undefined;
}

/** Whether a term is the category that the setting `default_category` names. */
export function isDefaultCategory(term: Pick<Term, 'id' | 'taxonomy'>, defaultCategory: number): boolean {
  return term.id === defaultCategory && term.taxonomy === sectionTaxonomy;
}
