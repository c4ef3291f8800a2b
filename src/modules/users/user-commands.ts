import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import type { Tx, Database } from '../../kernel/db/open-database.ts';
import { cleanWhereNeeded } from '../../lib/clean-html/clean-html.ts';
import { isLoginName } from '../../lib/account-rules.ts';
import { InvalidInputError, NotFoundError, StaleError } from '../../lib/errors.ts';
import { authorise, noteChange, readInput, changedFields, refuseStale } from '../../kernel/command.ts';
import { demand } from '../../kernel/permission.ts';
import {
  createMembers,
  createUsers,
  mayAsMuchAs,
  mayWriteAnyHtml,
  missing,
  editCredentials,
  editUsers,
  promoteUsers,
  deleteUsers,
  userSessions,
} from './policy.ts';
import { findActor } from './roles.ts';
import {
  sentLogin,
  sentRoles,
  userFields,
  namelessWord,
  findPersonalFields,
  noPersonalFields,
  findPreferences,
  maxPreferencesLength,
  preferenceKeys,
} from './user-fields.ts';
import { normalizeEmail } from '../../lib/normalize-email.ts';
import type { From } from '../../kernel/command.ts';
import { sentId, sentText } from '../../kernel/input-kinds.ts';
import { holdToDelete, findUserToChange } from './reader.ts';
import type { Refusal, Actor, User } from '../../kernel/permission.ts';
import type { Preferences } from './user-fields.ts';
import type { PartFile } from '../../kernel/part-files.ts';
import { endSession, endSessionsOf } from './session.ts';
import * as writer from './writer.ts';

const createSchema = z.strictObject({
  login: sentLogin,
  ...z.object(userFields).partial().shape,
  email: userFields.email,
  roles: sentRoles.default(['subscriber']),
});

/**
 * Creates an account, by default a subscriber; returns its id. Throws `ConflictError` for a taken log-in name, email or
 * slug, `InvalidInputError` for a confusable log-in name, `ForbiddenError` for roles beyond the actor's.
 */
export async function createUser(
  tx: Tx,
  actor: Actor | undefined,
  input: z.input<typeof createSchema>,
): Promise<number> {
  const { bio, slug, ...fields } = readInput(createSchema, input, 'the user');
  const givesRoles = fields.roles.join() !== 'subscriber';
  demand(createUsers, actor, undefined);
  if (givesRoles) demand(createMembers, actor, undefined);
  if (!isLoginName(fields.login.trim())) {
    const expected =
      'letters a to z, digits, spaces or the characters _ . - @, with a letter or digit at each end';
    const message = `"${fields.login}" can't be a username: expected ${expected}.`;
    throw new InvalidInputError(message, 'invalid_username', { login: message });
  }
  const { displayName, url, password, ...rest } = fields;
  const called = displayName ? { displayName } : { nameless: await namelessWord(tx.db, rest.roles) };
  const id = await writer.createUser(tx, {
    ...rest,
    ...called,
    ...(url ? { url } : {}),
    ...(password ? { password } : {}),
    ...(slug ? { slug } : {}),
    ...(bio ? { bio: mayWriteAnyHtml(actor) ? bio : (cleanWhereNeeded([bio])[0] ?? '') } : {}),
  });
  const made = await findActor(tx.db, id);
  authorise(actor, made !== undefined && mayAsMuchAs(actor, made), {
    ...createUsers,
    capability: missing(actor, made?.capabilities ?? [])[0],
  });
  await noteChange(tx, actor, {
    verb: 'create',
    kind: 'user',
    itemId: id,
    summary: `"${made?.displayName}" (${fields.roles.join(', ') || 'no role'})`,
  });
  return id;
}

const updateSchema = z.strictObject({ id: sentId, ...z.object(userFields).partial().shape });
/**
 * Updates an account, based on revision `from`; omitted fields stay. Even one's own email and password need
 * `edit_users`, so an unattended browser can't take over the account. Throws `StaleError`, `ConflictError`.
 */
