import { z } from 'zod';
import { commentStatuses } from '../../modules/comments/model.ts';
import type { CommentStatus } from '../../modules/comments/model.ts';
import { countComments, filterComments, findCommentAccess } from '../../modules/comments/comment-lists.ts';
import type { CommentFilter, CommentOrder } from '../../modules/comments/comment-lists.ts';
import { deleteComments, editComments, mayModerate } from '../../modules/comments/policy.ts';
import { findComment as storedComment } from '../../modules/comments/reader.ts';
import { InvalidInputError, NotFoundError } from '../../lib/errors.ts';
import { findPost } from '../../modules/posts/reader.ts';
import { hasPage } from '../../modules/posts/policy.ts';
import { commentResource } from './comment-resource.ts';
import { loadCommentItems } from './present-post.ts';
import { dateParam, momentOf, refuseUnless } from '../../kernel/http/rest/query-params.ts';
import {
  choiceParam,
  collectionParams,
  flagParam,
  idsParam,
  itemParams,
  readParams,
  textParam,
  wordParam,
} from '../../kernel/http/rest/params.ts';
import type { Permission } from '../../kernel/permission.ts';
import { isPasswordOf, passwordParam } from './post-password-param.ts';
import { manyOf, newOf, oneOf, trashedOf } from '../../kernel/http/rest/rest-reply.ts';
import type { CollectionAnswer, ItemAnswer } from '../../kernel/http/rest/rest-reply.ts';
import type { RestRequest } from '../../kernel/http/rest/rest-request.ts';
import { itemRoute, method, restRoute } from '../../kernel/http/rest/rest-route.ts';
import {
  changeArguments,
  createArguments,
  createByRest,
  deleteArguments,
  deleteByRest,
  findComment,
  updateByRest,
} from './write-comment.ts';
import type { FoundComment } from './write-comment.ts';

const params = z.object({
  ...collectionParams,
  after: dateParam(),
  author: idsParam(),
  author_exclude: idsParam(),
  author_email: textParam('email'),
  before: dateParam(),
  broadsheet_reported: flagParam(),
  orderby: choiceParam(['date', 'date_gmt', 'id', 'include', 'post', 'parent', 'type'], 'date_gmt'),
  parent: idsParam(),
  parent_exclude: idsParam(),
  password: passwordParam(),
  post: idsParam(),
  status: wordParam('approve'),
  type: wordParam('comment'),
});
type Params = z.output<typeof params>;
const oneParams = z.object({ context: itemParams.context, password: passwordParam() });

const commentTypes = ['comment', 'pingback', 'trackback'] as const;

/** Values of `status` and `type` for callers with more access than visitors. */
const moderated = z.object({
  type: choiceParam([...commentTypes, 'all'], 'comment'),
  status: choiceParam(['approve', ...commentStatuses, 'all'], 'approve'),
});
const orders: Readonly<Record<string, CommentOrder>> = {
  date: 'created_at',
  date_gmt: 'created_at',
  id: 'id',
  include: 'given',
  post: 'post_id',
  parent: 'parent_id',
  type: 'created_at',
};

/** A moderator's filters. Throws for other callers, except for values that visitors may use. */
function moderatedFilter({ actor }: RestRequest, sent: Params): CommentFilter {
  const requested = {
    author: sent.author,
    author_exclude: sent.author_exclude,
    author_email: sent.author_email,
    type: sent.type === 'comment' ? undefined : sent.type,
    status: sent.status === 'approve' ? undefined : sent.status,
    broadsheet_reported: sent.broadsheet_reported || undefined,
  };
  const names = Object.entries(requested)
    .filter(([, value]) => value !== undefined)
    .map(([name]) => name);
  refuseUnless(actor, names.length === 0 || mayModerate(actor), {
    message: `Query parameter not permitted: ${names.join(', ')}`,
    code: 'rest_forbidden_param',
    capability: moderates,
  });
  if (!mayModerate(actor)) return {};
  const { type, status } = readParams(moderated, new Map(Object.entries(requested)));
  return {
    among: { statuses: statusesOf(status), types: type === 'all' ? commentTypes : [type] },
    userIds: sent.author,
    excludeUserIds: sent.author_exclude,
    authorEmail: sent.author_email,
    reported: requested.broadsheet_reported,
  };
}

/** `all` means approved and held, as in WordPress. */
function statusesOf(status: CommentStatus | 'approve' | 'all'): readonly CommentStatus[] {
  if (status === 'all') return ['approved', 'hold'];
  return [status === 'approve' ? 'approved' : status];
}

const moderates = 'moderate_comments';
const edit: Permission<unknown> = {
  code: 'rest_forbidden_context',
  message: 'Sorry, you are not allowed to edit comments.',
  capability: moderates,
  test: mayModerate,
};

const signedIn: Permission<unknown> = {
  code: 'rest_comment_login_required',
  message: 'Sorry, you must be logged in to comment.',
  capability: undefined,
  test: () => true,
};

