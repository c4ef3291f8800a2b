import { z } from 'zod';
import { findVisiblePosts } from '../../../content/posts/find-visible.ts';
import { countFiltered, listFilteredIds } from '../../../content/posts/list-filtered.ts';
import type { FilteredOrder, PostFilter } from '../../../content/posts/list-filtered.ts';
import { createPosts, editableBy, editPosts, mayReadPost, mayWrite, visibleTo } from '../../../content/posts/policy.ts';
import { postFormats, postStatuses } from '../../../content/posts/post.ts';
import type { Post, PostStatus } from '../../../content/posts/post.ts';
import { findPost } from '../../../content/posts/reader.ts';
import { taxonomiesOf } from '../../../content/types/registry.ts';
import type { PostType } from '../../../content/types/post-type.ts';
import type { Actor } from '../../../content/users/role.ts';
import { InvalidInputError } from '../../../lib/errors.ts';
import { fromRevision } from './from-revision.ts';
import { loadPostItems } from './load-items.ts';
import { loadPostParts } from './load-posts.ts';
import { choiceParam, choicesParam, collectionParams, dateParam, flagParam, idsParam, itemParams, optionalWhole, readParams, wordsParam } from './params.ts';
import type { Permission } from '../../../content/permission.ts';
import { postBase, postResource, writtenPost } from './post-resource.ts';
import { postWrites, presentPost } from './present-post.ts';
import { momentOf, refuseUnless } from './reading.ts';
import { InvalidParamsError } from './rest-errors.ts';
import type { RestRequest } from './rest-request.ts';
import { capturedId, itemRoute, method, restRoute } from './rest-route.ts';
import type { RestAnswer, RestRoute } from './rest-route.ts';
import { fileType } from '../../../content/types/names.ts';
import { revisionRoutes } from './revision-routes.ts';
import { mediaCollectionWrites, mediaWrites } from './write-media.ts';
import { createByRest, deleteArguments, deleteByRest, noPost, updateByRest } from './write-post.ts';

/** Parameters that all types share. */
const params = z.object({
  ...collectionParams,
  after: dateParam(),
  before: dateParam(),
  modified_after: dateParam(),
  modified_before: dateParam(),
  author: idsParam(),
  author_exclude: idsParam(),
  slug: wordsParam(),
  orderby: choiceParam(['author', 'date', 'id', 'include', 'modified', 'parent', 'relevance', 'slug', 'include_slugs', 'title', 'menu_order'], 'date'),
  status: wordsParam(),
});
type Params = z.output<typeof params>;

/** Parameters of some types. */
const further = z.object({
  tax_relation: choiceParam(['AND', 'OR'], 'AND'),
  sticky: flagParam(),
  format: choicesParam(postFormats),
  menu_order: optionalWhole(),
  parent: idsParam(),
  parent_exclude: idsParam(),
  media_type: choicesParam(['image', 'video', 'text', 'application', 'audio']),
  mime_type: wordsParam(),
});

/** The taxonomies that sort a type and that REST knows. */
const taxonomiesWithBase = (type: PostType) => taxonomiesOf(type.name).flatMap(({ restBase }) => (restBase === undefined ? [] : [restBase]));

/** Parameters of a type beside those that all share, in the order in which the index tells them. */
function furtherParams(type: PostType): Record<string, z.ZodType> {
  const { tax_relation, sticky, format, menu_order, parent, parent_exclude, media_type, mime_type } = further.shape;
  const isAttachment = type.name === fileType;
  const bases = taxonomiesWithBase(type);
  return {
    ...(bases.length > 0 ? { tax_relation, ...Object.fromEntries(bases.flatMap((base) => [[base, idsParam()], [`${base}_exclude`, idsParam()]])) } : {}),
    ...(type.supports.has('sticky') ? { sticky } : {}),
    ...(type.supports.has('post-formats') ? { format } : {}),
    ...(type.supports.has('page-attributes') ? { menu_order } : {}),
    ...(type.isHierarchical || isAttachment ? { parent, parent_exclude } : {}),
    ...(isAttachment ? { media_type, mime_type } : {}),
  };
}

