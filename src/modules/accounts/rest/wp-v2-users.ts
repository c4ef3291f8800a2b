import { z } from 'zod';
import { mayWriteArticles } from '../../posts/index.ts';
import { typeCapabilities } from '../../types/index.ts';
import {
  createUsers,
  deleteUsers,
  editUsers,
  mayEditUser,
  mayListUsers,
  missing,
  seeUsers,
  findUser,
  listUsers,
  readableUsers,
  typesOfAuthors,
  visibleUsers,
  administrator,
  listRoles,
} from '../../users/index.ts';
import type { Account, UserListQuery } from '../../users/index.ts';
import { InvalidInputError, NotFoundError } from '../../../lib/errors.ts';
import {
  choiceParam,
  collectionParams,
  flagOrWords,
  itemParams,
  optionalChoice,
  wordsParam,
} from '../../../kernel/http/rest/params.ts';
import { refusal } from '../../../kernel/permission.ts';
import type { Permission } from '../../../kernel/permission.ts';
import { refuseUnless, givenOrder } from '../../../kernel/http/rest/query-params.ts';
import { InvalidParamsError } from '../../../kernel/http/rest/rest-errors.ts';
import { goneOf, manyOf, newOf, oneOf } from '../../../kernel/http/rest/rest-reply.ts';
import type { CollectionAnswer, ItemAnswer } from '../../../kernel/http/rest/rest-reply.ts';
import type { RestRequest } from '../../../kernel/http/rest/rest-request.ts';
import { itemRoute, method, restRoute } from '../../../kernel/http/rest/rest-route.ts';
import {
  presentUser,
  presentUsers,
  userArguments,
  userResource,
  findAccount,
} from '../../users/rest/index.ts';
import { changeArguments, createByRest, deleteArguments, deleteByRest, updateByRest } from './write-user.ts';

const params = z.object({
  ...collectionParams,
  order: choiceParam(['asc', 'desc'], 'asc'),
  orderby: choiceParam(
    ['id', 'include', 'name', 'registered_date', 'slug', 'include_slugs', 'email', 'url'],
    'name',
  ),
  slug: wordsParam(),
  roles: wordsParam(),
  capabilities: wordsParam(),
  who: z.preprocess((sent) => (sent === '' ? undefined : sent), optionalChoice(['authors'])),
  has_published_posts: flagOrWords(),
});
const existingUser = { code: 'rest_user_exists', message: 'Cannot create existing user.' };
const oneParams = z.object({ context: itemParams.context });

/** Maximum number of users ordered by `include` or `slug`, which can't name more. */
const maxIncluded = 500;
const orders: Readonly<Record<string, NonNullable<UserListQuery['order']>>> = {
  id: 'id',
  name: 'name',
  slug: 'slug',
  email: 'email',
  registered_date: 'registered',
};

const editAny: Permission<unknown> = {
  code: 'rest_forbidden_context',
  message: 'Sorry, you are not allowed to edit users.',
  capability: 'list_users',
  test: mayListUsers,
};
/** Users who may edit an account may view it, even if it has more capabilities. */
const editOne: Permission<Account> = {
  code: 'rest_forbidden_context',
  message: editUsers.message,
  capability: editUsers.capability,
  test: (actor, { id }) => mayEditUser(actor, id),
};

/** `/wp/v2/users`: users with listed posts of a type in REST; all users with `list_users`. */
export const wpV2Users = restRoute({
  path: '/wp/v2/users',
  isBatched: true,
  methods: {
    GET: method({ params, reply: manyOf(userResource), edit: editAny, run: list }),
    POST: method({
      params: userArguments,
      required: ['username', 'email', 'password'],
      refusedId: existingUser,
      reply: newOf(userResource),
      may: createUsers,
      run: createByRest,
    }),
  },
});

