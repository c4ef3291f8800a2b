import { z } from 'zod';
import { InvalidInputError, NotFoundError, UnauthorizedError } from '../../../lib/errors.ts';
import { countComments, findCommentAccess, listComments } from '../../../content/comments/public-list.ts';
import type { CommentFilter, CommentOrder } from '../../../content/comments/public-list.ts';
import { loadCommentItems } from './load-items.ts';
import { choiceParam, collectionParams, dateParam, idsParam } from './params.ts';
import { momentOf, readingContext } from './post-collection.ts';
import { capturedId, refusedCollection, refusedItem, restRoute } from './rest-route.ts';
import type { RestRequest } from './rest-route.ts';

const params = z.object({
  ...collectionParams,
  after: dateParam(),
  before: dateParam(),
  orderby: choiceParam(['date', 'date_gmt', 'id', 'include', 'post', 'parent', 'type'], 'date_gmt'),
  parent: idsParam(),
  parent_exclude: idsParam(),
  post: idsParam(),
});
const itemParams = z.object({ context: collectionParams.context });

/** Parameters for moderators, and the values of them that anyone may send. */
const moderators: Readonly<Record<string, string | undefined>> = { author: undefined, author_exclude: undefined, author_email: undefined, type: 'comment', status: 'approve' };
const orders: Readonly<Record<string, CommentOrder>> = { date: 'created_at', date_gmt: 'created_at', id: 'id', include: 'given', post: 'post_id', parent: 'parent_id', type: 'created_at' };

function refuseModeratorParams(request: RestRequest): void {
  const sent = Object.entries(moderators).filter(([name, open]) => request.query.has(name) && (open === undefined || request.query.get(name) !== open)).map(([name]) => name);
  if (sent.length > 0) throw new UnauthorizedError(`Query parameter not permitted: ${sent.join(', ')}`, 'rest_forbidden_param');
}

/** `/wp/v2/comments`: approved ones on listed posts. */
export const wpV2Comments = restRoute({
  path: '/wp/v2/comments',
  params,
  refused: refusedCollection('Sorry, you must be logged in to comment.', 'rest_comment_login_required'),
  get: async (request, sent) => {
    const context = readingContext(sent.context, 'Sorry, you are not allowed to edit comments.');
    refuseModeratorParams(request);
    if (sent.orderby === 'include' && !sent.include) throw new InvalidInputError('You need to define an include parameter to order by include.', 'rest_orderby_include_missing_include');
    const { read } = request.site.content.database;
    const filter: CommentFilter = {
      ids: sent.include, excludeIds: sent.exclude, postIds: sent.post, parentIds: sent.parent, excludeParentIds: sent.parent_exclude, search: sent.search,
      after: momentOf(request, sent.after), before: momentOf(request, sent.before),
    };
    const total = await request.site.totals.get(`comments:${JSON.stringify(filter)}`, () => countComments(read, filter));
    const limit = sent.per_page;
    const offset = sent.offset ?? (sent.page - 1) * limit;
    const comments = offset >= total ? [] : await listComments(read, { ...filter, order: orders[sent.orderby] ?? 'created_at', descending: sent.order === 'desc', limit, offset });
    return { kind: 'collection', items: await loadCommentItems(request, comments, context), total, perPage: limit, page: sent.page };
  },
});

/** `/wp/v2/comments/{id}` */
export const wpV2Comment = restRoute({
  path: '/wp/v2/comments/(?P<id>[\\d]+)',
  params: itemParams,
  refused: refusedItem('Sorry, you are not allowed to edit this comment.', 'Sorry, you are not allowed to delete this comment.'),
  get: async (request, sent, captured) => {
    const context = readingContext(sent.context, 'Sorry, you are not allowed to edit comments.');
    const { read } = request.site.content.database;
    const id = capturedId(captured);
    const access = await findCommentAccess(read, id);
    if (!access) throw new NotFoundError('Invalid comment ID.', 'rest_comment_invalid_id');
    if (!access.postListed) throw new UnauthorizedError('Sorry, you are not allowed to read the post for this comment.', 'rest_cannot_read_post');
    const [comment] = access.approved ? await listComments(read, { ids: [id], order: 'id', descending: false, limit: 1, offset: 0 }) : [];
    if (!comment) throw new UnauthorizedError('Sorry, you are not allowed to read this comment.', 'rest_cannot_read');
    const [item] = await loadCommentItems(request, [comment], context);
    if (!item) throw new NotFoundError('Invalid comment ID.', 'rest_comment_invalid_id');
    return { kind: 'item', item };
  },
});
