import { z } from 'zod';
import { InvalidInputError, NotFoundError } from '../../../lib/errors.ts';
import { findPostTermIds } from '../../../content/posts/reader.ts';
import { findVisiblePosts } from '../../../content/posts/find-visible.ts';
import { findTerms, listTerms } from '../../../content/terms/reader.ts';
import type { TermListQuery } from '../../../content/terms/reader.ts';
import { choiceParam, collectionParams, flagParam, optionalWhole, wordsParam } from './params.ts';
import { readingContext } from './post-collection.ts';
import { presentTerm, taxonomyBases } from './present-term.ts';
import { capturedId, refusedCollection, refusedItem, restRoute } from './rest-route.ts';
import type { RestAnswer, RestRequest, RestRoute } from './rest-route.ts';

const params = z.object({
  ...collectionParams,
  order: choiceParam(['asc', 'desc'], 'asc'),
  orderby: choiceParam(['id', 'include', 'name', 'slug', 'include_slugs', 'term_group', 'description', 'count'], 'name'),
  hide_empty: flagParam(),
  parent: optionalWhole(),
  post: optionalWhole(),
  slug: wordsParam(),
});
const itemParams = z.object({ context: collectionParams.context });

const cantEdit = 'Sorry, you are not allowed to edit terms in this taxonomy.';
/** Most terms that are put in the order of `include`: as many as it can name. */
const mostIncluded = 500;
const orders: Readonly<Partial<Record<z.output<typeof params>['orderby'], NonNullable<TermListQuery['order']>>>> = { id: 'id', name: 'name', count: 'count', slug: 'slug', include_slugs: 'slug', description: 'description' };

async function list(request: RestRequest, taxonomy: string, sent: z.output<typeof params>): Promise<RestAnswer> {
  const context = readingContext(sent.context, cantEdit);
  const byInclude = sent.orderby === 'include';
  if (byInclude && !sent.include) throw new InvalidInputError('You need to define an include parameter to order by include.', 'rest_orderby_include_missing_include');
  const { read } = request.site.content.database;
  const limit = sent.per_page;
  const offset = sent.offset ?? (sent.page - 1) * limit;
  const ofPost = sent.post === undefined ? undefined : await termIdsOf(request, sent.post);
  const ids = ofPost && sent.include ? sent.include.filter((id) => ofPost.includes(id)) : ofPost ?? sent.include;
  const query: TermListQuery = {
    taxonomy, limit: byInclude ? mostIncluded : limit, offset: byInclude ? 0 : offset, order: orders[sent.orderby] ?? 'name', descending: sent.order === 'desc',
    ...(sent.parent === undefined ? {} : { parentId: sent.parent }),
    ...(sent.search === undefined ? {} : { search: sent.search }),
    ...(sent.slug === undefined ? {} : { slugs: sent.slug }),
    ...(ids === undefined ? {} : { ids }),
    ...(sent.exclude === undefined ? {} : { excludeIds: sent.exclude }),
    hideEmpty: sent.hide_empty ?? false,
  };
  const { terms: found, total } = await listTerms(read, query);
  const place = new Map((sent.include ?? []).map((id, index) => [id, index]));
  const terms = byInclude ? found.toSorted((a, b) => (place.get(a.id) ?? 0) - (place.get(b.id) ?? 0)).slice(offset, offset + limit) : found;
  const known = await request.site.content.terms.withAncestors(terms.map(({ id }) => id));
  return { kind: 'collection', items: terms.map((term) => presentTerm(request, term, known, context)), total, perPage: limit, page: sent.page };
}

/** Terms of a post that visitors may read; none of other posts. */
async function termIdsOf(request: RestRequest, postId: number): Promise<readonly number[]> {
  const { read } = request.site.content.database;
  const [posts, termIds] = await Promise.all([findVisiblePosts(read, [postId]), findPostTermIds(read, [postId])]);
  return posts.has(postId) ? termIds.get(postId) ?? [] : [];
}

/** Collection and item of one taxonomy. */
export function termRoutes(taxonomy: string): readonly RestRoute[] {
  const path = `/wp/v2/${taxonomyBases[taxonomy] ?? taxonomy}`;
  return [
    restRoute({
      path,
      params,
      refused: refusedCollection('Sorry, you are not allowed to create terms in this taxonomy.'),
      get: (request, sent) => list(request, taxonomy, sent),
    }),
    restRoute({
      path: `${path}/(?P<id>[\\d]+)`,
      params: itemParams,
      refused: refusedItem('Sorry, you are not allowed to edit this term.', 'Sorry, you are not allowed to delete this term.', { edit: 'rest_cannot_update', remove: 'rest_cannot_delete' }),
      get: async (request, sent, captured) => {
        const context = readingContext(sent.context, 'Sorry, you are not allowed to edit this term.');
        const id = capturedId(captured);
        const term = (await findTerms(request.site.content.database.read, [id])).get(id);
        if (!term || term.taxonomy !== taxonomy) throw new NotFoundError('Term does not exist.', 'rest_term_invalid');
        return { kind: 'item', item: presentTerm(request, term, await request.site.content.terms.withAncestors([id]), context) };
      },
    }),
  ];
}
