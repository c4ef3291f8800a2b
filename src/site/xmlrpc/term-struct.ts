import type { Term } from '../../modules/terms/term.ts';
import type { SentStruct } from './values.ts';

/** A term, as `wp.getTerm` shows it. */
export function termStruct({
  id,
  name,
  slug,
  taxonomy,
  description,
  parentId,
  count,
}: Pick<Term, 'id' | 'name' | 'slug' | 'taxonomy' | 'description' | 'parentId' | 'count'>): SentStruct {
  return {
    term_id: String(id),
    name,
    slug,
    term_group: '0',
    term_taxonomy_id: String(id),
    taxonomy,
    description,
    parent: String(parentId),
    count,
    custom_fields: [],
  };
}