export async function updateUser(
  tx: Tx,
  actor: Actor | undefined,
  input: z.input<typeof updateSchema>,
  from: From,
): Promise<void> {
  const { id, ...sent } = readInput(updateSchema, input, 'the user');
  demand(editUsers, actor, { id, owner: undefined });
  const theirs = await userToChange(tx, actor, id, editUsers);
  const { password, ...shown } = sent;
  const email =
    shown.email === undefined || normalizeEmail(shown.email) !== normalizeEmail(theirs.email)
      ? shown.email
      : theirs.email;
  if (password !== undefined || (email !== undefined && email !== theirs.email))
    demand(editCredentials, actor, id);
  refuseStale(`the user "${theirs.displayName}"`, { mine: shown, theirs }, from);
  const personal = (await findPersonalFields(tx.db, [id])).get(id) ?? noPersonalFields;
  const { slug, bio, displayName, ...changed } = changedFields(
    { ...shown, email },
    { ...theirs, ...personal },
  );
  const changes = {
    ...changed,
    ...(password ? { password } : {}),
    ...(slug ? { slug } : {}),
    ...(displayName ? { displayName } : {}),
    ...(displayName && shown.slug === theirs.slug ? { slug: theirs.slug } : {}), // sent explicitly, so that no slug is derived from the first name
    ...(bio === undefined ? {} : { bio: mayWriteAnyHtml(actor) ? bio : (cleanWhereNeeded([bio])[0] ?? '') }),
  };
  const fields = Object.keys(changes);
  if (fields.length === 0) return;
  await writer.updateUser(tx, id, changes);
  await noteChange(tx, actor, {
    verb: 'update',
    kind: 'user',
    itemId: id,
    summary: `"${theirs.displayName}": ${fields.join(', ')}`,
  });
}

const rolesSchema = z.strictObject({ id: sentId, roles: sentRoles });
/**
 * Sets a user's roles. Throws `StaleError` with both sides, `ForbiddenError` for roles beyond the actor's capabilities,
 * `ConflictError` for the last administrator.
 */
export async function changeRoles(
  tx: Tx,
  actor: Actor | undefined,
  input: z.input<typeof rolesSchema>,
  from: From,
): Promise<void> {
  const { id, roles } = readInput(rolesSchema, input, 'the user');
  demand(promoteUsers, actor, undefined);
  const theirs = await userToChange(tx, actor, id, promoteUsers);
  refuseStale(`the user "${theirs.displayName}"`, { mine: { roles }, theirs }, from);
  if (roles.join() === theirs.roles.join()) return;
  await writer.updateUser(tx, id, { roles });
  const changed = await findActor(tx.db, id);
  authorise(actor, changed !== undefined && mayAsMuchAs(actor, changed), {
    ...promoteUsers,
    capability: missing(actor, changed?.capabilities ?? [])[0],
  });
  await noteChange(tx, actor, {
    verb: 'update',
    kind: 'user',
    itemId: id,
    summary: `"${theirs.displayName}": ${theirs.roles.join(', ') || 'no role'} → ${roles.join(', ') || 'no role'}`,
  });
}

const deleteSchema = z.strictObject({ id: sentId, reassignTo: sentId.optional() });
/**
 * Deletes an account other than the actor's; `reassignTo` gets its posts and is required if there are any. Throws
 * `StaleError` with both sides, `ConflictError` for the last administrator.
 */
export async function deleteUser(
  tx: Tx,
  actor: Actor | undefined,
  input: z.input<typeof deleteSchema>,
  from: From,
): Promise<void> {
  const { id, reassignTo } = readInput(deleteSchema, input, 'the user');
  demand(deleteUsers, actor, { id, owner: undefined });
  await holdToDelete(tx, id, reassignTo);
  const theirs = await userToChange(tx, actor, id, deleteUsers);
  refuseStale(`the user "${theirs.displayName}"`, { mine: undefined, theirs }, from);
  await writer.deleteUser(tx, id, reassignTo);
  await noteChange(tx, actor, {
    verb: 'delete',
    kind: 'user',
    itemId: id,
    summary: `"${theirs.displayName}"${reassignTo === undefined ? '' : `, posts to user ${reassignTo}`}`,
  });
}

/**
 * Locks an account that the actor may edit until the transaction ends. Throws `ForbiddenError` if it has capabilities
 * the actor lacks, `NotFoundError`.
 */
export async function userToChange(tx: Tx, actor: Actor, id: number, refusal: Refusal): Promise<User> {
  const theirs = await findUserToChange(tx, id);
  const other = theirs && (await findActor(tx.db, id));
  if (!theirs || !other) throw new NotFoundError('Invalid user ID.', 'rest_user_invalid_id');
  authorise(actor, mayAsMuchAs(actor, other), {
    ...refusal,
    capability: missing(actor, other.capabilities)[0],
  });
  return theirs;
}

const preferencesValue = z
  .record(z.string(), z.unknown())
  .refine(
    (value) => JSON.stringify(value).length <= maxPreferencesLength,
    `it has more than ${maxPreferencesLength} characters as JSON; take away what is not needed`,
  );
const preferencesSchema = z.strictObject({
  id: sentId,
  preferences: z.partialRecord(z.enum(preferenceKeys), preferencesValue),
});
/**
 * Replaces preferences by key. Each sent key is compared with `from`, so that programs don't conflict. No revision;
 * only changes of others' accounts are logged. Throws `StaleError` with both sides if any key differs, storing nothing.
 */
