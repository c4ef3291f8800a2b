import { z } from 'zod';
import { passwordRule, passwordRuleText } from '../accounts.ts';
import { asItStands } from '../../../kernel/command.ts';
import { inviteUser } from '../send-link.ts';
import {
  createUser,
  updateUser,
  changeRoles,
  deleteUser,
  savePreferences,
  editCredentials,
  findPreferences,
  preferenceKeys,
  findUser,
} from '../../users/index.ts';
import type { PreferenceKey, Preferences } from '../../users/index.ts';
import { demand } from '../../../kernel/permission.ts';
import type { User } from '../../../kernel/permission.ts';
import type { Tx } from '../../../kernel/db/open-database.ts';
import { fitsRule, isLoginName } from '../../../lib/account-rules.ts';
import {
  BroadsheetError,
  ConflictError,
  InvalidInputError,
  NotFoundError,
  StaleError,
} from '../../../lib/errors.ts';
import { isRecord, defined } from '../../../lib/records.ts';
import { canReach, normalizeEmail } from '../../../lib/normalize-email.ts';
import { isWordPressLocale, localeOfTag } from '../../../lib/language-tags.ts';
import { fromOf, fromRevision, staleReply } from '../../../kernel/http/rest/from-revision.ts';
import { objectParam, offParam, optionalWhole } from '../../../kernel/http/rest/params.ts';
import { DetailedError, faultsOfParams, InvalidParamsError } from '../../../kernel/http/rest/rest-errors.ts';
import type { ParamFault } from '../../../kernel/http/rest/rest-errors.ts';
import type { ItemAnswer, RemovedAnswer } from '../../../kernel/http/rest/rest-reply.ts';
import { restUrl } from '../../../kernel/http/rest/rest-request.ts';
import type { RestRequest } from '../../../kernel/http/rest/rest-request.ts';
import { presentUser, userArguments } from '../../users/rest/index.ts';

const userIdOrNone = (sent: unknown) => (sent === false || sent === 'false' || sent === '' ? 0 : sent);

/** Deletion requires `reassign`: the new author of the posts, or 0 or false for none. */
export const changeArguments = userArguments.extend({
  ...fromRevision,
  from: objectParam({ meta: { type: 'object' } }),
});
export const deleteArguments = z.object({
  force: offParam(),
  reassign: z.preprocess(userIdOrNone, optionalWhole({ min: 0 })),
  ...fromRevision,
});

type Sent = z.output<typeof userArguments>;

export async function createByRest(request: RestRequest, sent: Sent): Promise<ItemAnswer> {
  const { database } = request.site.content;
  const { username = '', email = '', roles } = sent;
  const input = { ...(await inputOf(request, sent)), login: username, email, ...(roles ? { roles } : {}) };
  const id = await database
    .write(async (tx) => {
      const made = await createUser(tx, request.actor, input);
      await storePreferences(tx, request, made, sent.meta);
      return made;
    })
    .catch(refuseTaken);
  return { ...(await answer(request, id)), headers: { location: restUrl(request, `/wp/v2/users/${id}`) } };
}

const { shape } = userArguments;
export const invitationArguments = z.object({
  username: shape.username,
  email: shape.email.describe('Email address that the invitation is sent to.'),
  name: shape.name.describe('Display name of the user.'),
  roles: shape.roles,
});

/** One transaction; mails the link if mail is configured. */
export async function inviteByRest(request: RestRequest, sent: z.output<typeof invitationArguments>) {
  const {
    actor,
    settings,
    site: {
      content: { database, siteUrl },
      mails,
    },
  } = request;
  const { username = '', email = '', roles } = sent;
  const input = { ...(await inputOf(request, sent)), login: username, email, ...(roles ? { roles } : {}) };
  const { sendsMail } = mails;
  if (sendsMail && actor) mails.count({ account: actor.id, recipient: email });
  const { id, link, to } = await database
    .write((tx) => inviteUser(tx, actor, input, { settings, siteUrl, sendsMail }))
    .catch(refuseTaken);
  return { id, link, mailed_to: to ?? null };
}

