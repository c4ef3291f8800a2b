import { z } from 'zod';
import { termBase, taxonomyNamed, registeredTaxonomies, sectionTaxonomy } from '../../types/index.ts';
import type { Taxonomy, TermAction } from '../../types/index.ts';
import {
  capabilityToCreate,
  createTerms,
  mayEditTerms,
  termCapability,
  updateTerms,
  mayManageTerms,
} from '../policy.ts';
import { findTerms, listTerms, listTree } from '../reader.ts';
import type { Permission } from '../../../kernel/permission.ts';
import type { TermListQuery } from '../reader.ts';
import type { Term } from '../model.ts';
import {
  InvalidInputError,
  NotFoundError,
  BroadsheetError,
  ExistsError,
  StaleError,
} from '../../../lib/errors.ts';
import { fromRevision, fromOf, staleReply } from '../../../kernel/http/rest/from-revision.ts';
import { givenOrder } from '../../../kernel/http/rest/query-params.ts';
import {
  choiceParam,
  collectionParams,
  offParam,
  itemParams,
  optionalWhole,
  textParam,
  wordsParam,
  wordParam,
} from '../../../kernel/http/rest/params.ts';
import { goneOf, manyOf, newOf, oneOf, valueOf } from '../../../kernel/http/rest/rest-reply.ts';
import type {
  CollectionAnswer,
  ItemAnswer,
  RemovedAnswer,
  RestItem,
} from '../../../kernel/http/rest/rest-reply.ts';
import type { RestRequest } from '../../../kernel/http/rest/rest-request.ts';
import { capturedId, itemRoute, method, restRoute } from '../../../kernel/http/rest/rest-route.ts';
import type { DeletableTerm } from './term-resource.ts';
import {
  deletable,
  presentOneTerm,
  presentTerms,
  termArguments,
  termResource,
  termWrites,
} from './term-resource.ts';
import { createTerm, updateTerm, deleteTerm } from '../commands.ts';
import { defined } from '../../../lib/records.ts';
import { metaInput } from '../../types/rest/index.ts';
import { DetailedError, faultsOfParams, InvalidParamsError } from '../../../kernel/http/rest/rest-errors.ts';
import { restUrl } from '../../../kernel/http/rest/rest-request.ts';
import { refusal } from '../../../kernel/permission.ts';

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
/** `name` matches the whole name. WordPress only offers partial matches, among which a short name gets lost. */
const listParams = termListParams.extend({ name: textParam() });
type Params = z.output<typeof listParams>;
const oneParams = z.object({ context: itemParams.context });

const maxIncluded = 500;
const orders: Readonly<Partial<Record<Params['orderby'], NonNullable<TermListQuery['order']>>>> = {
  id: 'id',
  name: 'name',
  count: 'count',
  slug: 'slug',
  description: 'description',
};