/** What the further parameters narrow. */
function furtherFilter(type: PostType, { query }: RestRequest): PostFilter {
  const own = furtherParams(type);
  const known = readParams(further, new Map([...query].filter(([name]) => Object.hasOwn(own, name))));
  const bases = taxonomiesWithBase(type);
  const ids = readParams(z.object(Object.fromEntries(bases.flatMap((base) => [[base, idsParam()], [`${base}_exclude`, idsParam()]]))), query);
  const termGroups = bases.map((base) => ids[base]).filter((group) => group !== undefined);
  const excludeTermIds = bases.flatMap((base) => ids[`${base}_exclude`] ?? []);
  return {
    type: type.name,
    sticky: known.sticky,
    formats: known.format,
    menuOrder: known.menu_order,
    parentIds: known.parent,
    excludeParentIds: known.parent_exclude,
    mediaTypes: known.media_type,
    mimeTypes: known.mime_type,
    termGroups: termGroups.length > 0 ? termGroups : undefined,
    anyTermGroup: known.tax_relation === 'OR' ? true : undefined,
    excludeTermIds: excludeTermIds.length > 0 ? excludeTermIds : undefined,
  };
}

/** Matches of a search that are looked at, as many as the search ranks. */
const mostMatches = 500;

const columns: Readonly<Partial<Record<Params['orderby'], FilteredOrder>>> = {
  author: 'author_id', date: 'published_at', id: 'id', modified: 'modified_at', parent: 'parent_id', slug: 'slug', title: 'title', menu_order: 'menu_order',
};

/** Statuses that `status` may name. */
const statuses = [
  'publish', 'future', 'draft', 'pending', 'private', 'trash', 'auto-draft', 'inherit', 'request-pending', 'request-confirmed', 'request-failed',
  'request-completed', 'any',
];
/** What `any` leaves out, as in WordPress. */
const besideAny: ReadonlySet<string> = new Set(['trash', 'auto-draft', 'inherit']);

/** The statuses that the list holds; undefined: what the type is published with. Throws for those that are not for the asker. */
function wantedStatuses(actor: Actor | undefined, wanted: readonly string[] | undefined, type: PostType): readonly PostStatus[] | undefined {
  const usual = type.name === fileType ? 'inherit' : 'publish';
  const unknown = wanted?.findIndex((status) => !statuses.includes(status)) ?? -1;
  if (unknown >= 0) throw new InvalidParamsError({ status: { code: 'rest_not_in_enum', message: `status[${unknown}] is not one of ${statuses.join(', ')}.` } });
  if (wanted?.some((status) => status !== usual) && !mayWrite(actor, type.name)) {
    throw new InvalidParamsError({ status: { code: 'rest_forbidden_status', message: 'Status is forbidden.', data: { status: actor ? 403 : 401 } } });
  }
  if (!wanted) return undefined;
  return postStatuses.filter((status) => wanted.includes(status) || (wanted.includes('any') && !besideAny.has(status)));
}

/** Lists the posts of a type that the asker may see; in the context `edit` those that they may edit. */
async function listPosts(request: RestRequest, sent: Params, type: PostType): Promise<RestAnswer> {
  const { actor } = request;
  const { context } = sent;
  const wanted = wantedStatuses(actor, sent.status, type);
  if (sent.orderby === 'relevance' && !sent.search) {
    throw new InvalidInputError('You need to define a search term to order by relevance.', 'rest_no_search_term_defined');
  }
  if (sent.orderby === 'include' && !sent.include) {
    throw new InvalidInputError('You need to define an include parameter to order by include.', 'rest_orderby_include_missing_include');
  }
  if (!type.isPublic && !mayWrite(actor, type.name)) return { kind: 'collection', items: [], total: 0, perPage: sent.per_page, page: sent.page };
  const { read } = request.site.content.database;
  const filter: PostFilter = {
    ...furtherFilter(type, request),
    ...(type.name === fileType ? { ids: sent.include, titleSearch: sent.search } : { ids: await wantedIds(request, sent, type.name) }),
    excludeIds: sent.exclude,
    slugs: sent.slug,
    authorIds: sent.author,
    excludeAuthorIds: sent.author_exclude,
    after: momentOf(request, sent.after),
    before: momentOf(request, sent.before),
    modifiedAfter: momentOf(request, sent.modified_after),
    modifiedBefore: momentOf(request, sent.modified_before),
  };
  // What everybody sees has lists and counters of its own.
  const among = actor && mayWrite(actor, type.name)
    ? {
      rule: context === 'edit' ? editableBy(actor, type.name) : visibleTo(actor, type.name),
      statuses: wanted ?? (type.name === fileType ? ['inherit', 'publish'] as const : ['publish'] as const),
    }
    : undefined;
  const key = `posts:${among ? `${actor?.id}:${context === 'edit' ? 'edit' : 'view'}:${among.statuses.join()}` : ''}:${JSON.stringify(filter)}`;
  const total = await request.site.totals.get(key, () => countFiltered(read, filter, among));
  const { per_page: limit, page } = sent;
  const offset = sent.offset ?? (page - 1) * limit;
  if (sent.offset === undefined && page > 1 && total > 0 && offset >= total) {
    throw new InvalidInputError('The page number requested is larger than the number of pages available.', 'rest_post_invalid_page_number');
  }
  const given = filter.ids !== undefined && (sent.orderby === 'include' || sent.orderby === 'relevance');
  const order = given ? 'given' : columns[sent.orderby] ?? (sent.slug ? 'slug' : 'published_at');
  const ids = offset >= total ? [] : await listFilteredIds(read, { ...filter, order, descending: sent.order === 'desc', limit, offset }, among);
  const items = await loadPostItems(request, ids, context);
  return { kind: 'collection', items: ids.map((id) => items.get(id)).filter((item) => item !== undefined), total, perPage: limit, page };
}

