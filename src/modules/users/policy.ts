import { refusal } from '../../kernel/permission.ts';
import type { Permission, Refusal, Actor } from '../../kernel/permission.ts';
import type { Capability } from './role.ts';

export function can(actor: Pick<Actor, 'capabilities'> | undefined, capability: Capability): boolean {
  return actor?.capabilities.has(capability) ?? false;
}

const emptyListCapabilities = [
  'edit_posts',
  'edit_theme_options',
  'activate_plugins',
  'install_plugins',
  'delete_plugins',
] as const;

/** Whether the actor may read WordPress lists that are always empty here, by the capability that WordPress requires. */
export function maySeeEmptyList(
  actor: Actor | undefined,
  capability: (typeof emptyListCapabilities)[number],
): boolean {
  return can(actor, capability);
}

/** Runs the tests of Site Health. WordPress grants its `view_site_health_checks` to users with `install_plugins`. */
export const viewSiteHealth: Permission<unknown> = {
  code: 'rest_forbidden',
  message: 'Sorry, you are not allowed to do that.',
  capability: 'install_plugins',
  test: (actor) => can(actor, 'install_plugins'),
};

/** Whether the actor's HTML is stored unfiltered, including scripts. */
export function mayWriteAnyHtml(actor: Pick<Actor, 'capabilities'> | undefined): boolean {
  return can(actor, 'unfiltered_html');
}

/** Whether the actor (undefined: a visitor) may see all accounts, not just published authors. */
export function mayListUsers(actor: Actor | undefined): boolean {
  return can(actor, 'list_users');
}

/** Whether the actor's rights on other accounts depend on those accounts' capabilities; without these rights there is nothing to compare. */
export function mayChangeOthers(actor: Actor | undefined): boolean {
  return can(actor, 'edit_users') || can(actor, 'delete_users');
}

export function commonCapabilities(
  one: Pick<Actor, 'capabilities'> | undefined,
  other: Pick<Actor, 'capabilities'> | undefined,
): Set<string> {
  return new Set([...(one?.capabilities ?? [])].filter((capability) => other?.capabilities.has(capability)));
}

/** Whether the actor has all capabilities of another user; otherwise editing or creating such an account would escalate the actor's privileges. */
export function mayAsMuchAs(actor: Actor, other: Pick<Actor, 'capabilities'>): boolean {
  return [...other.capabilities].every((capability) => actor.capabilities.has(capability));
}

/** Whether the actor may edit this account: their own, or any with `edit_users`. Changing roles needs `promote_users`. */
export function mayEditUser(actor: Actor | undefined, userId: number): boolean {
  return actor?.id === userId || can(actor, 'edit_users');
}

export const roleCapabilities = ['promote_users', 'manage_options'] as const;

export function missing(actor: Pick<Actor, 'capabilities'>, needed: Iterable<string>): string[] {
  return [...needed].filter((capability) => !actor.capabilities.has(capability));
}

export const editRoles: Permission<unknown> = {
  code: 'rest_cannot_edit_roles',
  message: `Sorry, you are not allowed to edit roles: that takes ${roleCapabilities.join(' and ')}.`,
  capability: 'promote_users',
  lacking: (actor) => missing(actor, roleCapabilities)[0],
  test: (actor) => missing(actor, roleCapabilities).length === 0,
};

export function refuseMore(actor: Actor, capabilities: readonly string[]): void {
  const lacking = missing(actor, capabilities);
  if (lacking.length === 0) return;
  const message = `Sorry, you can't change a role with more capabilities than yours: you lack ${lacking.slice(0, 10).join(', ')}.`;
  throw refusal(actor, { code: 'rest_cannot_edit_roles', message, capability: lacking[0] });
}

/** Admitting new users with these capabilities; prevents privilege escalation. */
export const letPeopleIn: Permission<readonly string[]> = {
  code: 'rest_cannot_edit_roles',
  message: "Sorry, you can't give new users capabilities that you lack.",
  capability: 'promote_users',
  lacking: (actor, allowed) => missing(actor, allowed)[0],
  test: (actor, allowed) => missing(actor, allowed).length === 0,
};

export const seeUsers: Permission<unknown> = {
  code: 'rest_user_cannot_view',
  message: 'Sorry, you are not allowed to list users.',
  capability: 'list_users',
  test: mayListUsers,
};
export const createUsers: Permission<unknown> = {
  code: 'rest_cannot_create_user',
  message: 'Sorry, you are not allowed to create new users.',
  capability: 'create_users',
  test: (actor) => can(actor, 'create_users'),
};
const ofAccounts: Refusal = {
  code: 'rest_cannot_edit',
  message: 'Sorry, you are not allowed to edit this user.',
  capability: 'edit_users',
};

