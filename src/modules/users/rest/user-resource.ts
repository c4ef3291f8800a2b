import { z } from 'zod';
import { permalinks } from '../../types/index.ts';
import { deleteUsers, editUsers, mayEditUser, mayChangeOthers } from '../policy.ts';
import type { Account } from '../policy.ts';
import type { PersonalFields, Preferences } from '../user-fields.ts';
import { portraitAt } from '../user-fields.ts';
import type { Portrait } from '../user-fields.ts';
import { capabilitiesOf, listRoles, findActor } from '../roles.ts';
import {
  sentLogin,
  userFields,
  findPersonalFields,
  noPersonalFields,
  findPreferences,
  preferenceKeys,
} from '../user-fields.ts';
import type { User } from '../../../kernel/permission.ts';
import { isLinkAddress } from '../../../lib/clean-html/addresses.ts';
import { maxPasswordLength } from '../../../lib/credentials.ts';
import { defaultAvatarPath } from '../../../lib/account-urls.ts';
import { localIso } from '../../../lib/dates.ts';
import { localeOfTag } from '../../../lib/language-tags.ts';
import {
  objectParam,
  optionalWhole,
  shape,
  textParam,
  wordsParam,
  writtenText,
} from '../../../kernel/http/rest/params.ts';
import { plainLink, selfLink } from '../../../kernel/http/rest/rest-reply.ts';
import type { RestItem } from '../../../kernel/http/rest/rest-reply.ts';
import { restUrl } from '../../../kernel/http/rest/rest-request.ts';
import type { RestRequest } from '../../../kernel/http/rest/rest-request.ts';
import {
  everywhere,
  fieldsOf,
  toEditors,
  whole,
  writtenFields,
  renderedDescription,
  renderedName,
} from '../../../kernel/http/rest/resource.ts';
import type { Context } from '../../../kernel/http/rest/resource.ts';
import type { Role } from '../role.ts';
import { capturedId } from '../../../kernel/http/rest/rest-route.ts';

interface UserParts {
  readonly user: User;
  /** In the context `edit`. */
  readonly capabilities: ReadonlySet<string>;
  readonly portrait: Portrait | undefined;
  readonly personal: PersonalFields;
  /** Values that programs store; undefined if the requester may not edit the account. */
  readonly preferences: Preferences | undefined;
}

/** Sizes in pixels that WordPress clients request. */
const avatarSizes = [24, 48, 96] as const;

/** Portrait URLs by size in pixels, or URLs of the site's default picture. */
export function avatarUrls(
  portrait: Portrait | undefined,
  siteUrl: string,
): Readonly<Record<string, string>> {
  return Object.fromEntries(
    avatarSizes.map((pixels) => [
      pixels,
      portrait ? portraitAt(portrait, pixels) : `${siteUrl}${defaultAvatarPath}`,
    ]),
  );
}

const { shown, written, resource } = fieldsOf<UserParts>();
const text = textParam();
/** Hashed before it reaches a command. */
const typedPassword = z.string().max(maxPasswordLength);
const nowhere: readonly Context[] = [];
const addresses = shape<Readonly<Record<string, string>>>({ type: 'object' });
const object = { type: 'object', additionalProperties: true } as const;
const allowed = shape<Readonly<Record<string, boolean>>>({
  type: 'object',
  additionalProperties: { type: 'boolean' },
});
const allOf = (names: Iterable<string>) => Object.fromEntries([...names].map((name) => [name, true]));
const metaSchema = {
  type: ['object', 'array'],
  properties: Object.fromEntries(preferenceKeys.map((key) => [key, object])),
};