async function list(request: RestRequest, sent: z.output<typeof params>): Promise<CollectionAnswer> {
  const { actor } = request;
  const mayList = mayListUsers(actor);
  refuseUnless(actor, mayList || (!sent.roles && !sent.capabilities), {
    message: 'Sorry, you are not allowed to filter users by role.',
    code: 'rest_user_cannot_view',
    capability: 'list_users',
  });
  // Users who write may query authors, as editors' author lists do.
  refuseUnless(actor, mayList || !sent.who || mayWriteArticles(actor), {
    message: 'Sorry, you are not allowed to query users by this parameter.',
    code: 'rest_forbidden_who',
    capability: 'edit_posts',
  });
  const isPrivateOrder = ['email', 'registered_date', 'url'].includes(sent.orderby);
  refuseUnless(actor, mayList || !isPrivateOrder, {
    message: 'Sorry, you are not allowed to order users by this parameter.',
    code: 'rest_forbidden_orderby',
    capability: 'list_users',
  });
  if (sent.orderby === 'include' && !sent.include) {
    throw new InvalidInputError(
      'You need to define an include parameter to order by include.',
      'rest_orderby_include_missing_include',
    );
  }
  const published = typesOf(sent.has_published_posts);
  const order = givenOrder(sent);
  const limit = sent.per_page;
  const offset = sent.offset ?? (sent.page - 1) * limit;
  const { users: found, total } = await listUsers(request.site.content.database.read, {
    limit: order ? maxIncluded : limit,
    offset: order ? 0 : offset,
    order: orders[sent.orderby] ?? 'name',
    descending: sent.order === 'desc',
    ...(sent.who ? {} : { among: visibleUsers(actor) }),
    searchPrivate: mayList && !sent.who,
    roleSets: await Promise.all(
      [...(sent.who ? [['edit_posts']] : []), ...(sent.capabilities ? [sent.capabilities] : [])].map(
        (capabilities) => rolesWith(request, capabilities),
      ),
    ),
    ...(sent.roles === undefined ? {} : { roles: sent.roles }),
    ...(published === undefined ? {} : { withPosts: published }),
    ...(sent.search === undefined ? {} : { search: sent.search }),
    ...(sent.slug === undefined ? {} : { slugs: sent.slug }),
    ...(sent.include === undefined ? {} : { ids: sent.include }),
    ...(sent.exclude === undefined ? {} : { excludeIds: sent.exclude }),
  });
  const users = order ? order(found).slice(offset, offset + limit) : found;
  return {
    kind: 'collection',
    items: await presentUsers(request, users, sent.context),
    total,
    perPage: limit,
    page: sent.page,
  };
}

/** Post types from `has_published_posts`; undefined for no condition. Throws for types not public in REST. */
function typesOf(sent: boolean | readonly string[] | undefined): readonly string[] | undefined {
  const known = typesOfAuthors();
  if (sent === undefined || typeof sent === 'boolean') return sent === true ? known : undefined;
  const invalid = sent.find((name) => !known.includes(name));
  if (invalid === undefined) return sent;
  const message = `has_published_posts names "${invalid.slice(0, 80)}"; it takes true, false or some of ${known.join(', ')}.`;
  throw new InvalidParamsError({ has_published_posts: { code: 'rest_not_in_enum', message } });
}

async function rolesWith({ site }: RestRequest, capabilities: readonly string[]): Promise<string[]> {
  const all = typeCapabilities();
  return (await listRoles(site.content.database.read))
    .filter((role) =>
      [...role.capabilities, ...(role.name === administrator ? all : [])].some((one) =>
        capabilities.includes(one),
      ),
    )
    .map(({ name }) => name);
}

const signedIn: Permission<unknown> = {
  code: 'rest_not_logged_in',
  message: 'You are not currently logged in.',
  capability: undefined,
  test: () => true,
};
const updateMe = method({
  params: changeArguments,
  reply: oneOf(userResource),
  may: signedIn,
  run: (request, sent) => updateByRest(request, sent, request.actor?.id ?? 0),
});
const { code, message, capability } = deleteUsers;
const removeMe = method({
  params: deleteArguments,
  required: ['reassign'],
  reply: goneOf(userResource),
  may: {
    ...signedIn,
    also: {
      code,
      message,
      capability,
      lacking: (actor) => missing(actor, ['delete_users'])[0],
      test: () => false,
    },
  },
  run: (request) => Promise.reject(refusal(request.actor, deleteUsers)),
});
const update = method({
  params: changeArguments,
  reply: oneOf(userResource),
  may: editUsers,
  run: (request, sent, { id }: Account) => updateByRest(request, sent, id),
});

/** `/wp/v2/users/me`: the current user. */
export const wpV2UsersMe = restRoute({
  path: '/wp/v2/users/me',
  methods: {
    GET: method({
      params: oneParams,
      reply: oneOf(userResource),
      may: signedIn,
      run: async (request, { context }) => {
        if (!request.actor) throw refusal(undefined, signedIn);
        return { kind: 'item', item: await presentUser(request, request.actor, context) };
      },
    }),
    POST: updateMe,
    PUT: updateMe,
    PATCH: updateMe,
    DELETE: removeMe,
  },
});

/** `/wp/v2/users/{id}` */
export const wpV2User = itemRoute({
  path: '/wp/v2/users/(?P<id>[\\d]+)',
  isBatched: true,
  find: findAccount,
  methods: {
    GET: method({ params: oneParams, reply: oneOf(userResource), edit: editOne, run: get }),
    POST: update,
    PUT: update,
    PATCH: update,
    DELETE: method({
      params: deleteArguments,
      required: ['reassign'],
      reply: goneOf(userResource),
      may: deleteUsers,
      run: (request, sent, { id }: Account) => deleteByRest(request, sent, id),
    }),
  },
});

async function get(
  request: RestRequest,
  sent: z.output<typeof oneParams>,
  { id }: Account,
): Promise<ItemAnswer> {
  const { actor } = request;
  const { read } = request.site.content.database;
  const [user] = (await listUsers(read, { among: readableUsers(actor), ids: [id], limit: 1 })).users;
  if (user) return { kind: 'item', item: await presentUser(request, user, sent.context) };
  refuseUnless(actor, !(await findUser(read, id)), seeUsers);
  throw new NotFoundError('Invalid user ID.', 'rest_user_invalid_id');
}
