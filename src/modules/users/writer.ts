import type { Reader, Tx } from '../../kernel/db/open-database.ts';
import { ConflictError, InvalidInputError, NotFoundError } from '../../lib/errors.ts';
import { isMailbox, normalizeEmail } from '../../lib/normalize-email.ts';
import type { PasswordHash } from '../../lib/credentials.ts';
import { visibleName } from '../../lib/visible-name.ts';
import { readSettings } from '../settings/index.ts';
import { userDeleting, userRenaming, userUpdated } from './events.ts';
import {
  findUser,
  findUserByAddressAsLogin,
  findUserByEmail,
  findUserByFoldedLogin,
  findUserBySlug,
  listUsers,
  holdToDelete,
} from './reader.ts';
import { endApplicationPasswordsOf } from './application-password.ts';
import {
  personalMeta,
  portraitMetaKey,
  isNameless,
  namelessName,
  namelessWords,
  namelessWriter,
  slugOfWord,
  slugsOfWord,
} from './user-fields.ts';
import type { PersonalFields } from './user-fields.ts';
import { administrator } from './role.ts';
import { lockAdministrators } from './roles.ts';
import { endSecondFactorOf } from './second-factor.ts';
import { endSessionsOf } from './session.ts';
import type { User } from '../../kernel/permission.ts';

/** All fields but log-in name and email have defaults. */
export interface UserInput extends Partial<PersonalFields> {
  /** An imported id, used if it is free. */
  readonly id?: number;
  readonly login: string;
  /** May be empty for imported authors. */
  readonly email: string;
  /** Default: derived from the display name, never from the log-in name. */
  readonly slug?: string;
  /** Default: a generic name (`namelessName`), so that the log-in name stays private. */
  readonly displayName?: string;
  /** Generic name if there is no display name; default `namelessWriter`. */
  readonly nameless?: string;
  readonly url?: string;
  /** HTML. */
  readonly bio?: string;
  /** Role names; default: subscriber. */
  readonly roles?: readonly string[];
  /** From `hashPassword`, before the transaction; without it, password log-in is impossible. */
  readonly password?: PasswordHash;
  readonly createdAt?: number;
  /** From `PortraitMaker.make`; the account then owns its files. '' removes any portrait, including one from the media library. */
  readonly portrait?: string;
  /** From `profileLink`. */
  readonly links?: readonly string[];
}

