import { postBase } from '../../modules/types/model.ts';
import { z } from 'zod';
import {
  autosavePost,
  restoreRevision,
  deleteRevision,
  isTypedBy,
  listWholeRevisions,
} from '../../modules/posts/revision-commands.ts';
import { cleanPostAhead, prepareRevisionAhead } from '../../modules/posts/prepare-text.ts';
import { findFootnotes } from '../../modules/posts/meta.ts';
import { findLocks } from '../../modules/posts/lock-store.ts';
import { deletePosts, editPosts } from '../../modules/posts/policy.ts';
import type { Post } from '../../modules/posts/model.ts';
import { findPost } from '../../modules/posts/reader.ts';
import { findRevision, findTextsAt } from '../../modules/posts/revisions.ts';
import type { Revision, RevisionKind } from '../../modules/posts/revisions.ts';
import type { Permission, Actor } from '../../kernel/permission.ts';
import type { PostAction } from '../../modules/types/registry.ts';
import { postTypeNamed, capabilityOf } from '../../modules/types/registry.ts';
import type { PostType } from '../../modules/types/model.ts';
import { defined } from '../../lib/records.ts';
import { BroadsheetError, InvalidInputError, NotFoundError, StaleError } from '../../lib/errors.ts';
import { wantsField } from '../../kernel/http/rest/query-string.ts';
import { fromOf, fromRevision, ofWindow } from '../../kernel/http/rest/from-revision.ts';
import { choiceParam, collectionParams, offParam, itemParams } from '../../kernel/http/rest/params.ts';
import { writtenPost } from './post-resource.ts';
import type { PostResource } from './post-resource.ts';
import type { SentPost } from './post-arguments.ts';
import { postMetaInput } from './post-sent.ts';
import { goneOf, manyOf, oneOf } from '../../kernel/http/rest/rest-reply.ts';
import type {
  CollectionAnswer,
  ItemAnswer,
  RemovedAnswer,
  RestItem,
} from '../../kernel/http/rest/rest-reply.ts';
import type { Context } from '../../kernel/http/rest/resource.ts';
import { presentRevision, revisionResource } from './revision-resource.ts';
import type { RestRequest } from '../../kernel/http/rest/rest-request.ts';
import { capturedId, itemRoute, method } from '../../kernel/http/rest/rest-route.ts';
import type { RestRoute } from '../../kernel/http/rest/rest-route.ts';
import { answerPost, inWordsOfRest, noPost, staleOfPost, updateByRest } from './write-post.ts';

interface Named {
  readonly post: Post;
  readonly id: number;
  /** Set if it was loaded and exists. */
  readonly revision?: Revision | undefined;
}

/** A post's permission applies to its revisions. */
function asOfPost(may: Permission<Post>, type: PostType, action: PostAction): Permission<Named> {
  const { code, message } = may;
  return {
    code,
    message,
    capability: capabilityOf(type.name, action),
    lacking: (actor, { post }) => may.lacking?.(actor, post),
    test: (actor, { post }) => may.test(actor, post),
  };
}
/** Deleting needs permission to delete the post; authors can also delete their own autosaves. */
function deleting(type: PostType): Permission<Named> {
  const may = asOfPost(deletePosts, type, 'delete');
  const isTheirs = (actor: Actor, { post, revision }: Named) =>
    revision?.postId === post.id && isTypedBy(actor, revision) && editPosts.test(actor, post);
  return { ...may, test: (actor, named) => may.test(actor, named) || isTheirs(actor, named) };
}
/** Viewing needs permission to edit the post; `of` is WordPress' noun. */
function viewing(of: string, type: PostType): Permission<Named> {
  return {
    ...asOfPost(editPosts, type, 'edit'),
    code: 'rest_cannot_read',
    message: `Sorry, you are not allowed to view ${of} of this post.`,
  };
}

const { context, page, search, include, exclude, offset, order } = collectionParams;
const listParams = z.object({
  context,
  page,
  per_page: collectionParams.per_page,
  search,
  exclude,
  include,
  offset,
  order,
  orderby: choiceParam(['date', 'id', 'include', 'relevance', 'slug', 'include_slugs', 'title'], 'date'),
});
const contextParams = z.object({ context: itemParams.context });

