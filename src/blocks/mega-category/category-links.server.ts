import type { CardLink } from '../../modules/posts/model.ts';
import { termLink } from '../../modules/cards/cards.ts';
import { listTerms } from '../../modules/terms/reader.ts';
import type { Term } from '../../modules/terms/model.ts';
import type { LoadContext } from '../load-context.ts';
import { sectionTaxonomy } from '../../modules/types/names.ts';

/** As many as fit next to the posts. */
const maxSubcategories = 8;

/** A category and its subcategories with posts, by name; names are plain text. */
export interface CategoryLinks {
  readonly category: CardLink;
  readonly subcategories: readonly CardLink[];
}

/** Links of a mega menu; undefined if the category does not exist. Cached for all pages. */
export function categoryLinks(id: number, context: LoadContext): Promise<CategoryLinks | undefined> {
  return context.cache(`mega menu of category ${id}`, async (inner) => {
    const { content } = inner;
    inner.tag(`terms:${sectionTaxonomy}`);
    const [terms, below, site] = await Promise.all([
      content.terms.withAncestors([id]),
      listTerms(content.database.read, {
        taxonomy: sectionTaxonomy,
        parentId: id,
        hideEmpty: true,
        limit: maxSubcategories,
      }),
      content.settings.current(),
    ]);
    const category = terms.get(id);
    if (category?.taxonomy !== sectionTaxonomy) return undefined;
    const link = (term: Term) => termLink(term, new Map([...terms, [term.id, term]]), site);
    return { category: link(category), subcategories: below.terms.map(link) };
  });
}