/** Creates a user; returns the id. Throws `ConflictError` for a taken log-in name, email or slug; generated slugs get `-2`, `-3` … instead. */
export async function createUser(tx: Tx, input: UserInput): Promise<number> {
  const login = checkLogin(input.login);
  const email = checkEmail(input.email);
  const roles = await checkRoles(tx, input.roles ?? ['subscriber']);
  await refuseTaken(tx, 0, { login, email, slug: input.slug });
  const named = visibleName(input.displayName ?? '');
  const { nameless = namelessWriter } = input;
  const slug = input.slug || (await freeSlug(tx, await slugOfWord(tx.db, named || nameless)));
  const displayName = named || (await namelessName(tx.db, nameless, slug));
  const { id } = await tx.db
    .insertInto('user')
    .values({
      ...(input.id === undefined ? {} : { id: input.id }),
      login,
      email,
      slug,
      display_name: displayName,
      url: input.url ?? '',
      bio: input.bio ?? '',
      roles: JSON.stringify(roles),
      password_hash: input.password?.encoded ?? '',
      created_at: input.createdAt ?? Date.now(),
      portrait: input.portrait ?? '',
      links: JSON.stringify(input.links ?? []),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await storeMeta(tx, id, personalMeta(input));
  tx.emit(`user:${id}`);
  return id;
}

const shownFields = ['slug', 'displayName', 'url', 'bio', 'portrait', 'links'] as const;

/** Updates a user; the log-in name stays. Throws like `createUser`, and `ConflictError` for the last administrator. */
export async function updateUser(
  tx: Tx,
  id: number,
  changes: Partial<Omit<UserInput, 'id' | 'login' | 'nameless'>>,
): Promise<void> {
  const before = await existing(tx, id);
  const email = changes.email === undefined ? undefined : checkEmail(changes.email);
  if (changes.slug === '') throw new InvalidInputError('A user needs a slug.');
  await refuseTaken(tx, id, { email: email === before.email ? undefined : email, slug: changes.slug });
  const displayName = visibleName(changes.displayName ?? '') || undefined;
  const slug =
    changes.slug ?? (displayName === undefined ? undefined : await slugOfFirstName(tx, before, displayName));
  const roles = changes.roles && (await checkRoles(tx, changes.roles));
  if (roles && !roles.includes(administrator)) await refuseLastAdministrator(tx, id);
  const values = {
    email,
    slug,
    display_name: displayName,
    url: changes.url,
    bio: changes.bio,
    roles: roles && JSON.stringify(roles),
    password_hash: changes.password?.encoded,
    created_at: changes.createdAt,
    portrait: changes.portrait,
    links: changes.links && JSON.stringify(changes.links),
  };
  await tx.db
    .updateTable('user')
    .set((eb) => ({ ...values, revision: eb('revision', '+', 1) }))
    .where('id', '=', id)
    .execute();
  const leaves = changes.portrait !== undefined && changes.portrait !== before.portrait;
  await storeMeta(tx, id, { ...personalMeta(changes), ...(leaves ? { [portraitMetaKey]: [] } : {}) });
  await tx.followers.notify(tx, userUpdated, {
    before,
    ...(email !== undefined && email !== before.email ? { email } : {}),
    ...(leaves ? { portrait: changes.portrait } : {}),
  });
  // A new password ends all access gained with the old one.
  if (changes.password) {
    await endSessionsOf(tx, id);
    await endApplicationPasswordsOf(tx, id);
  }
  // Pages with a portrait whose files are deleted must not be served. Changes that pages don't show invalidate no page.
  if (shownFields.some((field) => changes[field] !== undefined))
    tx.emit(`user:${id}`, leaves ? 'remove' : 'change');
  else tx.emit(`account:${id}`);
  if (
    (values.display_name ?? before.displayName) !== before.displayName ||
    (values.slug ?? before.slug) !== before.slug
  )
    tx.emit('names');
}

/**
 * Deletes a user; `reassignTo` gets posts, revisions and autosaves, comments keep the name. Throws `ConflictError` if
 * posts have no heir, or for the last administrator. Does nothing if the user doesn't exist.
 */
export async function deleteUser(tx: Tx, id: number, reassignTo?: number): Promise<void> {
  await holdToDelete(tx, id, reassignTo);
  const leaving = await findUser(tx.db, id);
  if (!leaving) return;
  if (reassignTo === id)
    throw new InvalidInputError(`User ${id} can't take over their own posts.`, 'rest_user_invalid_reassign');
  if (reassignTo !== undefined && !(await findUser(tx.db, reassignTo))) {
    throw new InvalidInputError(
      `There is no user ${reassignTo} to take over the posts.`,
      'rest_user_invalid_reassign',
    );
  }
  await refuseLastAdministrator(tx, id);
  await tx.followers.notify(tx, userDeleting, { id, reassignTo, before: leaving });
  await tx.db.deleteFrom('user_meta').where('user_id', '=', id).execute();
  await endSessionsOf(tx, id);
  await endApplicationPasswordsOf(tx, id);
  await endSecondFactorOf(tx, id);
  await tx.db.deleteFrom('user').where('id', '=', id).execute();
  tx.emit(`user:${id}`, 'remove');
}

export async function writeUserMeta(
  tx: Tx,
  userId: number,
  meta: Readonly<Record<string, readonly string[]>>,
): Promise<void> {
  await storeMeta(tx, userId, meta);
  if (Object.keys(meta).length > 0) tx.emit(`user:${userId}`);
}

async function storeMeta(
  tx: Tx,
  userId: number,
  meta: Readonly<Record<string, readonly string[]>>,
): Promise<void> {
  const entries = Object.entries(meta);
  if (entries.length === 0) return;
  await tx.db
    .deleteFrom('user_meta')
    .where('user_id', '=', userId)
    .where(
      'key',
      'in',
      entries.map(([key]) => key),
    )
    .execute();
  const rows = entries.flatMap(([key, values]) => values.map((value) => ({ user_id: userId, key, value })));
  if (rows.length > 0) await tx.db.insertInto('user_meta').values(rows).execute();
}

/** Replaces preferences by key without invalidation, since no page depends on them. */
export async function writePreferences(
  tx: Tx,
  userId: number,
  preferences: Readonly<Record<string, string>>,
): Promise<void> {
  await storeMeta(
    tx,
    userId,
    Object.fromEntries(Object.entries(preferences).map(([key, value]) => [key, [value]])),
  );
}

async function refuseLastAdministrator(tx: Tx, id: number): Promise<void> {
  await lockAdministrators(tx);
  const { users } = await listUsers(tx.db, { roles: [administrator], limit: 2 });
  if (users.length === 1 && users[0]?.id === id) {
    throw new ConflictError(
      `User ${id} is the only administrator; make another user an administrator first.`,
      'last_administrator',
    );
  }
}

async function existing(tx: Tx, id: number): Promise<User> {
  const user = await findUser(tx.db, id);
  if (!user) throw new NotFoundError(`There is no user ${id}.`, 'rest_user_invalid_id');
  return user;
}

async function refuseTaken(
  tx: Tx,
  ownId: number,
  requested: {
    readonly login?: string | undefined;
    readonly email?: string | undefined;
    readonly slug?: string | undefined;
  },
): Promise<void> {
  const holders = [
    ['username', 'existing_user_login', requested.login, findUserByFoldedLogin],
    ['email address', 'existing_user_email', requested.email, findUserByEmail],
    ['slug', 'existing_user_slug', requested.slug, findUserBySlug],
    // Users log in by either: an address equal to another user's log-in name would lock its owner out.
    ['email address', 'existing_user_login', requested.login, findUserByEmail],
    ['username', 'existing_user_email', requested.email, findUserByAddressAsLogin],
  ] as const satisfies readonly (readonly [
    string,
    string,
    string | undefined,
    (read: Reader, value: string) => ReturnType<typeof findUserByEmail>,
  ])[];
  await tx.dialect.lockName('names of users')?.execute(tx.db);
  for (const [name, code, value, find] of holders) {
    const holder = value ? await find(tx.db, value) : undefined;
    if (holder && holder.id !== ownId)
      throw new ConflictError(`The ${name} "${value}" belongs to another user (id ${holder.id}).`, code);
  }
}

/** The slug follows the first display name unless visitors may know the current one. */
async function slugOfFirstName(tx: Tx, before: User, displayName: string): Promise<string | undefined> {
  if (displayName === before.displayName) return undefined;
  const words = namelessWords((await readSettings(tx.db)).settings);
  const made = (await Promise.all(words.map((word) => slugsOfWord(tx.db, word)))).flat();
  if (
    !isNameless(before, words) ||
    !made.some((slug) => before.slug === slug || before.slug.startsWith(`${slug}-`))
  )
    return undefined;
  const renaming = { id: before.id, isKnown: false };
  await tx.followers.notify(tx, userRenaming, renaming);
  return renaming.isKnown ? undefined : freeSlug(tx, await slugOfWord(tx.db, displayName));
}

async function freeSlug(tx: Tx, requested: string): Promise<string> {
  if (!(await findUserBySlug(tx.db, requested))) return requested;
  // '.' follows '-' in the collation, so the range covers every slug that begins with `requested-`.
  const taken = new Set(
    (
      await tx.db
        .selectFrom('user')
        .select('slug')
        .where('slug', '>=', `${requested}-`)
        .where('slug', '<', `${requested}.`)
        .execute()
    ).map(({ slug }) => slug),
  );
  let suffix = 2;
  while (taken.has(`${requested}-${suffix}`)) suffix++;
  return `${requested}-${suffix}`;
}

function checkLogin(login: string): string {
  const trimmed = login.trim();
  if (!/^[\p{L}\p{N} _.@-]{1,60}$/u.test(trimmed)) {
    throw new InvalidInputError(
      `"${login}" can't be a username: expected 1 to 60 letters, digits, spaces or the characters _ . - @.`,
      'invalid_username',
    );
  }
  return trimmed;
}

function checkEmail(email: string): string {
  const normalized = normalizeEmail(email);
  if (normalized !== '' && !isMailbox(normalized))
    throw new InvalidInputError(`"${email}" is no email address.`, 'invalid_email');
  return normalized;
}

/** Locks the roles until the transaction ends, so that none of them is deleted concurrently. */
async function checkRoles(tx: Tx, roles: readonly string[]): Promise<string[]> {
  const unique = [...new Set(roles)];
  const known =
    unique.length === 0
      ? []
      : (
          await tx.db
            .selectFrom('role')
            .select('name')
            .where('name', 'in', unique)
            .orderBy('name')
            .$if(tx.dialect.rowLocks, (query) => query.forKeyShare())
            .execute()
        ).map(({ name }) => name);
  const unknown = unique.find((role) => !known.includes(role));
  if (unknown !== undefined)
    throw new InvalidInputError(`There is no role "${unknown}".`, 'rest_user_invalid_role');
  return unique;
}