/** Conflicts get WordPress' error messages. */
function refuseTaken(error: unknown): never {
  throw error instanceof ConflictError
    ? new DetailedError(400, error.code, taken[error.code] ?? error.message, {})
    : inWordsOfRest(error);
}

export async function updateByRest(
  request: RestRequest,
  { revision, from: seen, ...sent }: z.output<typeof changeArguments>,
  id: number,
): Promise<ItemAnswer> {
  const {
    actor,
    site: {
      content: { database },
    },
  } = request;
  const stored = await existing(request, id);
  if (sent.username !== undefined && sent.username !== stored.login)
    throw new InvalidInputError('Username isn’t editable.', 'rest_user_invalid_argument');
  // Checked first, so that callers without the right cause no hashing.
  if (sent.password !== undefined) demand(editCredentials, actor, id);
  const input = await inputOf(request, {
    ...sent,
    username: undefined,
    email: sent.email === stored.email ? undefined : sent.email,
  });
  await database
    .write(async (tx) => {
      await updateUser(tx, actor, { id, ...input }, fromOf(request, revision));
      const { roles } = sent;
      if (roles) await changeRoles(tx, actor, { id, roles }, asItStands);
      await storePreferences(tx, request, id, sent.meta, seen);
    })
    .catch(async (error: unknown) => {
      if (error instanceof StaleError)
        throw await staleOf(request, error, { ...sent, password: undefined }, id);
      const isTaken = (what: string) =>
        error instanceof ConflictError && error.code === `existing_user_${what}`;
      if (isTaken('email')) throw new InvalidInputError('Invalid email address.', 'rest_user_invalid_email');
      if (isTaken('slug')) throw new InvalidInputError('Invalid slug.', 'rest_user_invalid_slug');
      throw inWordsOfRest(error);
    });
  return answer(request, id);
}

/**
 * Stores preferences and ignores undeclared keys, as WordPress does. `seen.meta` holds the values they are based on;
 * keys missing there overwrite the stored value, as WordPress' editor expects.
 */
async function storePreferences(
  tx: Tx,
  { actor }: RestRequest,
  id: number,
  meta: Sent['meta'],
  seen: Readonly<Record<string, unknown>> = {},
): Promise<void> {
  const preferences = preferencesOf(meta, 'meta');
  if (Object.keys(preferences).length === 0) return;
  const { meta: seenMeta = {} } = seen;
  if (!isRecord(seenMeta))
    throw new InvalidParamsError({
      from: { code: 'rest_invalid_type', message: 'from.meta is not of type object.' },
    });
  const stored = (await findPreferences(tx.db, [id])).get(id);
  const nothing = Object.fromEntries(preferenceKeys.map((key) => [key, {}]));
  await savePreferences(
    tx,
    actor,
    { id, preferences },
    { ...nothing, ...stored, ...preferencesOf(seenMeta, 'from.meta') },
  );
}

function preferencesOf(meta: Sent['meta'], field: string): Preferences {
  return Object.fromEntries(
    Object.entries(meta ?? {}).flatMap(([key, value]) =>
      isPreferenceKey(key) ? [[key, preferencesIn(`${field}.${key}`, value)] as const] : [],
    ),
  );
}

const isPreferenceKey = (key: string): key is PreferenceKey => preferenceKeys.some((known) => known === key);

/** Also accepts an empty list, PHP's JSON for an empty object. */
function preferencesIn(field: string, value: unknown): Record<string, unknown> {
  if (isRecord(value)) return value;
  if (Array.isArray(value) && value.length === 0) return {};
  throw new InvalidParamsError({
    [field.split('.')[0] ?? '']: { code: 'rest_invalid_type', message: `${field} is not of type object.` },
  });
}