/**
 * An account as the object of a permission. `owner`: its capabilities, an upper bound for actors; undefined for missing
 * accounts, or if they are checked later.
 */
export interface Account {
  readonly id: number;
  readonly owner: Pick<Actor, 'capabilities'> | undefined;
}

/** The account's capabilities that the actor lacks; empty for the actor's own account. */
function missingOf(actor: Actor, { id, owner }: Account): readonly string[] {
  return actor.id === id || !owner ? [] : missing(actor, owner.capabilities);
}

export const editUsers: Permission<Account> = {
  ...ofAccounts,
  lacking: (actor, account) => (mayEditUser(actor, account.id) ? missingOf(actor, account)[0] : 'edit_users'),
  test: (actor, account) => mayEditUser(actor, account.id) && missingOf(actor, account).length === 0,
};
/** Password links for oneself need `edit_users`, since the profile asks for the current password. */
export const linkUsers: Permission<Account> = {
  ...editUsers,
  lacking: (actor, account) =>
    can(actor, 'edit_users') ? editUsers.lacking?.(actor, account) : 'edit_users',
  test: (actor, account) => can(actor, 'edit_users') && editUsers.test(actor, account),
};
/** Needs `edit_users`, even for one's own account. */
export const editAnybody: Permission<unknown> = { ...ofAccounts, test: (actor) => can(actor, 'edit_users') };
export const editOneself: Permission<unknown> = { ...ofAccounts, capability: undefined, test: () => true };
export const beSignedIn: Permission<unknown> = {
  code: 'rest_not_logged_in',
  message: 'Sorry, you are not signed in.',
  capability: undefined,
  test: () => true,
};
export const promoteUsers: Permission<unknown> = {
  code: 'rest_cannot_edit_roles',
  message: 'Sorry, you are not allowed to edit roles of this user.',
  capability: 'promote_users',
  test: (actor) => can(actor, 'promote_users'),
};
export const createMembers: Permission<unknown> = {
  ...createUsers,
  capability: 'promote_users',
  test: (actor) => can(actor, 'promote_users'),
};
/** Changing email addresses and passwords. Users change their own in the profile, which asks for the password first. */
export const editCredentials: Permission<unknown> = {
  code: 'rest_cannot_edit',
  message: 'Sorry, addresses and passwords are changed in the profile, which asks for the password.',
  capability: 'edit_users',
  test: (actor) => can(actor, 'edit_users'),
};
/** Excludes the actor's own account. */
export const deleteUsers: Permission<Account> = {
  code: 'rest_user_cannot_delete',
  message: 'Sorry, you are not allowed to delete this user.',
  capability: 'delete_users',
  lacking: (actor, account) => [...missing(actor, ['delete_users']), ...missingOf(actor, account)][0],
  test: (actor, account) =>
    can(actor, 'delete_users') && actor.id !== account.id && missingOf(actor, account).length === 0,
};

/** Listing and ending another user's sessions: needs `edit_users` and all of that user's capabilities. Users manage their own in the profile. */
export const userSessions: Permission<Account> = {
  code: 'rest_cannot_edit',
  message: 'Sorry, you are not allowed to see or end the sessions of this user.',
  capability: 'edit_users',
  lacking: (actor, { owner }) =>
    can(actor, 'edit_users') ? missing(actor, owner?.capabilities ?? [])[0] : 'edit_users',
  test: (actor, { owner }) => can(actor, 'edit_users') && (!owner || mayAsMuchAs(actor, owner)),
};
export const inviteUsers: Permission<unknown> = {
  ...createUsers,
  lacking: (actor) => missing(actor, ['create_users', 'edit_users'])[0],
  test: (actor) => missing(actor, ['create_users', 'edit_users']).length === 0,
};

const ofPasswords = (code: string, action: string): Refusal => ({
  code,
  message: `Sorry, you are not allowed to ${action}.`,
  capability: 'edit_users',
});

/** Errors for actors who may not edit the account whose application passwords they request. */
export const applicationPasswordRefusals = {
  list: ofPasswords('rest_cannot_list_application_passwords', 'list application passwords for this user'),
  read: ofPasswords('rest_cannot_read_application_password', 'read this application password'),
  create: ofPasswords(
    'rest_cannot_create_application_passwords',
    'create application passwords for this user',
  ),
  update: ofPasswords('rest_cannot_edit_application_password', 'edit this application password'),
  delete: ofPasswords('rest_cannot_delete_application_password', 'delete this application password'),
  deleteAll: ofPasswords(
    'rest_cannot_delete_application_passwords',
    'delete application passwords for this user',
  ),
} as const;
