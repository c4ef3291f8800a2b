import { findPersonalFields, noPersonalFields } from '../../modules/users/user-fields.ts';
import type { PersonalFields } from '../../modules/users/user-fields.ts';
import { findUser, findUsers } from '../../modules/users/reader.ts';
import type { User } from '../../kernel/permission.ts';
import { mayWriteArticles } from '../../modules/posts/policy.ts';
import { mayListUsers } from '../../modules/users/policy.ts';
import { defined } from '../../lib/records.ts';
import { localIso } from '../../lib/dates.ts';
import { askRest, limitOf, listRest } from './call.ts';
import type { Call, RestQuery } from './call.ts';
import { XmlRpcFault } from './fault.ts';
import {
  credentials,
  method,
  anything,
  fieldNames,
  id,
  optionalStruct,
  optionalText,
  optionalWhole,
  struct,
} from './method.ts';
import { IsoDate } from './values.ts';
import type { SentStruct } from './values.ts';

const base = '/wp/v2/users';
const maxUsers = 1000;

async function userStructs(
  call: Call,
  users: readonly User[],
  wished?: readonly string[],
): Promise<SentStruct[]> {
  const personal = await findPersonalFields(
    call.content.database.read,
    users.map((user) => user.id),
  );
  return users.map((user) => userStruct(call, user, personal.get(user.id) ?? noPersonalFields, wished));
}

function userStruct(
  { settings }: Call,
  user: User,
  { firstName, lastName, nickname }: PersonalFields,
  wished: readonly string[] = ['all'],
): SentStruct {
  const basic: SentStruct = {
    username: user.login,
    registered: IsoDate.of(localIso(user.createdAt, settings.timezone_string)),
    email: user.email,
    nicename: user.slug,
    display_name: user.displayName,
  };
  const further: SentStruct = {
    first_name: firstName,
    last_name: lastName,
    bio: user.bio,
    nickname: nickname || user.login,
    url: user.url,
    roles: [...user.roles],
  };
  const isWished = ([name]: [string, unknown]) =>
    wished.includes('all') || wished.includes(name) || (wished.includes('basic') && name in basic);
  return {
    user_id: String(user.id),
    ...Object.fromEntries(Object.entries({ ...basic, ...further }).filter(isWished)),
  };
}

async function listUsers(call: Call, query: RestQuery, limit: number, offset = 0): Promise<User[]> {
  const shown = await listRest<{ readonly id: number }>(
    call,
    base,
    { ...query, _fields: 'id' },
    limit,
    offset,
  );
  const users = await findUsers(
    call.content.database.read,
    shown.map((one) => one.id),
  );
  return shown.flatMap((one) => users.get(one.id) ?? []);
}

const getUser = method(
  'wp.getUser',
  { blog_id: anything, ...credentials, user_id: id, fields: fieldNames },
  async (call, { user_id: userId, fields }) => {
    await askRest(call, 'GET', `${base}/${userId}`, { query: { context: 'edit', _fields: 'id' } });
    const user = await findUser(call.content.database.read, userId);
    if (!user) throw new XmlRpcFault(404, 'Invalid user ID.');
    return (await userStructs(call, [user], fields))[0] ?? null;
  },
);

const orders: Readonly<Record<string, string>> = {
  ID: 'id',
  id: 'id',
  display_name: 'name',
  name: 'name',
  nicename: 'slug',
  email: 'email',
  registered: 'registered_date',
  url: 'url',
};
const filter = optionalStruct({
  role: optionalText,
  who: optionalText,
  number: optionalWhole,
  offset: optionalWhole,
  orderby: optionalText,
  order: optionalText,
});

const getUsers = method(
  'wp.getUsers',
  { blog_id: anything, ...credentials, filter, fields: fieldNames },
  async (call, { filter: sent, fields }) => {
    const { role, who, number, offset = 0, orderby = '', order = '' } = sent;
    const users = await listUsers(
      call,
      {
        context: 'edit',
        roles: role || undefined,
        who: who === 'authors' ? who : undefined,
        orderby: orders[orderby] ?? 'name',
        order: order.toLowerCase() === 'desc' ? 'desc' : 'asc',
      },
      limitOf(number, 50, maxUsers),
      offset,
    );
    return userStructs(call, users, fields);
  },
);

const getProfile = method(
  'wp.getProfile',
  { blog_id: anything, ...credentials, fields: fieldNames },
  async (call, { fields }) => {
    const user = await findUser(call.content.database.read, call.actor.id);
    if (!user) throw new XmlRpcFault(404, 'Invalid user ID.');
    return (await userStructs(call, [user], fields))[0] ?? null;
  },
);

const profile = struct({
  first_name: optionalText,
  last_name: optionalText,
  nickname: optionalText,
  url: optionalText,
  display_name: optionalText,
  nicename: optionalText,
  bio: optionalText,
});

const editProfile = method(
  'wp.editProfile',
  { blog_id: anything, ...credentials, content_struct: profile },
  async (call, { content_struct: sent }) => {
    const { display_name: name, nicename: slug, bio: description, ...others } = sent;
    const body = defined({ ...others, name, slug, description });
    if (Object.keys(body).length > 0) await askRest(call, 'POST', `${base}/me`, { body });
    return true;
  },
);

/** Callers without `list_users` get slugs in place of logins. */
const getAuthors = method('wp.getAuthors', { blog_id: anything, ...credentials }, async (call) => {
  if (!mayWriteArticles(call.actor)) throw new XmlRpcFault(401, 'Sorry, you are not allowed to edit posts.');
  const seesLogins = mayListUsers(call.actor);
  return (await listUsers(call, { who: 'authors' }, maxUsers)).map(
    (user): SentStruct => ({
      user_id: String(user.id),
      user_login: seesLogins ? user.login : user.slug,
      display_name: user.displayName,
    }),
  );
});

export const userMethods = [getUser, getUsers, getProfile, editProfile, getAuthors];