/** Permanently, since accounts have no trash. */
export async function deleteByRest(
  request: RestRequest,
  { force, reassign = 0, revision }: z.output<typeof deleteArguments>,
  id: number,
): Promise<RemovedAnswer> {
  if (!force)
    throw new BroadsheetError(
      501,
      'rest_trash_not_supported',
      "Users do not support trashing. Set 'force=true' to delete.",
    );
  const stored = await existing(request, id);
  const previous = await presentUser(request, stored, 'edit');
  const input = { id, ...(reassign > 0 ? { reassignTo: reassign } : {}) };
  const from = fromOf(request, revision);
  await request.site.content.database
    .write((tx) => deleteUser(tx, request.actor, input, from))
    .catch(async (error: unknown) => {
      throw error instanceof StaleError ? await staleOf(request, error, null, id) : error;
    });
  return { kind: 'removed', previous };
}

async function inputOf({ settings, site, actor }: RestRequest, sent: Partial<Sent>) {
  const {
    username,
    name,
    email,
    url,
    description,
    slug,
    password,
    first_name: firstName,
    last_name: lastName,
    nickname,
  } = sent;
  // The site's own language, sent back as shown, may be no WordPress locale.
  const locale =
    sent.locale === localeOfTag(settings.site_language) && !isWordPressLocale(sent.locale) ? '' : sent.locale;
  const faults: Record<string, ParamFault> = {};
  if (username !== undefined && !isLoginName(username)) {
    faults['username'] = {
      code: 'invalid_username',
      message: 'Sorry, that username is not allowed: expected letters a to z, digits, spaces, _ . @ or -.',
    };
  }
  if (email !== undefined && !canReach(normalizeEmail(email)))
    faults['email'] = { code: 'rest_invalid_email', message: 'Invalid email address.' };
  if (password !== undefined && !fitsRule(password, passwordRule(settings))) {
    faults['password'] = { code: 'rest_user_invalid_password', message: passwordRuleText(settings) };
  }
  if (Object.keys(faults).length > 0) throw new InvalidParamsError(faults);
  return {
    ...(name === undefined ? {} : { displayName: name }),
    ...(email === undefined ? {} : { email }),
    ...(url === undefined ? {} : { url }),
    ...(description === undefined ? {} : { bio: description }),
    ...(slug === undefined ? {} : { slug }),
    ...defined({ firstName, lastName, nickname, locale }),
    ...(password === undefined ? {} : { password: await site.hashPassword(password, actor?.id ?? 0) }),
  };
}

const taken: Readonly<Record<string, string>> = {
  existing_user_login: 'Sorry, that username already exists!',
  existing_user_email: 'Sorry, that email address is already used!',
  existing_user_slug: 'Sorry, that slug belongs to another user.',
};

async function existing({ site }: RestRequest, id: number): Promise<User> {
  const user = await findUser(site.content.database.read, id);
  if (!user) throw new NotFoundError('Invalid user ID.', 'rest_user_invalid_id');
  return user;
}

async function answer(request: RestRequest, id: number) {
  return { kind: 'item', item: await presentUser(request, await existing(request, id), 'edit') } as const;
}

async function staleOf(
  request: RestRequest,
  error: StaleError,
  mine: unknown,
  id: number,
): Promise<DetailedError> {
  const theirs = await findUser(request.site.content.database.read, id);
  return staleReply(error, mine, theirs && (await presentUser(request, theirs, 'edit')).body);
}

const namesOfRest: Readonly<Record<string, string>> = {
  login: 'username',
  displayName: 'name',
  bio: 'description',
  firstName: 'first_name',
  lastName: 'last_name',
  ...Object.fromEntries(preferenceKeys.map((key) => [`preferences.${key}`, `meta.${key}`])),
};
const inWordsOfRest = (error: unknown) => faultsOfParams(error, namesOfRest);
