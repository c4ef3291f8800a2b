import { z } from 'zod';
import { InvalidInputError, NotFoundError, UnauthorizedError } from '../../../lib/errors.ts';
import { findUser, listUsers } from '../../../content/users/reader.ts';
import type { UserListQuery } from '../../../content/users/reader.ts';
import { choiceParam, collectionParams, textParam, wordsParam } from './params.ts';
import { readingContext } from './post-collection.ts';
import { presentUser } from './present-user.ts';
import { capturedId, refusedCollection, refusedItem, restRoute } from './rest-route.ts';

const params = z.object({
  ...collectionParams,
  order: choiceParam(['asc', 'desc'], 'asc'),
  orderby: choiceParam(['id', 'include', 'name', 'registered_date', 'slug', 'include_slugs', 'email', 'url'], 'name'),
  slug: wordsParam(),
  roles: wordsParam(),
  capabilities: wordsParam(),
  who: textParam(),
});
const itemParams = z.object({ context: collectionParams.context });

/** Most people that are put in the order of `include`: as many as it can name. */
const mostIncluded = 500;
const orders: Readonly<Record<string, NonNullable<UserListQuery['order']>>> = { id: 'id', name: 'name', slug: 'slug', include_slugs: 'slug' };

/** `/wp/v2/users`: people with listed posts. */
export const wpV2Users = restRoute({
  path: '/wp/v2/users',
  params,
  refused: refusedCollection('Sorry, you are not allowed to create new users.', 'rest_cannot_create_user'),
  get: async (request, sent) => {
    const context = readingContext(sent.context, 'Sorry, you are not allowed to edit users.');
    if (sent.roles || sent.capabilities) throw new UnauthorizedError('Sorry, you are not allowed to filter users by role.', 'rest_user_cannot_view');
    if (sent.who) throw new UnauthorizedError('Sorry, you are not allowed to query users by this parameter.', 'rest_forbidden_who');
    if (['email', 'registered_date', 'url'].includes(sent.orderby)) throw new UnauthorizedError('Sorry, you are not allowed to order users by this parameter.', 'rest_forbidden_orderby');
    const byInclude = sent.orderby === 'include';
    if (byInclude && !sent.include) throw new InvalidInputError('You need to define an include parameter to order by include.', 'rest_orderby_include_missing_include');
    const limit = sent.per_page;
    const offset = sent.offset ?? (sent.page - 1) * limit;
    const { users: found, total } = await listUsers(request.site.content.database.read, {
      authorsOf: 'post', limit: byInclude ? mostIncluded : limit, offset: byInclude ? 0 : offset, order: orders[sent.orderby] ?? 'name', descending: sent.order === 'desc',
      ...(sent.search === undefined ? {} : { search: sent.search }),
      ...(sent.slug === undefined ? {} : { slugs: sent.slug }),
      ...(sent.include === undefined ? {} : { ids: sent.include }),
      ...(sent.exclude === undefined ? {} : { excludeIds: sent.exclude }),
    });
    const place = new Map((sent.include ?? []).map((id, index) => [id, index]));
    const users = byInclude ? found.toSorted((a, b) => (place.get(a.id) ?? 0) - (place.get(b.id) ?? 0)).slice(offset, offset + limit) : found;
    return { kind: 'collection', items: users.map((user) => presentUser(request, user, context)), total, perPage: limit, page: sent.page };
  },
});

/** `/wp/v2/users/me`: nobody is signed in here yet. */
export const wpV2UsersMe = restRoute({
  path: '/wp/v2/users/me',
  params: itemParams,
  refused: refusedItem('You are not currently logged in.', 'You are not currently logged in.', { edit: 'rest_not_logged_in', remove: 'rest_not_logged_in' }),
  get: async () => {
    throw new UnauthorizedError('You are not currently logged in.', 'rest_not_logged_in');
  },
});

/** `/wp/v2/users/{id}` */
export const wpV2User = restRoute({
  path: '/wp/v2/users/(?P<id>[\\d]+)',
  params: itemParams,
  refused: refusedItem('Sorry, you are not allowed to edit this user.', 'Sorry, you are not allowed to delete this user.', { edit: 'rest_cannot_edit', remove: 'rest_user_cannot_delete' }),
  get: async (request, sent, captured) => {
    const context = readingContext(sent.context, 'Sorry, you are not allowed to edit this user.');
    const { read } = request.site.content.database;
    const id = capturedId(captured);
    const [user] = (await listUsers(read, { authorsOf: 'post', ids: [id], limit: 1 })).users;
    if (user) return { kind: 'item', item: presentUser(request, user, context) };
    if (await findUser(read, id)) throw new UnauthorizedError('Sorry, you are not allowed to list users.', 'rest_user_cannot_view');
    throw new NotFoundError('Invalid user ID.', 'rest_user_invalid_id');
  },
});
