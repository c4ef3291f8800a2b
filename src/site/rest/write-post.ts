import { z } from 'zod';
import { preparePostAhead } from '../../modules/posts/prepare-text.ts';
import {
  createPost,
  updatePost,
  trashPost,
  restorePost,
  deletePost,
} from '../../modules/posts/post-commands.ts';
import { deletePosts, editPosts } from '../../modules/posts/policy.ts';
import type { Post } from '../../modules/posts/model.ts';
import { postToChange } from '../../modules/posts/check-post.ts';
import { findPost } from '../../modules/posts/reader.ts';
import type { PostType } from '../../modules/types/model.ts';
import { defined } from '../../lib/records.ts';
import {
  BroadsheetError,
  ConflictError,
  InvalidInputError,
  NotFoundError,
  StaleError,
} from '../../lib/errors.ts';
import type { ofWindow } from '../../kernel/http/rest/from-revision.ts';
import { fromRevision, revisionOf, staleReply } from '../../kernel/http/rest/from-revision.ts';
import { loadPostParts } from './load-posts.ts';
import { offParam } from '../../kernel/http/rest/params.ts';
import type { SentPost } from './post-arguments.ts';
import { postBase } from '../../modules/types/model.ts';
import { postInput } from './post-sent.ts';
import { presentPost } from './present-post.ts';
import { faultsOfParams } from '../../kernel/http/rest/rest-errors.ts';
import type { ItemAnswer, RemovedAnswer, RestItem } from '../../kernel/http/rest/rest-reply.ts';
import { restUrl } from '../../kernel/http/rest/rest-request.ts';
import type { RestRequest } from '../../kernel/http/rest/rest-request.ts';

export const deleteArguments = z.object({ force: offParam(), ...fromRevision });

type SentChange = SentPost & z.output<z.ZodObject<typeof fromRevision & typeof ofWindow>>;

/** Creates a post of a type: 201 with its address. */
export async function createByRest(
  request: RestRequest,
  type: PostType,
  sent: SentPost,
): Promise<ItemAnswer> {
  const {
    actor,
    site: {
      content: { database },
    },
  } = request;
  const ahead = await preparePostAhead(request.site.content, actor, { type: type.name, ...textOf(sent) });
  const create = () =>
    database.write(async (tx) => {
      const { title = '', ...input } = await postInput(tx, request, type, sent, undefined);
      return createPost(tx, actor, { type: type.name, title, ...input }, ahead);
    });
  const id = await againWithoutGoneTerms(create).catch((error: unknown) =>
    Promise.reject(inWordsOfRest(error)),
  );
  return {
    ...(await answerPost(request, id)),
    headers: { location: restUrl(request, `${postBase(type)}/${id}`) },
  };
}

/** Changes the sent fields only. A sent status restores a post from the trash. */
export async function updateByRest(
  request: RestRequest,
  type: PostType,
  { revision, window: windowId, ...sent }: SentChange,
  { id }: Post,
): Promise<ItemAnswer> {
  const {
    actor,
    site: {
      content: { database },
    },
  } = request;
  const ahead = await preparePostAhead(request.site.content, actor, { id, ...textOf(sent) });
  const update = () =>
    database.write(async (tx) => {
      const { post: stored } = await postToChange(tx, actor, id, editPosts);
      const from = revisionOf(request, revision, stored.revision);
      const input = { id, ...defined({ windowId }), ...(await postInput(tx, request, type, sent, stored)) };
      const returns = stored.status === 'trash' && sent.status !== undefined;
      if (returns) await restorePost(tx, actor, { id }, from);
      await updatePost(tx, actor, input, returns ? from + 1 : from, ahead);
    });
  await againWithoutGoneTerms(update).catch(async (error: unknown) => {
    throw error instanceof StaleError ? await staleOfPost(request, error, sent, id) : inWordsOfRest(error);
  });
  return answerPost(request, id);
}

/** Repeats a write during which a term was deleted: its id is now unknown, and ignored. */
async function againWithoutGoneTerms<Written>(write: () => Promise<Written>): Promise<Written> {
  return write().catch((error: unknown) =>
    error instanceof InvalidInputError && 'termIds' in error.fields ? write() : Promise.reject(error),
  );
}

/** Moves a post to the trash, or deletes it permanently with `force`. */
export async function deleteByRest(
  request: RestRequest,
  { force, revision }: z.output<typeof deleteArguments>,
  post: Post,
): Promise<ItemAnswer | RemovedAnswer> {
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
      const { post: stored } = await postToChange(tx, actor, id, deletePosts);
      await (force ? deletePost : trashPost)(
        tx,
        actor,
        { id },
        revisionOf(request, revision, stored.revision),
      );
    })
    .catch(async (error: unknown) =>
      Promise.reject(
        error instanceof StaleError ? await staleOfPost(request, error, null, id) : trashedAsGone(error),
      ),
    );
  return force ? { kind: 'removed', previous } : answerPost(request, id);
}

const textOf = ({ status, content }: SentPost) => ({
  ...(status === undefined ? {} : { status }),
  ...(content === undefined ? {} : { content }),
});

export async function answerPost(request: RestRequest, id: number): Promise<ItemAnswer> {
  const post = await findPost(request.site.content.database.read, id);
  if (!post) throw noPost(); // deleted by another user in the meantime
  return { kind: 'item', item: await itemOfPost(request, post) };
}

export async function itemOfPost(request: RestRequest, post: Post): Promise<RestItem> {
  const [parts] = await loadPostParts(request, [post], 'edit');
  if (!parts) throw noPost();
  return presentPost(request, parts, 'edit');
}

/** 409 with both sides: the sent fields and the stored post. */
export async function staleOfPost(
  request: RestRequest,
  error: StaleError,
  mine: unknown,
  id: number,
): Promise<BroadsheetError> {
  const post = await findPost(request.site.content.database.read, id);
  return staleReply(error, mine, post && (await itemOfPost(request, post)).body);
}

export const noPost = () => new NotFoundError('Invalid post ID.', 'rest_post_invalid_id');

/** 410 for a post that is in the trash already, as in WordPress. */
function trashedAsGone(error: unknown): unknown {
  return error instanceof ConflictError && error.code === 'rest_already_trashed'
    ? new BroadsheetError(410, error.code, error.message)
    : error;
}

const names = {
  authorIds: 'author',
  featuredMediaId: 'featured_media',
  parentId: 'parent',
  menuOrder: 'menu_order',
  publishedAt: 'date',
  commentStatus: 'comment_status',
  pingStatus: 'ping_status',
  customFields: 'broadsheet',
  windowId: 'window',
};
const codes: Readonly<Record<string, string>> = {
  authorIds: 'rest_invalid_author',
  featuredMediaId: 'rest_invalid_featured_media',
  parentId: 'rest_post_invalid_id',
  sticky: 'rest_invalid_field',
};

/** Converts a command's field errors to WordPress' errors. */
export function inWordsOfRest(error: unknown): unknown {
  if (!(error instanceof InvalidInputError)) return error;
  const [field, ...others] = Object.keys(error.fields);
  const code = field === undefined || others.length > 0 ? undefined : codes[field];
  return code === undefined ? faultsOfParams(error, names) : new InvalidInputError(error.message, code);
}