function sharedBy(type: PostType) {
  const resource = revisionResource(type);
  const find = async ({ site }: RestRequest, captured: Readonly<Record<string, string>>): Promise<Named> => {
    const post = await findPost(site.content.database.read, capturedId({ id: captured['parent'] ?? '' }));
    if (!post || post.type !== type.name)
      throw new NotFoundError('Invalid post parent ID.', 'rest_post_invalid_parent');
    return { post, id: capturedId(captured) };
  };
  const findOne = async (
    request: RestRequest,
    captured: Readonly<Record<string, string>>,
  ): Promise<Named> => {
    const named = await find(request, captured);
    return { ...named, revision: await findRevision(request.site.content.database.read, named.id) };
  };
  const one = (kind: RevisionKind | undefined, of: string) =>
    method({
      params: contextParams,
      reply: oneOf(resource),
      may: viewing(of, type),
      run: async (request, sent, { post, id }: Named): Promise<ItemAnswer> => ({
        kind: 'item',
        item: await itemOf(request, await revisionOfPost(request, post, id, kind), post, sent.context),
      }),
    });
  const removing = (kind: RevisionKind | undefined) =>
    method({
      params: z.object({ force: offParam() }),
      reply: goneOf(resource),
      may: deleting(type),
      run: (request, { force }, named: Named) => remove(request, force, named, kind),
    });
  return { resource, find, findOne, one, removing };
}
type Shared = ReturnType<typeof sharedBy>;

function storedRoutes(
  type: PostType,
  whole: PostResource,
  { resource, find, findOne, one, removing }: Shared,
): readonly RestRoute[] {
  const base = postBase(type);
  return [
    itemRoute({
      path: `${base}/(?P<parent>[\\d]+)/revisions`,
      find,
      methods: {
        GET: method({
          params: listParams,
          reply: manyOf(resource),
          may: viewing('revisions', type),
          run: (request, sent, { post }: Named) => list(request, sent, post),
        }),
      },
    }),
    itemRoute({
      path: `${base}/(?P<parent>[\\d]+)/revisions/(?P<id>[\\d]+)`,
      find: findOne,
      methods: { GET: one(undefined, 'revisions'), DELETE: removing(undefined) },
    }),
    // WordPress has no REST route for restoring; ours works like that of templates.
    itemRoute({
      path: `/broadsheet/v1/${type.restBase ?? type.name}/(?P<parent>[\\d]+)/revisions/(?P<id>[\\d]+)`,
      find,
      methods: {
        POST: method({
          params: z.object(fromRevision),
          reply: oneOf(whole),
          may: asOfPost(editPosts, type, 'edit'),
          run: restore,
        }),
      },
    }),
  ];
}

function autosaveRoutes(
  type: PostType,
  { resource, find, findOne, one, removing }: Shared,
): readonly RestRoute[] {
  const base = postBase(type);
  const { date, date_gmt: utc, title, content, excerpt, meta } = writtenPost(type).shape;
  return [
    itemRoute({
      path: `${base}/(?P<parent>[\\d]+)/autosaves`,
      find,
      methods: {
        GET: method({
          params: contextParams,
          reply: manyOf(resource),
          may: viewing('autosaves', type),
          run: (request, sent, { post }: Named) => listAutosaves(request, sent.context, post),
        }),
        POST: method({
          params: z.object({
            ...(date && { date }),
            ...(utc && { date_gmt: utc }),
            ...(title && { title }),
            ...(content && { content }),
            ...(excerpt && { excerpt }),
            ...(meta && { meta }),
            ...fromRevision,
            ...ofWindow,
          }),
          body: 'long',
          reply: oneOf(resource),
          may: asOfPost(editPosts, type, 'edit'),
          run: (request, sent, { post }: Named) => autosave(request, sent, post),
        }),
      },
    }),
    itemRoute({
      path: `${base}/(?P<parent>[\\d]+)/autosaves/(?P<id>[\\d]+)`,
      find: findOne,
      // Also deletable as a revision; types without revisions only have this route.
      methods: { GET: one('autosave', 'autosaves'), DELETE: removing('autosave') },
    }),
  ];
}

