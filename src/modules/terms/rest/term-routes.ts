import { termBase } from '../../types/rest/type-paths.ts';
import { z } from 'zod';
import { findVisiblePosts } from '../../posts/find-visible.ts';
import { findPostTermIds } from '../../posts/reader.ts';
import { capabilityToCreate, createTerms, mayEditTerms, termCapability, updateTerms } from '../policy.ts';
import { findTerms, listTerms } from '../reader.ts';
import type { Permission } from '../../../kernel/permission.ts';
import type { TermListQuery } from '../reader.ts';
import type { Term } from '../term.ts';
import type { Taxonomy, TermAction } from '../../types/taxonomy.ts';
import { InvalidInputError, NotFoundError } from '../../../lib/errors.ts';
import { fromRevision } from '../../../kernel/http/rest/from-revision.ts';
import { givenOrder } from '../../../kernel/http/rest/given-order.ts';
import {
  choiceParam,
  collectionParams,
  offParam,
  itemParams,
  optionalWhole,
  textParam,
  wordsParam,
} from '../../../kernel/http/rest/params.ts';
import { goneOf, manyOf, newOf, oneOf } from '../../../kernel/http/rest/rest-reply.ts';
import type { CollectionAnswer, ItemAnswer } from '../../../kernel/http/rest/rest-reply.ts';
import type { RestRequest } from '../../../kernel/http/rest/rest-request.ts';
import { capturedId, itemRoute, method, restRoute } from '../../../kernel/http/rest/rest-route.ts';
import { createByRest, deleteArguments, deleteByRest, updateByRest } from './write-term.ts';
import type { DeletableTerm } from './term-resource.ts';
import {
  deletable,
  presentOneTerm,
  presentTerms,
  termArguments,
  termResource,
  termWrites,
} from './term-resource.ts';

/** Parameters of collections of terms. */
export const termListParams = z.object({
  ...collectionParams,
  order: choiceParam(['asc', 'desc'], 'asc'),
  orderby: choiceParam(
    ['id', 'include', 'name', 'slug', 'include_slugs', 'term_group', 'description', 'count'],
    'name',
  ),
  hide_empty: offParam(),
  parent: optionalWhole(),
  post: optionalWhole(),
  slug: wordsParam(),
});
/** `name`: the whole of it. WordPress looks for parts of names alone, behind which a short one is never found. */
const listParams = termListParams.extend({ name: textParam() });
type Params = z.output<typeof listParams>;
const oneParams = z.object({ context: itemParams.context });

/** Most terms that are put in the order of `include` or `slug`: as many as these can name. */
const mostIncluded = 500;
const orders: Readonly<Partial<Record<Params['orderby'], NonNullable<TermListQuery['order']>>>> = {
  id: 'id',
  name: 'name',
  count: 'count',
  slug: 'slug',
  description: 'description',
};

async function list(request: RestRequest, taxonomy: string, sent: Params): Promise<CollectionAnswer> {
  const { context } = sent;
  if (sent.orderby === 'include' && !sent.include) {
    throw new InvalidInputError(
      'You need to define an include parameter to order by include.',
      'rest_orderby_include_missing_include',
    );
  }
  const { read } = request.site.content.database;
  const given = givenOrder(sent);
  const limit = sent.per_page;
  const offset = sent.offset ?? (sent.page - 1) * limit;
  const ofPost = sent.post === undefined ? undefined : await termIdsOf(request, sent.post);
  const ids =
    ofPost && sent.include ? sent.include.filter((id) => ofPost.includes(id)) : (ofPost ?? sent.include);
  const query: TermListQuery = {
    taxonomy,
    limit: given ? mostIncluded : limit,
    offset: given ? 0 : offset,
    order: orders[sent.orderby] ?? 'name',
    descending: sent.order === 'desc',
    ...(sent.parent === undefined ? {} : { parentId: sent.parent }),
    ...(sent.search === undefined ? {} : { search: sent.search }),
    ...(sent.name === undefined ? {} : { name: sent.name }),
    ...(sent.slug === undefined ? {} : { slugs: sent.slug }),
    ...(ids === undefined ? {} : { ids }),
    ...(sent.exclude === undefined ? {} : { excludeIds: sent.exclude }),
    hideEmpty: sent.hide_empty ?? false,
  };
  const { terms: found, total } = await listTerms(read, query);
  const shown = given ? given(found).slice(offset, offset + limit) : found;
  return {
    kind: 'collection',
    items: await presentTerms(request, shown, context),
    total,
    perPage: limit,
    page: sent.page,
  };
}