/** Account data is shown only in the context `edit`. */
export const userResource = resource('user', {
  id: shown(optionalWhole(), everywhere, ({ user }) => user.id),
  username: written(writtenText(sentLogin), toEditors, ({ user }) => user.login),
  name: written(writtenText(userFields.displayName), everywhere, ({ user }) =>
    renderedName(user.displayName),
  ),
  first_name: written(writtenText(userFields.firstName), toEditors, ({ personal }) => personal.firstName),
  last_name: written(writtenText(userFields.lastName), toEditors, ({ personal }) => personal.lastName),
  nickname: written(
    writtenText(userFields.nickname),
    toEditors,
    ({ user, personal }) => personal.nickname || user.login,
  ),
  // Like WordPress, falls back to the site's locale.
  locale: written(
    writtenText(userFields.locale),
    toEditors,
    ({ personal }, { settings }) => personal.locale || localeOfTag(settings.site_language),
  ),
  email: written(writtenText(userFields.email, 'email'), toEditors, ({ user }) => user.email),
  url: written(writtenText(userFields.url, 'uri'), everywhere, ({ user }) =>
    isLinkAddress(user.url) ? user.url : '',
  ),
  description: written(writtenText(userFields.bio), everywhere, ({ user }) => renderedDescription(user.bio)),
  link: shown(
    text,
    everywhere,
    ({ user }, { settings, site }) =>
      `${site.content.siteUrl}${permalinks(settings.permalink_structure).author(user)}`,
  ),
  slug: written(writtenText(userFields.slug), everywhere, ({ user }) => user.slug),
  registered_date: shown(text, toEditors, ({ user }, { settings }) =>
    localIso(user.createdAt, settings.timezone_string),
  ),
  roles: written(wordsParam(), toEditors, ({ user }) => [...user.roles]),
  // WordPress' apps decide by this what to offer; as in WordPress, it includes role names.
  capabilities: shown(allowed, toEditors, ({ user, capabilities }) =>
    allOf([...capabilities, ...user.roles]),
  ),
  extra_capabilities: shown(allowed, toEditors, ({ user }) => allOf(user.roles)),
  password: written(writtenText(typedPassword), nowhere, () => undefined),
  revision: shown(optionalWhole(), toEditors, ({ user }) => user.revision),
  avatar_urls: shown(addresses, everywhere, ({ portrait }, { site }) =>
    avatarUrls(portrait, site.content.siteUrl),
  ),
  meta: written(
    shape<Preferences | readonly never[]>(metaSchema),
    whole,
    ({ preferences }) => preferences ?? [],
    objectParam(),
  ),
});

export const userArguments = writtenFields(userResource);

const update = { may: editUsers };
export const userWrites = { POST: update, PUT: update, PATCH: update, DELETE: { may: deleteUsers } } as const;

export async function presentUsers(
  request: RestRequest,
  users: readonly User[],
  context: Context,
): Promise<RestItem[]> {
  if (users.length === 0) return [];
  const { content } = request.site;
  const ids = users.map(({ id }) => id);
  const { read } = content.database;
  const ofPrograms = context === 'edit' ? ids.filter((id) => mayEditUser(request.actor, id)) : [];
  const roles = context === 'edit' ? await listRoles(read) : undefined;
  const [portraits, preferences, personal, accounts] = await Promise.all([
    content.portraits(ids),
    findPreferences(read, ofPrograms),
    context === 'edit' ? findPersonalFields(read, ids) : undefined,
    accountsOf(request, users, roles),
  ]);
  return users.map((user, index) => {
    const stored = ofPrograms.includes(user.id) ? (preferences.get(user.id) ?? {}) : undefined;
    const parts = {
      user,
      capabilities: capabilitiesOf(user, roles ?? []),
      portrait: portraits.get(user.id),
      preferences: stored,
      personal: personal?.get(user.id) ?? noPersonalFields,
    };
    return present(request, parts, accounts[index] ?? { id: user.id, owner: undefined }, context);
  });
}

export async function presentUser(request: RestRequest, user: User, context: Context): Promise<RestItem> {
  const [item] = await presentUsers(request, [user], context);
  return item as RestItem;
}

function present(request: RestRequest, parts: UserParts, account: Account, context: Context): RestItem {
  const { user } = parts;
  return {
    ...(context === 'edit' ? { revision: user.revision } : {}),
    body: userResource.present(request, parts, context),
    links: {
      self: [selfLink(restUrl(request, `/wp/v2/users/${user.id}`), userWrites, request.actor, account)],
      collection: [plainLink(restUrl(request, '/wp/v2/users'))],
    },
  };
}

/** The account in the path, as permissions need it; it may not exist. */
export async function findAccount(
  request: RestRequest,
  captured: Readonly<Record<string, string>>,
): Promise<Account> {
  const id = capturedId(captured);
  const isOther = mayChangeOthers(request.actor) && request.actor?.id !== id;
  return { id, owner: isOther ? await findActor(request.site.content.database.read, id) : undefined };
}

/** Like `findAccount` for loaded users; at most one query. `known`: all roles, if loaded. */
async function accountsOf(
  request: RestRequest,
  users: readonly User[],
  known?: readonly Role[],
): Promise<Account[]> {
  const roles = mayChangeOthers(request.actor)
    ? (known ?? (await listRoles(request.site.content.database.read)))
    : undefined;
  return users.map((user) => ({
    id: user.id,
    owner: roles && { capabilities: capabilitiesOf(user, roles) },
  }));
}
