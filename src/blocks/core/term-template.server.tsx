import { z } from 'zod';
import { sectionTaxonomy } from '../../modules/types/names.ts';
import { taxonomyNamed } from '../../modules/types/registry.ts';
import type { LoadContext } from '../load-context.ts';
import { flag, ids, string, whole, word } from './attributes.ts';
import { wrapperProps } from './block-supports.ts';
import { defineCoreBlock } from './core-block.ts';
import { findShownTerms } from './shown-terms.server.ts';
import type { ShownTerm } from './shown-terms.server.ts';

const listing = z.object({
  perPage: whole(10, { min: 0, max: 100 }),
  taxonomy: string(sectionTaxonomy, 32),
  order: word(['asc', 'desc']),
  orderBy: word(['name', 'count', 'slug', 'id']),
  include: ids(),
  hideEmpty: flag(true),
  showNested: flag(false),
  inherit: flag(false),
});
type Listing = z.output<typeof listing>;

interface Item {
  readonly term: Pick<ShownTerm, 'id' | 'taxonomy'>;
  readonly html: string;
}

export const block = defineCoreBlock({
  name: 'core/term-template',
  showsPosts: true,
  attributes: {},
  container: 'loader',
  load: async (_settings, context): Promise<readonly Item[] | undefined> => {
    const { termQuery } = context.inherited;
    if (!termQuery) return undefined;
    const terms = await findTerms(listing.parse(termQuery), context);
    const items = await Promise.all(
      terms.map(async (term) => {
        const html = await context.renderInner({ termId: term.id, termCount: term.count }, String(term.id));
        return { term, html: html ?? '' };
      }),
    );
    return items.length === 0 ? undefined : items;
  },
  View: ({ settings, data }) => (
    <ul {...wrapperProps('core/term-template', settings)}>
      {data.map(({ term: { id, taxonomy }, html }) => (
        <li
          key={id}
          className={`wp-block-term term-${id} ${taxonomy} taxonomy-${taxonomy}`}
          dangerouslySetInnerHTML={{ __html: html }}
        />
      ))}
    </ul>
  ),
});

async function findTerms(query: Listing, context: LoadContext): Promise<readonly ShownTerm[]> {
  const { perPage, order, orderBy, include, hideEmpty, showNested } = query;
  const current = query.inherit ? context.page.term : undefined;
  const taxonomy = current?.taxonomy ?? query.taxonomy;
  // 0 means all, of which a page shows a hundred.
  const base = { taxonomy, order: orderBy, descending: order === 'desc', hideEmpty, limit: perPage || 100 };
  if (include.length > 0 && !current) {
    const found = new Map(
      (await findShownTerms({ ...base, ids: include }, context)).map((term) => [term.id, term]),
    );
    return include.flatMap((id) => found.get(id) ?? []);
  }
  if (!taxonomyNamed(taxonomy).isHierarchical) return findShownTerms(base, context);
  const top = current?.id ?? 0;
  if (!showNested) return findShownTerms({ ...base, parentId: top }, context);
  if (top === 0) return findShownTerms(base, context);
  const all = await findShownTerms({ ...base, limit: undefined }, context);
  return below(all, top).slice(0, base.limit);
}

function below(terms: readonly ShownTerm[], top: number): ShownTerm[] {
  const parents = new Map(terms.map(({ id, parentId }) => [id, parentId]));
  return terms.filter(({ id }) => {
    const seen = new Set<number>();
    for (let at = parents.get(id); at !== undefined && !seen.has(at); at = parents.get(at)) {
      if (at === top) return true;
      seen.add(at);
    }
    return false;
  });
}