/** Terms of a post that the asker may see; none of other posts. */
async function termIdsOf(request: RestRequest, postId: number): Promise<readonly number[]> {
  const { read } = request.site.content.database;
  const [posts, termIds] = await Promise.all([
    findVisiblePosts(read, [postId], request.actor),
    findPostTermIds(read, [postId]),
  ]);
  return posts.has(postId) ? (termIds.get(postId) ?? []) : [];
}

async function get(request: RestRequest, sent: z.output<typeof oneParams>, term: Term): Promise<ItemAnswer> {
  return { kind: 'item', item: await presentOneTerm(request, term, sent.context) };
}

const editOne = { ...updateTerms, code: 'rest_forbidden_context' };

/** Collection and items of a taxonomy. */
export function termRoutes(taxonomy: Taxonomy) {
  const path = termBase(taxonomy);
  const resource = termResource(taxonomy);
  const editAny: Permission<unknown> = {
    code: 'rest_forbidden_context',
    message: 'Sorry, you are not allowed to edit terms in this taxonomy.',
    capability: termCapability(taxonomy.name, 'edit_terms'),
    test: (actor) => mayEditTerms(actor, taxonomy.name),
  };
  const { code, message } = createTerms;
  const createHere: Permission<unknown> = {
    code,
    message,
    capability: capabilityToCreate(taxonomy.name),
    test: (actor) => createTerms.test(actor, taxonomy.name),
  };
  const params = termArguments(taxonomy);
  const ofTaxonomy = <Subject>(may: Permission<Subject>, action: TermAction): Permission<Subject> => ({
    ...may,
    capability: termCapability(taxonomy.name, action),
  });
  const update = method({
    may: ofTaxonomy(termWrites.PATCH.may, 'edit_terms'),
    params: params.extend(fromRevision),
    reply: oneOf(resource),
    run: updateByRest,
  });
  return [
    restRoute({
      path,
      isBatched: true,
      methods: {
        GET: method({
          params: listParams,
          reply: manyOf(resource),
          edit: editAny,
          run: (request, sent) => list(request, taxonomy.name, sent),
        }),
        POST: method({
          params,
          required: ['name'],
          reply: newOf(resource),
          may: createHere,
          run: (request, sent) => createByRest(request, taxonomy, sent),
        }),
      },
    }),
    itemRoute({
      path: `${path}/(?P<id>[\\d]+)`,
      isBatched: true,
      find: async (request, captured): Promise<DeletableTerm> => {
        const id = capturedId(captured);
        const term = (await findTerms(request.site.content.database.read, [id])).get(id);
        if (!term || term.taxonomy !== taxonomy.name)
          throw new NotFoundError('Term does not exist.', 'rest_term_invalid');
        return deletable(request, term);
      },
      methods: {
        GET: method({
          params: oneParams,
          reply: oneOf(resource),
          edit: ofTaxonomy(editOne, 'edit_terms'),
          run: get,
        }),
        POST: update,
        PUT: update,
        PATCH: update,
        DELETE: method({
          may: ofTaxonomy(termWrites.DELETE.may, 'delete_terms'),
          params: deleteArguments,
          reply: goneOf(resource),
          run: deleteByRest,
        }),
      },
    }),
  ] as const;
}