/** Ids that `include` and `search` leave, in the order of `include` or of relevance; undefined: all. */
async function wantedIds(request: RestRequest, { include, search, orderby }: Params, type: string): Promise<readonly number[] | undefined> {
  if (!search) return include;
  const matches = (await request.site.content.search.find({ query: search, types: [type], limit: mostMatches })).ids;
  if (!include) return matches;
  return orderby === 'relevance' ? matches.filter((id) => include.includes(id)) : include.filter((id) => matches.includes(id));
}

const oneParams = z.object({ context: itemParams.context });

/** One post of a type. Of what they may not read askers learn that it is there, as in WordPress, and nothing else. */
async function getPost(request: RestRequest, sent: z.output<typeof oneParams>, post: Post): Promise<RestAnswer> {
  const { actor, site } = request;
  const readable = post.type === fileType ? (await findVisiblePosts(site.content.database.read, [post.id], actor)).has(post.id) : mayReadPost(actor, post);
  refuseUnless(actor, readable, { code: 'rest_forbidden', message: 'Sorry, you are not allowed to do that.' });
  const [parts] = await loadPostParts(request, [post], sent.context);
  if (!parts) throw noPost();
  const apiLink = `<${site.content.siteUrl}/wp-json/>; rel="https://api.w.org/"`;
  return { kind: 'item', item: presentPost(request, parts, sent.context), headers: { link: `${apiLink}, <${parts.link}>; rel="alternate"; type=text/html` } };
}

const editOne: Permission<Post> = { ...editPosts, code: 'rest_forbidden_context' };

/** The text of a post may be long. */
const long = { body: 'long' } as const;

/** Collection and items of a type of posts. */
export function postRoutes(type: PostType): readonly RestRoute[] {
  const path = postBase(type);
  const resource = postResource(type);
  const all = params.extend(furtherParams(type));
  const written = writtenPost(type);
  const { code, message } = createPosts;
  const createHere: Permission<unknown> = { code, message, test: (actor) => createPosts.test(actor, type.name) };
  const create = method({ ...long, params: written, may: createHere, run: (request, sent) => createByRest(request, type, sent) });
  const update = method({
    ...postWrites.PATCH, ...long, params: written.extend(fromRevision), run: (request, sent, post: Post) => updateByRest(request, type, sent, post),
  });
  const remove = method({ ...postWrites.DELETE, params: deleteArguments, run: deleteByRest });
  const isFile = type.name === fileType;
  const editAny = {
    code: 'rest_forbidden_context', message: 'Sorry, you are not allowed to edit posts in this post type.', test: (actor: Actor) => mayWrite(actor, type.name),
  };
  return [
    restRoute({
      path, resource, isBatched: !isFile,
      methods: {
        GET: method({ params: all, edit: editAny, run: (request) => listPosts(request, readParams(params, request.query), type) }),
        ...(isFile ? mediaCollectionWrites : { POST: create }),
      },
    }),
    itemRoute<Post>({
      path: `${path}/(?P<id>[\\d]+)`,
      resource,
      isBatched: !isFile,
      find: async ({ site }, captured) => {
        const post = await findPost(site.content.database.read, capturedId(captured));
        if (!post || post.type !== type.name) throw noPost();
        return post;
      },
      methods: {
        GET: method({ params: oneParams, edit: editOne, run: getPost }),
        ...(isFile ? mediaWrites : { POST: update, PUT: update, PATCH: update, DELETE: remove }),
      },
    }),
    ...(isFile ? [] : revisionRoutes(type)),
  ];
}