async function list(
  request: RestRequest,
  taxonomy: string,
  sent: Params,
  termIdsOf: FindTermIds,
): Promise<CollectionAnswer> {
  const { context } = sent;
  if (sent.orderby === 'include' && !sent.include) {
    throw new InvalidInputError(
      'You need to define an include parameter to order by include.',
      'rest_orderby_include_missing_include',
    );
  }
  const { read } = request.site.content.database;
  const order = givenOrder(sent);
  const limit = sent.per_page;
  const offset = sent.offset ?? (sent.page - 1) * limit;
  const ofPost = sent.post === undefined ? undefined : await termIdsOf(request, sent.post);
  const ids =
    ofPost && sent.include ? sent.include.filter((id) => ofPost.includes(id)) : (ofPost ?? sent.include);
  const query: TermListQuery = {
    taxonomy,
    limit: order ? maxIncluded : limit,
    offset: order ? 0 : offset,
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
  const shown = order ? order(found).slice(offset, offset + limit) : found;
  return {
    kind: 'collection',
    items: await presentTerms(request, shown, context),
    total,
    perPage: limit,
    page: sent.page,
  };
}

export type FindTermIds = (request: RestRequest, postId: number) => Promise<readonly number[]>;

async function get(request: RestRequest, sent: z.output<typeof oneParams>, term: Term): Promise<ItemAnswer> {
  return { kind: 'item', item: await presentOneTerm(request, term, sent.context) };
}

const editOne = { ...updateTerms, code: 'rest_forbidden_context' };

export function termRoutes(taxonomy: Taxonomy, termIdsOf: FindTermIds) {
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
          run: (request, sent) => list(request, taxonomy.name, sent, termIdsOf),
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

const deleteArguments = z.object({ force: offParam(), ...fromRevision });

type Sent = z.output<ReturnType<typeof termArguments>>;
type SentChange = Sent & { readonly revision: number | undefined };

function inputOf(
  { name, slug, description, parent, meta }: Sent,
  { isHierarchical, meta: declared }: Taxonomy,
) {
  if (parent !== undefined && !isHierarchical) {
    throw new InvalidInputError(
      'Cannot set parent term, taxonomy is not hierarchical.',
      'rest_taxonomy_not_hierarchical',
    );
  }
  return defined({ name, slug, description, parentId: parent, meta: metaInput(declared, meta) });
}

async function createByRest(request: RestRequest, taxonomy: Taxonomy, sent: Sent): Promise<ItemAnswer> {
  const { database } = request.site.content;
  const { name = '', ...input } = inputOf(sent, taxonomy);
  const id = await database
    .write((tx) => createTerm(tx, request.actor, { taxonomy: taxonomy.name, name, ...input }))
    .catch((error: unknown) => {
      if (!(error instanceof ExistsError)) throw inWordsOfRest(error);
      const where = taxonomy.isHierarchical ? 'with this parent' : 'in this taxonomy';
      throw new DetailedError(400, 'term_exists', `A term with the name provided already exists ${where}.`, {
        term_id: error.existingId,
      });
    });
  return {
    ...(await answer(request, id)),
    headers: { location: restUrl(request, `${termBase(taxonomy)}/${id}`) },
  };
}

async function updateByRest(
  request: RestRequest,
  { revision, ...sent }: SentChange,
  term: Term,
): Promise<ItemAnswer> {
  const input = { id: term.id, ...inputOf(sent, taxonomyNamed(term.taxonomy)) };
  const from = fromOf(request, revision);
  await request.site.content.database
    .write((tx) => updateTerm(tx, request.actor, input, from))
    .catch(async (error: unknown) => {
      if (error instanceof StaleError) throw await staleOf(request, error, sent, term.id);
      if (error instanceof ExistsError) {
        throw new DetailedError(
          400,
          'duplicate_term_slug',
          `The slug “${sent.slug}” is already in use by another term.`,
          { term_id: error.existingId },
        );
      }
      throw inWordsOfRest(error);
    });
  return answer(request, term.id);
}

/** Deletes permanently: terms have no trash. */
async function deleteByRest(
  request: RestRequest,
  { force, revision }: z.output<typeof deleteArguments>,
  term: Term,
): Promise<RemovedAnswer> {
  if (!force)
    throw new BroadsheetError(
      501,
      'rest_trash_not_supported',
      "Terms do not support trashing. Set 'force=true' to delete.",
    );
  const previous = await itemOf(request, term);
  const from = fromOf(request, revision);
  await request.site.content.database
    .write((tx) => deleteTerm(tx, request.actor, { id: term.id }, from))
    .catch(async (error: unknown) => {
      throw error instanceof StaleError ? await staleOf(request, error, null, term.id) : error;
    });
  return { kind: 'removed', previous };
}

async function answer(request: RestRequest, id: number) {
  const term = await findTerm(request, id);
  if (!term) throw new NotFoundError('Term does not exist.', 'rest_term_invalid'); // deleted concurrently
  return { kind: 'item', item: await itemOf(request, term) } as const;
}

async function findTerm(request: RestRequest, id: number): Promise<Term | undefined> {
  return (await findTerms(request.site.content.database.read, [id])).get(id);
}

const itemOf = async (request: RestRequest, term: Term): Promise<RestItem> =>
  presentOneTerm(request, term, 'edit');

async function staleOf(
  request: RestRequest,
  error: StaleError,
  mine: unknown,
  id: number,
): Promise<DetailedError> {
  const term = await findTerm(request, id);
  return staleReply(error, mine, term && (await itemOf(request, term)).body);
}

const inWordsOfRest = (error: unknown) => faultsOfParams(error, { parentId: 'parent' });

const trees = () =>
  registeredTaxonomies().filter(({ isHierarchical, restBase }) => isHierarchical && restBase !== undefined);
const may: Permission<unknown> = {
  code: 'rest_forbidden_context',
  message: 'Sorry, you are not allowed to manage terms in this taxonomy.',
  capability: 'manage_categories',
  test: (actor) => trees().some(({ name }) => mayManageTerms(actor, name)),
};
const tree = z.object({
  total: z.int(),
  above: z.array(z.object({ id: z.int(), name: z.string() })),
  terms: z.array(z.object({ id: z.int(), depth: z.int() })),
});
const { page, per_page } = collectionParams;

/** `/broadsheet/v1/term-tree`: a page of a taxonomy in tree order; `above` are the ancestors of its first term. */
export const broadsheetTermTree = restRoute({
  path: '/broadsheet/v1/term-tree',
  methods: {
    GET: method({
      params: z.object({ taxonomy: wordParam(sectionTaxonomy), page, per_page }),
      reply: valueOf(tree),
      may,
      run: async ({ actor, site }, { taxonomy, page: number, per_page: limit }) => {
        const known = trees().map(({ name }) => name);
        if (!known.includes(taxonomy)) {
          const message = `"${taxonomy.slice(0, 80)}" is not a hierarchical taxonomy; use one of: ${known.join(', ')}.`;
          throw new InvalidParamsError({ taxonomy: { code: 'rest_not_in_enum', message } });
        }
        if (!mayManageTerms(actor, taxonomy))
          throw refusal(actor, { ...may, capability: termCapability(taxonomy, 'manage_terms') });
        const { total, above, terms } = await listTree(site.content.database.read, {
          taxonomy,
          limit,
          offset: (number - 1) * limit,
        });
        return { kind: 'plain', body: { total, above: [...above], terms: [...terms] } };
      },
    }),
  },
});
