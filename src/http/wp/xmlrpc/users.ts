import { findUser, findUsers } from '../../../content/users/reader.ts';
import type { User } from '../../../content/users/user.ts';
import { mayWriteArticles } from '../../../content/posts/policy.ts';
import { mayListUsers } from '../../../content/users/policy.ts';
import { defined } from '../../../lib/defined.ts';
import { localIso } from '../../../lib/site-time.ts';
import { askRest, limitOf, listRest } from './call.ts';
import type { Call, RestQuery } from './call.ts';
import { XmlRpcFault } from './fault.ts';
import { anything, fieldNames, id, optionalStruct, optionalText, optionalWhole, struct } from './kinds.ts';
import { credentials, method } from './method.ts';
import { IsoDate } from './values.ts';
import type { SentStruct } from './values.ts';

const base = '/wp/v2/users';
const mostUsers = 1000;

/** An account, as `wp.getUser` shows it. People have one public name here, and no first and last one. */
function userStruct({ settings }: Call, user: User, wished: readonly string[] = ['all']): SentStruct {
  const basic: SentStruct = {
    username: user.login, registered: IsoDate.of(localIso(user.createdAt, settings.timezone_string)), email: user.email, nicename: user.slug,
    display_name: user.displayName,
  };
  const further: SentStruct = { first_name: '', last_name: '', bio: user.bio, nickname: user.displayName, url: user.url, roles: [...user.roles] };
  const isWished = ([name]: [string, unknown]) => wished.includes('all') || wished.includes(name) || (wished.includes('basic') && name in basic);
  return { user_id: String(user.id), ...Object.fromEntries(Object.entries({ ...basic, ...further }).filter(isWished)) };
}

/** Accounts that REST shows to the caller, as they are stored. */
async function listUsers(call: Call, query: RestQuery, limit: number, offset = 0): Promise<User[]> {
  const shown = await listRest<{ readonly id: number }>(call, base, { ...query, _fields: 'id' }, limit, offset);
  const users = await findUsers(call.content.database.read, shown.map((one) => one.id));
  return shown.flatMap((one) => users.get(one.id) ?? []);
}

const getUser = method('wp.getUser', { blog_id: anything, ...credentials, user_id: id, fields: fieldNames }, async (call, { user_id: userId, fields }) => {
  await askRest(call, 'GET', `${base}/${userId}`, { query: { context: 'edit', _fields: 'id' } });
  const user = await findUser(call.content.database.read, userId);
  if (!user) throw new XmlRpcFault(404, 'Invalid user ID.');
  return userStruct(call, user, fields);
});

const orders: Readonly<Record<string, string>> = {
  ID: 'id', id: 'id', display_name: 'name', name: 'name', nicename: 'slug', email: 'email', registered: 'registered_date', url: 'url',
};
const filter = optionalStruct({
  role: optionalText, who: optionalText, number: optionalWhole, offset: optionalWhole, orderby: optionalText, order: optionalText,
});

const getUsers = method('wp.getUsers', { blog_id: anything, ...credentials, filter, fields: fieldNames }, async (call, { filter: sent, fields }) => {
  const { role, who, number, offset = 0, orderby = '', order = '' } = sent;
  return (await listUsers(call, {
    context: 'edit', roles: role || undefined, who: who === 'authors' ? who : undefined, orderby: orders[orderby] ?? 'name',
    order: order.toLowerCase() === 'desc' ? 'desc' : 'asc',
  }, limitOf(number, 50, mostUsers), offset)).map((user) => userStruct(call, user, fields));
});

const getProfile = method('wp.getProfile', { blog_id: anything, ...credentials, fields: fieldNames }, async (call, { fields }) => {
  const user = await findUser(call.content.database.read, call.actor.id);
  if (!user) throw new XmlRpcFault(404, 'Invalid user ID.');
  return userStruct(call, user, fields);
});

const profile = struct({ url: optionalText, display_name: optionalText, nicename: optionalText, bio: optionalText });

const editProfile = method('wp.editProfile', { blog_id: anything, ...credentials, content_struct: profile }, async (call, { content_struct: sent }) => {
  const body = defined({ name: sent.display_name, url: sent.url, slug: sent.nicename, description: sent.bio });
  if (Object.keys(body).length > 0) await askRest(call, 'POST', `${base}/me`, { body });
  return true;
});

/** Log-in names are told to who may list accounts; others get the names in addresses. */
const getAuthors = method('wp.getAuthors', { blog_id: anything, ...credentials }, async (call) => {
  if (!mayWriteArticles(call.actor)) throw new XmlRpcFault(401, 'Sorry, you are not allowed to edit posts.');
  const seesLogins = mayListUsers(call.actor);
  return (await listUsers(call, { who: 'authors' }, mostUsers)).map((user): SentStruct => (
    { user_id: String(user.id), user_login: seesLogins ? user.login : user.slug, display_name: user.displayName }
  ));
});

export const userMethods = [getUser, getUsers, getProfile, editProfile, getAuthors];
