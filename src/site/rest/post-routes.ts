import { postFormats } from '../../lib/post-formats.ts';
import { postBase } from '../../modules/types/model.ts';
import { z } from 'zod';
import { areMentionsNoted } from '../../modules/media/jobs.ts';
import { usedBesidePosts } from '../../modules/media/uses.ts';
import { countFiltered, listFilteredIds } from '../../modules/posts/list-filtered.ts';
import type { FilteredOrder, PostFilter } from '../../modules/posts/post-filter.ts';
import {
  createPosts,
  editableBy,
  editPosts,
  lackingToRead,
  mayReadOverRest,
  mayWrite,
  visibleTo,
} from '../../modules/posts/policy.ts';
import { postStatuses } from '../../modules/posts/model.ts';
import type { Post, PostStatus } from '../../modules/posts/model.ts';
import { findPost, findVisiblePosts } from '../../modules/posts/reader.ts';
import { capabilityOf } from '../../modules/types/registry.ts';
import type { PostAction } from '../../modules/types/registry.ts';
import type { PostType } from '../../modules/types/model.ts';
import type { Reader } from '../../kernel/db/open-database.ts';
import { ConflictError, ForbiddenError, InvalidInputError } from '../../lib/errors.ts';
import { fromRevision, ofWindow } from '../../kernel/http/rest/from-revision.ts';
import { loadPostParts } from './load-posts.ts';
import { dateParam, momentOf } from '../../kernel/http/rest/query-params.ts';
import {
  choiceParam,
  choicesParam,
  collectionParams,
  flagParam,
  idsParam,
  itemParams,
  optionalChoice,
  optionalWhole,
  wordsParam,
} from '../../kernel/http/rest/params.ts';
import { refusal } from '../../kernel/permission.ts';
import type { Permission, Actor } from '../../kernel/permission.ts';
import { fileResource, postResource, writtenPost } from './post-resource.ts';
import { postWrites, presentPost, loadPostItems } from './present-post.ts';
import { mediaUsesRoute } from '../../modules/media/rest/broadsheet-v1-media-uses.ts';
import { mediaEditRoute } from './media-edit.ts';
import { mediaPostProcessRoute } from './media-post-process.ts';
import { InvalidParamsError, existingPost } from '../../kernel/http/rest/rest-errors.ts';
import type { Described } from '../../kernel/http/rest/resource.ts';
import { manyOf, newOf, oneOf, trashedOf } from '../../kernel/http/rest/rest-reply.ts';
import type { CollectionAnswer, ItemAnswer } from '../../kernel/http/rest/rest-reply.ts';
import type { RestRequest } from '../../kernel/http/rest/rest-request.ts';
import { capturedId, itemRoute, method, restRoute } from '../../kernel/http/rest/rest-route.ts';
import { fileType, folderTaxonomy } from '../../modules/types/names.ts';
import { findFolderIds } from '../../modules/media/folders.ts';
import { mayAssignTerms } from '../../modules/terms/policy.ts';
import { isPasswordOf, passwordParam } from './post-password-param.ts';
import { searchColumns, searchFilter } from './post-search.ts';
import { revisionRoutes } from './revision-routes.ts';
import {
  fieldConditions,
  fieldFilterParams,
  fieldOrder,
  fieldOrders,
} from '../../modules/fields/rest/field-filter.ts';
import { termFilter, termParams } from '../../modules/posts/rest/term-filter.ts';
import { mediaCollectionWrites, mediaWrites, mediaFileRoute } from './write-media.ts';
import { createByRest, deleteArguments, deleteByRest, noPost, updateByRest } from './write-post.ts';

const statuses = [
  'publish',
  'future',
  'draft',
  'pending',
  'private',
  'trash',
  'auto-draft',
  'inherit',
  'request-pending',
  'request-confirmed',
  'request-failed',
  'request-completed',
  'any',
] as const;
/** For attachments, which inherit their post's status. */
const fileStatuses = ['inherit', 'private', 'trash'] as const;
const usualStatus = ({ openStatuses: [usual] }: PostType) => usual;

const orders = [
  'author',
  'date',
  'id',
  'include',
  'modified',
  'parent',
  'relevance',
  'slug',
  'include_slugs',
  'title',
] as const;

