import { z } from 'zod';
import { InvalidInputError, NotFoundError, UnauthorizedError } from '../../../lib/errors.ts';
import { findPost } from '../../../content/posts/reader.ts';
import { findVisiblePosts } from '../../../content/posts/find-visible.ts';
import { countFiltered, listFilteredIds } from '../../../content/posts/list-filtered.ts';
import type { PostFilter, FilteredOrder } from '../../../content/posts/list-filtered.ts';
import { isPublic } from '../../../content/posts/policy.ts';
import { loadPostItems } from './load-items.ts';
import { loadPostParts } from './load-posts.ts';
import { choiceParam, collectionParams, dateParam, idsParam, wordsParam } from './params.ts';
import type { SentDate } from './params.ts';
import { presentPost } from './present-post.ts';
import { InvalidParamsError } from './rest-errors.ts';
import { capturedId } from './rest-route.ts';
import type { RestAnswer, RestRequest } from './rest-route.ts';
import { fromLocal } from '../../../lib/site-time.ts';

/** Parameters that posts, pages and media share. */
export const postParams = {
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
};

const postParamsSchema = z.object(postParams);
type PostParams = z.output<typeof postParamsSchema>;

/** Matches of a search that are looked at, as many as the search ranks. */
const mostMatches = 500;

const columns: Readonly<Partial<Record<PostParams['orderby'], FilteredOrder>>> = {
  author: 'author_id', date: 'published_at', id: 'id', modified: 'modified_at', parent: 'parent_id', slug: 'slug', title: 'title', menu_order: 'menu_order',
};

/** A moment that a client sent, in milliseconds. */
export function momentOf(request: RestRequest, date: SentDate | undefined): number | undefined {
  return date && (date.isLocal ? fromLocal(date.milliseconds, request.settings.timezone_string) : date.milliseconds);
}

/** Visitors read in the contexts `view` and `embed`. */
export function readingContext(context: 'view' | 'embed' | 'edit', message: string): 'view' | 'embed' {
  if (context === 'edit') throw new UnauthorizedError(message, 'rest_forbidden_context');
  return context;
}

const cantEdit = 'Sorry, you are not allowed to edit posts in this post type.';
const statuses = new Set(['publish', 'future', 'draft', 'pending', 'private', 'trash', 'auto-draft', 'inherit', 'request-pending', 'request-confirmed', 'request-failed', 'request-completed', 'any']);

function checkStatus(wanted: readonly string[] | undefined, allowed: string): void {
  const unknown = wanted?.findIndex((status) => !statuses.has(status)) ?? -1;
  if (unknown >= 0) throw new InvalidParamsError({ status: { code: 'rest_not_in_enum', message: `status[${unknown}] is not one of ${[...statuses].join(', ')}.` } });
  if (wanted?.some((status) => status !== allowed)) {
    throw new InvalidParamsError({ status: { code: 'rest_forbidden_status', message: 'Status is forbidden.', data: { status: 401 } } });
  }
}

/** Lists readable posts of one type. `more` narrows by what only that type has. */
export async function listPosts(request: RestRequest, params: PostParams, more: PostFilter): Promise<RestAnswer> {
  const context = readingContext(params.context, cantEdit);
  checkStatus(params.status, more.type === 'attachment' ? 'inherit' : 'publish');
  if (params.orderby === 'relevance' && !params.search) throw new InvalidInputError('You need to define a search term to order by relevance.', 'rest_no_search_term_defined');
  if (params.orderby === 'include' && !params.include) throw new InvalidInputError('You need to define an include parameter to order by include.', 'rest_orderby_include_missing_include');
  const { read } = request.site.content.database;
  const filter: PostFilter = {
    ...more,
    ...(more.type === 'attachment' ? { ids: params.include, titleSearch: params.search } : { ids: await wantedIds(request, params, more.type) }),
    excludeIds: params.exclude,
    slugs: params.slug,
    authorIds: params.author,
    excludeAuthorIds: params.author_exclude,
    after: momentOf(request, params.after),
    before: momentOf(request, params.before),
    modifiedAfter: momentOf(request, params.modified_after),
    modifiedBefore: momentOf(request, params.modified_before),
  };
  const total = await request.site.totals.get(`posts:${JSON.stringify(filter)}`, () => countFiltered(read, filter));
  const { per_page: limit, page } = params;
  const offset = params.offset ?? (page - 1) * limit;
  if (params.offset === undefined && page > 1 && total > 0 && offset >= total) {
    throw new InvalidInputError('The page number requested is larger than the number of pages available.', 'rest_post_invalid_page_number');
  }
  const given = filter.ids !== undefined && (params.orderby === 'include' || params.orderby === 'relevance');
  const order = given ? 'given' : columns[params.orderby] ?? (params.slug ? 'slug' : 'published_at');
  const ids = offset >= total ? [] : await listFilteredIds(read, { ...filter, order, descending: params.order === 'desc', limit, offset });
  const items = await loadPostItems(request, ids, context);
  return { kind: 'collection', items: ids.map((id) => items.get(id)).filter((item) => item !== undefined), total, perPage: limit, page };
}

/** Ids that `include` and `search` leave, in the order of `include` or of relevance; undefined: all. */
async function wantedIds(request: RestRequest, { include, search, orderby }: PostParams, type: string): Promise<readonly number[] | undefined> {
  if (!search) return include;
  const matches = (await request.site.content.search.find({ query: search, types: [type], limit: mostMatches })).ids;
  if (!include) return matches;
  return orderby === 'relevance' ? matches.filter((id) => include.includes(id)) : include.filter((id) => matches.includes(id));
}

/** Parameters of one post. */
export const postItemParams = z.object({ context: collectionParams.context });

/** One post of a type. Of what visitors may not read they learn that it is there, as in WordPress, and nothing else. */
export async function getPost(request: RestRequest, captured: Readonly<Record<string, string>>, type: string, params: z.output<typeof postItemParams>): Promise<RestAnswer> {
  const context = readingContext(params.context, 'Sorry, you are not allowed to edit this post.');
  const { read } = request.site.content.database;
  const post = await findPost(read, capturedId(captured));
  if (!post || post.type !== type) throw new NotFoundError('Invalid post ID.', 'rest_post_invalid_id');
  const readable = type === 'attachment' ? (await findVisiblePosts(read, [post.id])).has(post.id) : isPublic(post);
  if (!readable) throw new UnauthorizedError('Sorry, you are not allowed to do that.', 'rest_forbidden');
  const [parts] = await loadPostParts(request, [post], context);
  if (!parts) throw new NotFoundError('Invalid post ID.', 'rest_post_invalid_id');
  return {
    kind: 'item',
    item: presentPost(request, parts, context),
    headers: { link: `<${request.site.content.siteUrl}/wp-json/>; rel="https://api.w.org/", <${parts.link}>; rel="alternate"; type=text/html` },
  };
}
