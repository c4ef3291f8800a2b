import { z } from 'zod';
import { mediaToChange } from '../../modules/media/media-input.ts';
import { uploadFiles, replaceFiles } from '../../modules/media/policy.ts';
import { updateMedia, deleteMedia } from '../../modules/media/media-commands.ts';
import { uploadMedia, replaceFile } from '../../modules/media/upload-commands.ts';
import { deletePosts, editPosts } from '../../modules/posts/policy.ts';
import type { Post } from '../../modules/posts/model.ts';
import { BroadsheetError, StaleError } from '../../lib/errors.ts';
import { defined } from '../../lib/records.ts';
import { awaitSizes } from '../../modules/media/rest/await-sizes.ts';
import { fromRevision, revisionOf, fromOf } from '../../kernel/http/rest/from-revision.ts';
import { mediaArguments } from './media-arguments.ts';
import type { SentMedia } from './media-arguments.ts';
import type { FileResource } from './post-resource.ts';
import { postWrites } from './present-post.ts';
import { publishedAtOf } from './post-sent.ts';
import { faultsOfParams, existingPost } from '../../kernel/http/rest/rest-errors.ts';
import { goneOf, newOf, oneOf } from '../../kernel/http/rest/rest-reply.ts';
import type { ItemAnswer, RemovedAnswer } from '../../kernel/http/rest/rest-reply.ts';
import { restUrl } from '../../kernel/http/rest/rest-request.ts';
import type { RestRequest } from '../../kernel/http/rest/rest-request.ts';
import { method, itemRoute } from '../../kernel/http/rest/rest-route.ts';
import { answerPost, deleteArguments, itemOfPost, staleOfPost } from './write-post.ts';
import type { PostType } from '../../modules/types/model.ts';

const written = z.object(mediaArguments);

async function upload(request: RestRequest, sent: SentMedia): Promise<ItemAnswer> {
  const {
    actor,
    file,
    site: {
      dataDir,
      content: { database },
    },
  } = request;
  if (!file || file.bytes === 0) throw new BroadsheetError(400, 'rest_upload_no_data', 'No data supplied.');
  const { name, ...bytes } = file;
  const { id } = await uploadMedia({ database, dataDir }, actor, {
    name,
    bytes,
    ...inputOf(request, sent, undefined),
  }).catch((error: unknown) => Promise.reject(inWordsOfRest(error)));
  await awaitSizes(request, id);
  return {
    ...(await answerPost(request, id)),
    headers: { location: restUrl(request, `/wp/v2/media/${id}`) },
  };
}

async function update(
  request: RestRequest,
  { revision, ...sent }: SentMedia & z.output<z.ZodObject<typeof fromRevision>>,
  post: Post,
): Promise<ItemAnswer> {
  const { id } = post;
  const {
    actor,
    site: {
      content: { database },
    },
  } = request;
  await database
    .write(async (tx) => {
      const { media } = await mediaToChange(tx, actor, id, editPosts);
      const { slug, ...input } = inputOf(request, sent, post);
      const changed = slug === undefined || slug === media.slug ? {} : { slug };
      await updateMedia(
        tx,
        actor,
        { id, ...input, ...changed },
        revisionOf(request, revision, media.revision),
      );
    })
    .catch(async (error: unknown) =>
      Promise.reject(
        error instanceof StaleError ? await staleOfPost(request, error, sent, id) : inWordsOfRest(error),
      ),
    );
  return answerPost(request, id);
}

/** Deletes a file permanently, since files have no trash. */
async function remove(
  request: RestRequest,
  { force, revision }: z.output<typeof deleteArguments>,
  post: Post,
): Promise<RemovedAnswer> {
  if (!force)
    throw new BroadsheetError(
      501,
      'rest_trash_not_supported',
      "The post does not support trashing. Set 'force=true' to delete.",
    );
  const {
    actor,
    site: {
      content: { database },
    },
  } = request;
  const { id } = post;
  const previous = await itemOfPost(request, post);
  await database
    .write(async (tx) => {
      const { media } = await mediaToChange(tx, actor, id, deletePosts);
      await deleteMedia(tx, actor, { id }, revisionOf(request, revision, media.revision));
    })
    .catch(async (error: unknown) =>
      Promise.reject(error instanceof StaleError ? await staleOfPost(request, error, null, id) : error),
    );
  return { kind: 'removed', previous };
}

function inputOf(
  request: RestRequest,
  {
    date,
    date_gmt: utc,
    alt_text: alt,
    comment_status: commentStatus,
    ping_status: pingStatus,
    author: authorId,
    post: parentId,
    folder: folderId,
    featured_media: posterId,
    focal_point: focus,
    meta: _ignored,
    ...texts
  }: SentMedia,
  stored: Post | undefined,
) {
  const focal = focus && { focalX: Math.round(focus.x * 1000), focalY: Math.round(focus.y * 1000) };
  return defined({
    ...texts,
    ...focal,
    alt,
    commentStatus,
    pingStatus,
    authorId,
    parentId,
    folderId,
    posterId,
    publishedAt: publishedAtOf(request, { date, date_gmt: utc, status: 'inherit' }, stored),
  });
}

const names = {
  alt: 'alt_text',
  parentId: 'post',
  authorId: 'author',
  commentStatus: 'comment_status',
  pingStatus: 'ping_status',
  name: 'file',
  focalX: 'focal_point',
  focalY: 'focal_point',
  publishedAt: 'date',
  folderId: 'folder',
  posterId: 'featured_media',
};
const inWordsOfRest = (error: unknown) => faultsOfParams(error, names);

export function mediaCollectionWrites(resource: FileResource) {
  return {
    POST: method({
      params: written,
      body: 'file',
      refusedId: existingPost,
      reply: newOf(resource),
      may: uploadFiles,
      run: upload,
    }),
  } as const;
}
export function mediaWrites(resource: FileResource) {
  const change = method({
    ...postWrites.PATCH,
    params: written.extend(fromRevision),
    reply: oneOf(resource),
    run: update,
  });
  return {
    POST: change,
    PUT: change,
    PATCH: change,
    DELETE: method({ ...postWrites.DELETE, params: deleteArguments, reply: goneOf(resource), run: remove }),
  } as const;
}

const params = z.object(fromRevision);

async function replace(
  request: RestRequest,
  { revision }: z.output<typeof params>,
  { id }: Post,
): Promise<ItemAnswer> {
  const {
    actor,
    file,
    site: {
      dataDir,
      content: { database },
    },
  } = request;
  if (!file || file.bytes === 0) throw new BroadsheetError(400, 'rest_upload_no_data', 'No data supplied.');
  await replaceFile({ database, dataDir }, actor, { id, bytes: file }, fromOf(request, revision)).catch(
    async (error: unknown) =>
      Promise.reject(error instanceof StaleError ? await staleOfPost(request, error, null, id) : error),
  );
  return answerPost(request, id);
}

/** `/broadsheet/v1/media/{id}/file`: an upload replaces a file at the same address. WordPress has no route for that. */
export function mediaFileRoute(
  { restBase = 'media' }: PostType,
  resource: FileResource,
  find: (request: RestRequest, captured: Readonly<Record<string, string>>) => Promise<Post>,
) {
  return itemRoute({
    path: `/broadsheet/v1/${restBase}/(?P<id>[\\d]+)/file` as const,
    find,
    methods: {
      POST: method({ params, reply: oneOf(resource), body: 'file', may: replaceFiles, run: replace }),
    },
  });
}