const params = z.object({
  ...collectionParams,
  after: dateParam(),
  before: dateParam(),
  modified_after: dateParam(),
  modified_before: dateParam(),
  search_columns: choicesParam(searchColumns).meta({ default: [] }),
  search_semantics: optionalChoice(['exact']),
  slug: wordsParam(),
  orderby: choiceParam([...orders, 'menu_order'], 'date'),
  status: choicesParam(statuses),
});
const further = z.object({
  author: idsParam(),
  author_exclude: idsParam(),
  tax_relation: optionalChoice(['AND', 'OR']),
  sticky: flagParam(),
  format: choicesParam(postFormats),
  menu_order: optionalWhole(),
  parent: idsParam(),
  parent_exclude: idsParam(),
  media_type: choicesParam(['image', 'video', 'text', 'application', 'audio']),
  mime_type: wordsParam(),
  only: optionalChoice(['unused', 'copies']),
  folder: optionalWhole({ min: 0 }),
});
type Params = z.output<typeof params> & z.output<typeof further>;

/** Parameters of a type's list, in the order of the index. */
function listParams(type: PostType) {
  const {
    author,
    author_exclude,
    tax_relation,
    sticky,
    format,
    menu_order,
    parent,
    parent_exclude,
    media_type,
    mime_type,
    only,
    folder,
  } = further.shape;
  const isFile = type.name === fileType;
  const terms = termParams(type);
  const shape = {
    ...params.shape,
    ...(type.supports.has('author') ? { author, author_exclude } : {}),
    orderby: choiceParam<Params['orderby'] | `field:${string}`>(
      [
        ...orders,
        ...(type.supports.has('page-attributes') ? ['menu_order' as const] : []),
        ...fieldOrders(type.name),
      ],
      'date',
    ),
    ...fieldFilterParams(type.name),
    status: choicesParam<(typeof statuses)[number]>(isFile ? fileStatuses : statuses, usualStatus(type)),
    ...(Object.keys(terms).length > 0 ? { tax_relation, ...terms } : {}),
    ...(type.supports.has('sticky') ? { sticky } : {}),
    ...(type.supports.has('post-formats') ? { format } : {}),
    ...(type.supports.has('page-attributes') ? { menu_order } : {}),
    ...(type.isHierarchical || isFile ? { parent, parent_exclude } : {}),
    ...(isFile ? { media_type, mime_type, only, folder } : {}),
  };
  // Parameters that the type lacks are undefined; terms use their taxonomy's REST base.
  return z.object(shape as typeof params.shape & typeof further.shape);
}

async function furtherFilter(read: Reader, type: PostType, sent: Params): Promise<PostFilter> {
  return {
    ...(await termFilter(read, type, new Map(Object.entries(sent)), sent.tax_relation)),
    authorIds: sent.author,
    excludeAuthorIds: sent.author_exclude,
    sticky: sent.sticky,
    formats: sent.format,
    menuOrder: sent.menu_order,
    parentIds: sent.parent,
    excludeParentIds: sent.parent_exclude,
    mediaTypes: sent.media_type,
    mimeTypes: sent.mime_type,
    fields: fieldConditions(type.name, 'fields' in sent ? sent.fields : undefined),
    ...(sent.only === undefined ? {} : await usesFilter(read, sent.only)),
    ...(sent.folder === undefined ? {} : await folderFilter(read, sent.folder)),
  };
}

/** Files in a folder; 0: without a folder. */
async function folderFilter(
  read: Reader,
  folder: number,
): Promise<Pick<PostFilter, 'termGroups' | 'excludeTermIds'>> {
  const folders = await findFolderIds(read);
  if (folder === 0) return { excludeTermIds: folders };
  if (folders.includes(folder)) return { termGroups: [[folder]] };
  throw new InvalidParamsError({
    folder: { code: 'rest_invalid_param', message: `There is no folder ${folder}.` },
  });
}

async function usesFilter(
  read: Reader,
  only: 'unused' | 'copies',
): Promise<Pick<PostFilter, 'hasCopies' | 'unusedBeside'>> {
  if (only === 'copies') return { hasCopies: true };
  if (!(await areMentionsNoted(read))) {
    throw new ConflictError(
      'The use of files is still being indexed after an update. Try again in a few minutes.',
      'rest_media_uses_unknown',
    );
  }
  return { unusedBeside: await usedBesidePosts(read) };
}

const columns: Readonly<Partial<Record<Params['orderby'], FilteredOrder>>> = {
  author: 'author_id',
  date: 'published_at',
  id: 'id',
  modified: 'modified_at',
  parent: 'parent_id',
  slug: 'slug',
  title: 'title',
  menu_order: 'menu_order',
};

/** Statuses that `any` excludes, as in WordPress. */
const besideAny: ReadonlySet<string> = new Set(['trash', 'auto-draft', 'inherit']);