export async function savePreferences(
  tx: Tx,
  actor: Actor | undefined,
  input: z.input<typeof preferencesSchema>,
  from: Preferences,
): Promise<void> {
  const { id, preferences } = readInput(preferencesSchema, input, 'the user');
  demand(editUsers, actor, { id, owner: undefined });
  const theirs = await userToChange(tx, actor, id, editUsers);
  const sent = preferenceKeys.filter((key) => preferences[key] !== undefined);
  const unseen = sent.filter((key) => from[key] === undefined);
  if (unseen.length > 0)
    throw new InvalidInputError(`Say which value you saw of ${unseen.join(', ')}.`, 'revision_missing');
  const stored = (await findPreferences(tx.db, [id])).get(id) ?? {};
  const stale = sent.filter((key) => !isDeepStrictEqual(asStored(from[key]), asStored(stored[key])));
  if (stale.length > 0) {
    const sides = (of: Preferences) => Object.fromEntries(stale.map((key) => [key, of[key] ?? {}]));
    throw new StaleError(`${stale.join(', ')} changed in the meantime. Nothing was saved.`, {
      mine: sides(preferences),
      theirs: sides(stored),
    });
  }
  if (actor.id !== id && sent.length > 0) {
    await noteChange(tx, actor, {
      verb: 'update',
      kind: 'user',
      itemId: id,
      summary: `"${theirs.displayName}": ${sent.join(', ')}`,
    });
  }
  await writer.writePreferences(
    tx,
    id,
    Object.fromEntries(Object.entries(preferences).map(([key, value]) => [key, JSON.stringify(value)])),
  );
}

/** Missing values equal an empty object, and values that JSON omits are dropped. */
const asStored = (value: unknown): unknown => JSON.parse(JSON.stringify(value ?? {}));

/** `file`: from `PortraitMaker.make`; '' removes it. */
const portraitSchema = z.strictObject({
  id: sentId,
  file: z.string().regex(/^(?:portraits\/[\da-f]{24}\.webp)?$/),
});

/** Throws `StaleError` with both sides if the account's revision isn't `from`. */
export async function savePortrait(
  tx: Tx,
  actor: Actor | undefined,
  input: z.input<typeof portraitSchema>,
  from: From,
): Promise<void> {
  const { id, file } = readInput(portraitSchema, input, 'the user');
  demand(editUsers, actor, { id, owner: undefined });
  const theirs = await userToChange(tx, actor, id, editUsers);
  refuseStale(`the user "${theirs.displayName}"`, { mine: { portrait: file }, theirs }, from);
  await writer.updateUser(tx, id, { portrait: file });
  await noteChange(tx, actor, {
    verb: 'update',
    kind: 'user',
    itemId: id,
    summary: `"${theirs.displayName}": ${file === '' ? 'no portrait' : 'portrait'}`,
  });
}

interface MakesPortraits {
  make(part: PartFile, by: number): Promise<string>;
  discard(file: string): Promise<void>;
}

/** Creates a portrait from an uploaded file and assigns it; discards it on failure. Throws like `savePortrait` and `PortraitMaker.make`. */
export async function uploadPortrait(
  { database, portraits }: { readonly database: Pick<Database, 'write'>; readonly portraits: MakesPortraits },
  actor: Actor | undefined,
  { id, part }: { readonly id: number; readonly part: PartFile },
  from: From,
): Promise<void> {
  demand(editUsers, actor, { id, owner: undefined });
  const file = await portraits.make(part, actor.id);
  try {
    await database.write((tx) => savePortrait(tx, actor, { id, file }, from));
  } catch (error) {
    await portraits.discard(file);
    throw error;
  }
}

const sessionsSchema = z.strictObject({ id: sentId, session: sentText(100).optional() });

/**
 * Ends all sessions of a user, or one `session` by id if it is theirs; returns how many ended. Throws `ForbiddenError`
 * if the user has capabilities the actor lacks.
 */
export async function endUserSessions(
  tx: Tx,
  actor: Actor | undefined,
  input: z.input<typeof sessionsSchema>,
): Promise<number> {
  const { id, session } = readInput(sessionsSchema, input, 'the session');
  demand(userSessions, actor, { id, owner: undefined });
  const { displayName } = await userToChange(tx, actor, id, userSessions);
  const ended = session === undefined ? await endSessionsOf(tx, id) : await endSession(tx, id, session);
  if (ended === 0) return 0;
  tx.emit(`account:${id}`);
  const what = session === undefined ? 'signed out everywhere' : 'a session ended';
  await noteChange(tx, actor, {
    verb: 'update',
    kind: 'user',
    itemId: id,
    summary: `"${displayName}": ${what}`,
  });
  return ended;
}