const existingComment = { code: 'rest_comment_exists', message: 'Cannot create existing comment.' };

/** `/wp/v2/comments`: approved ones on listed posts; all for moderators. */
export const wpV2Comments = restRoute({
  path: '/wp/v2/comments',
  methods: {
    GET: method({ params, reply: manyOf(commentResource), edit, run: list }),
    POST: method({
      params: createArguments,
      refusedId: existingComment,
      reply: newOf(commentResource),
      may: signedIn,
      run: createByRest,
    }),
  },
});

async function list(request: RestRequest, sent: Params): Promise<CollectionAnswer> {
  const chosen = moderatedFilter(request, sent);
  if (sent.orderby === 'include' && !sent.include) {
    throw new InvalidInputError(
      'You need to define an include parameter to order by include.',
      'rest_orderby_include_missing_include',
    );
  }
  const { read } = request.site.content.database;
  const filter: CommentFilter = {
    ...chosen,
    unlockedPostIds: await unlockedPosts(request, sent.post, sent.password),
    ids: sent.include,
    excludeIds: sent.exclude,
    postIds: sent.post,
    parentIds: sent.parent,
    excludeParentIds: sent.parent_exclude,
    search: sent.search,
    after: momentOf(request, sent.after),
    before: momentOf(request, sent.before),
  };
  const total = await countComments(read, filter);
  const limit = sent.per_page;
  const offset = sent.offset ?? (sent.page - 1) * limit;
  const comments =
    offset >= total
      ? []
      : await filterComments(read, {
          ...filter,
          order: orders[sent.orderby] ?? 'created_at',
          descending: sent.order === 'desc',
          limit,
          offset,
        });
  return {
    kind: 'collection',
    items: await loadCommentItems(request, comments, sent.context),
    total,
    perPage: limit,
    page: sent.page,
  };
}

/** The protected posts among these whose password was sent; throws for a wrong one. */
async function unlockedPosts(
  request: RestRequest,
  ids: readonly number[] | undefined,
  password: string | undefined,
): Promise<readonly number[] | undefined> {
  if (password === undefined || ids === undefined) return undefined;
  const { read } = request.site.content.database;
  const posts = (await Promise.all(ids.slice(0, maxUnlocked).map((id) => findPost(read, id)))).filter(
    (post) => post?.isProtected && hasPage(post),
  );
  const unlocked = posts.flatMap((post) => (post && isPasswordOf(request, post, password) ? [post.id] : []));
  refuseUnless(request.actor, unlocked.length === posts.length, {
    message: 'Sorry, you are not allowed to read the post for this comment.',
    code: 'rest_cannot_read_post',
    capability: moderates,
  });
  return unlocked;
}

/** Posts per request on which a password is tried. */
const maxUnlocked = 10;

const update = method({
  params: changeArguments,
  reply: oneOf(commentResource),
  may: editComments,
  run: updateByRest,
});

export const wpV2Comment = itemRoute({
  path: '/wp/v2/comments/(?P<id>[\\d]+)',
  find: findComment,
  methods: {
    GET: method({ params: oneParams, reply: oneOf(commentResource), edit, run: get }),
    POST: update,
    PUT: update,
    PATCH: update,
    DELETE: method({
      params: deleteArguments,
      reply: trashedOf(commentResource),
      may: deleteComments,
      run: deleteByRest,
    }),
  },
});

async function get(
  request: RestRequest,
  sent: z.output<typeof oneParams>,
  { id, mayChange, isTheirs }: FoundComment,
): Promise<ItemAnswer> {
  const { actor } = request;
  const seesAll = mayChange || isTheirs;
  const { read } = request.site.content.database;
  const access = await findCommentAccess(read, id);
  if (!access) throw noComment();
  const unlockedPostIds = access.postListed
    ? undefined
    : await unlockedPosts(request, [access.postId], sent.password);
  refuseUnless(actor, mayChange || access.postListed || (unlockedPostIds?.length ?? 0) > 0, {
    message: 'Sorry, you are not allowed to read the post for this comment.',
    code: 'rest_cannot_read_post',
    capability: moderates,
  });
  const one = { ids: [id], unlockedPostIds, order: 'id', descending: false, limit: 1, offset: 0 } as const;
  const [shown] = access.approved && !seesAll ? await filterComments(read, one) : [];
  const comment = seesAll ? await storedComment(read, id) : shown;
  refuseUnless(actor, comment !== undefined, {
    message: 'Sorry, you are not allowed to read this comment.',
    code: 'rest_cannot_read',
    capability: moderates,
  });
  const [item] = comment ? await loadCommentItems(request, [comment], sent.context) : [];
  if (!item) throw noComment();
  return { kind: 'item', item };
}

const noComment = () => new NotFoundError('Invalid comment ID.', 'rest_comment_invalid_id');