/** The requested statuses; undefined: the default. Throws for statuses that the caller can't see. */
function wantedStatuses(
  actor: Actor | undefined,
  wanted: readonly string[] | undefined,
  type: PostType,
): readonly PostStatus[] | undefined {
  const usual = usualStatus(type);
  if (!wanted || wanted.every((status) => status === usual)) return undefined;
  if (!mayWrite(actor, type.name)) {
    const data = { status: actor ? 403 : 401 };
    throw new InvalidParamsError({
      status: { code: 'rest_forbidden_status', message: 'Status is forbidden.', data },
    });
  }
  return postStatuses.filter(
    (status) => wanted.includes(status) || (wanted.includes('any') && !besideAny.has(status)),
  );
}

async function listPosts(request: RestRequest, sent: Params, type: PostType): Promise<CollectionAnswer> {
  const { actor } = request;
  const { context } = sent;
  const wanted = wantedStatuses(actor, sent.status, type);
  if (sent.only !== undefined && !mayWrite(actor, type.name)) {
    const data = { status: actor ? 403 : 401 };
    throw new InvalidParamsError({
      only: {
        code: 'rest_forbidden_param',
        message: 'Only users who can edit files can filter by use.',
        data,
      },
    });
  }
  if (sent.folder !== undefined && !mayAssignTerms(actor, folderTaxonomy)) {
    const data = { status: actor ? 403 : 401 };
    throw new InvalidParamsError({
      folder: {
        code: 'rest_forbidden_param',
        message: 'Only users who can upload files can filter by folder.',
        data,
      },
    });
  }
  if (sent.orderby === 'relevance' && !sent.search) {
    throw new InvalidInputError(
      'You need to define a search term to order by relevance.',
      'rest_no_search_term_defined',
    );
  }
  if (sent.orderby === 'include' && !sent.include) {
    throw new InvalidInputError(
      'You need to define an include parameter to order by include.',
      'rest_orderby_include_missing_include',
    );
  }
  if (!type.isToldToAll && !mayWrite(actor, type.name))
    return { kind: 'collection', items: [], total: 0, perPage: sent.per_page, page: sent.page };
  const { read } = request.site.content.database;
  const filter: PostFilter = {
    ...(await furtherFilter(read, type, sent)),
    ...(await searchFilter(request, sent, type, wanted)),
    excludeIds: sent.exclude,
    slugs: sent.slug,
    after: momentOf(request, sent.after),
    before: momentOf(request, sent.before),
    modifiedAfter: momentOf(request, sent.modified_after),
    modifiedBefore: momentOf(request, sent.modified_before),
  };
  // Publicly visible lists use their own queries and counters.
  const among =
    !type.isPublic || (actor && mayWrite(actor, type.name))
      ? {
          rule: context === 'edit' ? editableBy(actor, type.name) : visibleTo(actor, type.name),
          statuses: wanted ?? type.openStatuses,
        }
      : undefined;
  const { per_page: limit, page } = sent;
  const offset = sent.offset ?? (page - 1) * limit;
  const given = filter.ids !== undefined && (sent.orderby === 'include' || sent.orderby === 'relevance');
  const order = given
    ? 'given'
    : (fieldOrder(type.name, sent.orderby) ??
      columns[sent.orderby] ??
      (sent.orderby === 'include_slugs' && sent.slug ? 'slugs' : 'published_at'));
  const list = () =>
    listFilteredIds(read, { ...filter, order, descending: sent.order === 'desc', limit, offset }, among);
  // Loads the first page while counting; later pages need the count first to know whether they exist.
  const [total, beginning] = await Promise.all([
    countFiltered(read, filter, among),
    offset === 0 ? list() : undefined,
  ]);
  if (sent.offset === undefined && page > 1 && total > 0 && offset >= total) {
    throw new InvalidInputError(
      'The page number requested is larger than the number of pages available.',
      'rest_post_invalid_page_number',
    );
  }
  const ids = offset >= total ? [] : (beginning ?? (await list()));
  const items = await loadPostItems(request, ids, context);
  return {
    kind: 'collection',
    items: ids.map((id) => items.get(id)).filter((item) => item !== undefined),
    total,
    perPage: limit,
    page,
  };
}

const oneParams = z.object({ context: itemParams.context });
const lockedParams = oneParams.extend({ password: passwordParam() });