/** Revisions and autosaves of a type's posts. `whole`: presents a post after a revision is restored. */
export function revisionRoutes(type: PostType, whole: PostResource): readonly RestRoute[] {
  const shared = sharedBy(type);
  return [
    ...(type.supports.has('revisions') ? storedRoutes(type, whole, shared) : []),
    ...(type.supports.has('editor') ? autosaveRoutes(type, shared) : []),
  ];
}

const columns = { date: 'created_at', id: 'id', title: 'title' } as const;

async function list(
  request: RestRequest,
  sent: z.output<typeof listParams>,
  post: Post,
): Promise<CollectionAnswer> {
  const { per_page: limit, orderby } = sent;
  if (orderby === 'relevance' && !sent.search) {
    throw new InvalidInputError(
      'You need to define a search term to order by relevance.',
      'rest_no_search_term_defined',
    );
  }
  if (orderby === 'include' && !sent.include) {
    throw new InvalidInputError(
      'You need to define an include parameter to order by include.',
      'rest_orderby_include_missing_include',
    );
  }
  const start = sent.offset ?? (sent.page - 1) * limit;
  const { revisions, total } = await listWholeRevisions(request.site.content.database.read, post.id, {
    search: sent.search,
    ids: sent.include,
    excludeIds: sent.exclude,
    limit,
    offset: start,
    descending: sent.order === 'desc',
    order: orderby === 'title' || orderby === 'id' ? columns[orderby] : columns.date,
  });
  if (start >= total && total > 0) {
    throw sent.offset === undefined
      ? new InvalidInputError(
          'The page number requested is larger than the number of pages available.',
          'rest_revision_invalid_page_number',
        )
      : new InvalidInputError(
          'The offset number requested is larger than or equal to the number of available revisions.',
          'rest_revision_invalid_offset_number',
        );
  }
  const items = await Promise.all(revisions.map((revision) => itemOf(request, revision, post, sent.context)));
  return { kind: 'collection', items, total, perPage: limit, page: sent.page };
}

async function listAutosaves(request: RestRequest, shownIn: Context, post: Post): Promise<CollectionAnswer> {
  const { revisions, total } = await listWholeRevisions(request.site.content.database.read, post.id, {
    kind: 'autosave',
    order: 'created_at',
    descending: true,
    limit: 100,
    offset: 0,
  });
  return {
    kind: 'collection',
    items: await Promise.all(revisions.map((revision) => itemOf(request, revision, post, shownIn))),
    total,
    perPage: 100,
    page: 1,
  };
}

/**
 * Stores an autosave. As in WordPress, a program's autosave of the caller's own draft updates it, unless another user
 * is editing it. The newsroom names its window, so its autosaves are separate and can't overwrite each other.
 */
async function autosave(
  request: RestRequest,
  {
    revision,
    window: windowId,
    ...sent
  }: Pick<SentPost, 'date' | 'date_gmt' | 'title' | 'content' | 'excerpt' | 'meta'> & {
    readonly revision?: number | undefined;
    readonly window?: string | undefined;
  },
  post: Post,
): Promise<ItemAnswer> {
  const {
    actor,
    site: {
      content: { database },
    },
  } = request;
  if (
    windowId === undefined &&
    post.status === 'draft' &&
    actor?.id === post.authorId &&
    !(await isLockedByOther(request, post))
  ) {
    await updateByRest(
      request,
      postTypeNamed(post.type),
      { ...sent, revision } as Parameters<typeof updateByRest>[2],
      post,
    );
    return { kind: 'item', item: await draftItem(request, post.id) };
  }
  const { title, content, excerpt } = sent;
  const texts = { id: post.id, ...defined({ title, content, excerpt }) };
  const ahead = await cleanPostAhead(request.site.content, actor, texts);
  const input = {
    ...texts,
    ...defined({ meta: postMetaInput(post.type, sent.meta), began: revision, windowId }),
  };
  const id = await database
    .write((tx) => autosavePost(tx, actor, input, ahead))
    .catch((error: unknown) => Promise.reject(inWordsOfRest(error)));
  if (id === undefined) {
    throw new BroadsheetError(
      400,
      'rest_autosave_no_changes',
      'There is nothing to save. The autosave and the post content are the same.',
    );
  }
  return {
    kind: 'item',
    item: await itemOf(request, await revisionOfPost(request, post, id, 'autosave'), post, 'edit'),
  };
}