/** One post of a type. Callers who can't read it only learn that it exists, as in WordPress. */
async function getPost(
  request: RestRequest,
  { context, password }: z.output<typeof lockedParams>,
  post: Post,
): Promise<ItemAnswer> {
  const { actor, site } = request;
  const readable =
    post.type === fileType
      ? (await findVisiblePosts(site.content.database.read, [post.id], actor)).has(post.id)
      : mayReadOverRest(actor, post);
  if (!readable)
    throw refusal(actor, {
      code: 'rest_forbidden',
      message: 'Sorry, you are not allowed to do that.',
      capability: lackingToRead(actor, post),
    });
  const isUnlocked = password !== undefined && isPasswordOf(request, post, password);
  if (password !== undefined && !isUnlocked)
    throw new ForbiddenError('Incorrect post password.', 'rest_post_incorrect_password');
  const [parts] = await loadPostParts(request, [post], context, isUnlocked ? post : undefined);
  if (!parts) throw noPost();
  const apiLink = `<${site.content.siteUrl}/wp-json/>; rel="https://api.w.org/"`;
  const link = `${apiLink}, <${parts.link}>; rel="alternate"; type=text/html`;
  return { kind: 'item', item: presentPost(request, parts, context), headers: { link } };
}

const editOne: Permission<Post> = { ...editPosts, code: 'rest_forbidden_context' };

/** The text of a post may be long. */
const long = { body: 'long' } as const;

/** A post permission with the capability that it requires for a type. */
function ofType<Subject>(may: Permission<Subject>, type: PostType, action: PostAction): Permission<Subject> {
  return { ...may, capability: capabilityOf(type.name, action) };
}

export function postRoutes(type: PostType) {
  const resource = postResource(type);
  const written = writtenPost(type);
  const { code, message } = createPosts;
  const createHere: Permission<unknown> = {
    code,
    message,
    capability: capabilityOf(type.name, 'edit'),
    lacking: (actor) => createPosts.lacking?.(actor, type.name),
    test: (actor) => createPosts.test(actor, type.name),
  };
  const update = method({
    ...long,
    params: written.extend({ ...fromRevision, ...ofWindow }),
    reply: oneOf(resource),
    may: ofType(postWrites.PATCH.may, type, 'edit'),
    run: (request, sent, post: Post) => updateByRest(request, type, sent, post),
  });
  return [
    restRoute({
      path: postBase(type),
      isBatched: true,
      methods: {
        GET: listMethod(type, resource),
        POST: method({
          ...long,
          params: written,
          refusedId: existingPost,
          reply: newOf(resource),
          may: createHere,
          run: (request, sent) => createByRest(request, type, sent),
        }),
      },
    }),
    itemRoute({
      path: `${postBase(type)}/(?P<id>[\\d]+)`,
      isBatched: true,
      find: finderOf(type),
      methods: {
        GET: readMethod(type, resource),
        POST: update,
        PUT: update,
        PATCH: update,
        DELETE: method({
          params: deleteArguments,
          reply: trashedOf(resource),
          may: ofType(postWrites.DELETE.may, type, 'delete'),
          run: deleteByRest,
        }),
      },
    }),
    ...revisionRoutes(type, resource),
  ] as const;
}

export function mediaRoutes(type: PostType) {
  const resource = fileResource(type);
  return [
    restRoute({
      path: postBase(type),
      methods: { GET: listMethod(type, resource), ...mediaCollectionWrites(resource) },
    }),
    itemRoute({
      path: `${postBase(type)}/(?P<id>[\\d]+)`,
      find: finderOf(type),
      methods: { GET: readMethod(type, resource), ...mediaWrites(resource) },
    }),
    mediaEditRoute(postBase(type), resource, finderOf(type)),
    mediaUsesRoute(type, finderOf(type)),
    mediaFileRoute(type, resource, finderOf(type)),
    mediaPostProcessRoute(postBase(type), resource, finderOf(type)),
  ] as const;
}

function listMethod<Content extends Described>(type: PostType, resource: Content) {
  const editAny: Permission<unknown> = {
    code: 'rest_forbidden_context',
    message: 'Sorry, you are not allowed to edit posts in this post type.',
    capability: capabilityOf(type.name, 'edit'),
    test: (actor) => mayWrite(actor, type.name),
  };
  return method({
    params: listParams(type),
    reply: manyOf(resource),
    edit: editAny,
    run: (request, sent) => listPosts(request, sent, type),
  });
}

function readMethod<Content extends Described>(type: PostType, resource: Content) {
  // Files have no password argument.
  const itemArguments = (type.name === fileType
    ? oneParams
    : lockedParams) as z.ZodObject as typeof lockedParams;
  return method({
    params: itemArguments,
    reply: oneOf(resource),
    edit: ofType(editOne, type, 'edit'),
    run: getPost,
  });
}

function finderOf(type: PostType) {
  return async ({ site }: RestRequest, captured: Readonly<Record<string, string>>): Promise<Post> => {
    const post = await findPost(site.content.database.read, capturedId(captured));
    if (!post || post.type !== type.name) throw noPost();
    return post;
  };
}