async function isLockedByOther({ actor, site }: RestRequest, { id }: Post): Promise<boolean> {
  const lock = (await findLocks(site.content.database.read, [id])).get(id);
  return lock !== undefined && lock.userId !== actor?.id;
}

/** A draft in the shape of an autosave, under its own id. */
async function draftItem(request: RestRequest, id: number): Promise<RestItem> {
  const { read } = request.site.content.database;
  const post = await findPost(read, id);
  if (!post) throw noPost();
  const revision: Revision = {
    id,
    postId: id,
    authorId: post.authorId,
    kind: 'autosave',
    title: post.title,
    excerpt: post.excerpt,
    content: post.content,
    createdAt: post.modifiedAt,
    footnotes: await findFootnotes(read, id),
    postRevision: 0,
  };
  return itemOf(request, revision, post, 'edit');
}

async function remove(
  request: RestRequest,
  force: boolean | undefined,
  { post, id }: Named,
  kind: RevisionKind | undefined,
): Promise<RemovedAnswer> {
  const revision = await revisionOfPost(request, post, id, kind);
  if (!force)
    throw new BroadsheetError(
      501,
      'rest_trash_not_supported',
      "Revisions do not support trashing. Set 'force=true' to delete.",
    );
  const previous = await itemOf(request, revision, post, 'edit');
  await request.site.content.database.write((tx) => deleteRevision(tx, request.actor, { id }));
  return { kind: 'removed', previous };
}

/** Restores a revision or autosave; the replaced texts become a revision. */
async function restore(
  request: RestRequest,
  { revision: sent }: z.output<z.ZodObject<typeof fromRevision>>,
  { post, id }: Named,
): Promise<ItemAnswer> {
  const {
    actor,
    site: {
      content: { database },
    },
  } = request;
  const { title, content, excerpt } = await revisionOfPost(request, post, id, undefined);
  const ahead = await prepareRevisionAhead(request.site.content, actor, { id });
  await database
    .write((tx) => restoreRevision(tx, actor, { id }, fromOf(request, sent), ahead))
    .catch(async (error: unknown) => {
      throw error instanceof StaleError
        ? await staleOfPost(request, error, { title, content, excerpt }, post.id)
        : error;
    });
  return answerPost(request, post.id);
}

async function revisionOfPost(
  { site }: RestRequest,
  post: Post,
  id: number,
  kind: RevisionKind | undefined,
): Promise<Revision> {
  const revision = await findRevision(site.content.database.read, id);
  if (kind === 'autosave' && (revision?.kind !== kind || revision.postId !== post.id)) {
    throw new NotFoundError('There is no autosave revision for this post.', 'rest_post_no_autosave');
  }
  if (!revision) throw new NotFoundError('Invalid revision ID.', 'rest_post_invalid_id');
  if (revision.postId !== post.id) {
    throw new NotFoundError(
      `The revision does not belong to the specified parent with id of "${post.id}"`,
      'rest_revision_parent_id_mismatch',
    );
  }
  return revision;
}

async function itemOf(
  request: RestRequest,
  revision: Revision,
  post: Post,
  shownIn: Context,
): Promise<RestItem> {
  const isRendered = shownIn !== 'embed' && wantsField(request.fields, 'content', 'rendered');
  const content = isRendered ? await request.site.renderText(post, revision.content) : '';
  const isBegun =
    shownIn === 'edit' &&
    revision.kind === 'autosave' &&
    revision.postRevision > 0 &&
    wantsField(request.fields, 'base');
  const base = isBegun
    ? await findTextsAt(request.site.content.database.read, post.id, revision.postRevision)
    : undefined;
  return presentRevision(request, { revision, post, content, base }, shownIn);
}
