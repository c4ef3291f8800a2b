import { refusal } from '../../kernel/permission.ts';
import type { Permission, Refusal, Actor } from '../../kernel/permission.ts';
import type { Capability } from './role.ts';

/** Whether somebody's roles allow something; visitors (undefined) may nothing. */
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

/** Whether an actor may use lists of WordPress that are empty here, by the capability that WordPress asks for. */
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

/** Whether what somebody writes is taken as it is, scripts included; of others it is cleaned. */
export function mayWriteAnyHtml(actor: Pick<Actor, 'capabilities'> | undefined): boolean {
  return can(actor, 'unfiltered_html');
}

/** Whether somebody (undefined: a visitor) may see all accounts, whatever these published. */
export function mayListUsers(actor: Actor | undefined): boolean {
  return can(actor, 'list_users');
}

/** Whether what somebody may do with accounts of others hangs on what those may: who can neither change nor delete any may do nothing with them. */
export function mayChangeOthers(actor: Actor | undefined): boolean {
  return can(actor, 'edit_users') || can(actor, 'delete_users');
}

/** What of the one's rights the other has, too. */
export function commonCapabilities(
  one: Pick<Actor, 'capabilities'> | undefined,
  other: Pick<Actor, 'capabilities'> | undefined,
): Set<string> {
  return new Set([...(one?.capabilities ?? [])].filter((capability) => other?.capabilities.has(capability)));
}

/** Whether somebody may do all that another may: who may not could make more of themselves by changing or making such an account. */
export function mayAsMuchAs(actor: Actor, other: Pick<Actor, 'capabilities'>): boolean {
  return [...other.capabilities].every((capability) => actor.capabilities.has(capability));
}

/** Whether somebody may change this account: one's own, or anybody's with `edit_users`. Roles need `promote_users`. */
export function mayEditUser(actor: Actor | undefined, userId: number): boolean {
  return actor?.id === userId || can(actor, 'edit_users');
}

/** What making, changing and deleting roles takes: who may give them to people, and who looks after the site. */
export const roleCapabilities = ['promote_users', 'manage_options'] as const;

/** Those of the capabilities that somebody lacks. */
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

/** Refuses what would give more than somebody has, and names it. */
export function refuseMore(actor: Actor, capabilities: readonly string[]): void {
  const lacking = missing(actor, capabilities);
  if (lacking.length === 0) return;
  const message = `Sorry, nobody changes a role that may more than they: you lack ${lacking.slice(0, 10).join(', ')}.`;
  throw refusal(actor, { code: 'rest_cannot_edit_roles', message, capability: lacking[0] });
}

/** Who may have people come in with certain rights, by these: nobody makes more of themselves by that. */
export const letPeopleIn: Permission<readonly string[]> = {
  code: 'rest_cannot_edit_roles',
  message: 'Sorry, nobody has people come in who may more than they.',
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
 * An account as somebody asks what they may do with it. `owner`: what its roles allow, which nobody goes beyond; undefined where there is no such account, or
 * where that is asked about later.
 */
export interface Account {
  readonly id: number;
  readonly owner: Pick<Actor, 'capabilities'> | undefined;
}

/** What somebody lacks of what an account may that is not their own. */
function missingOf(actor: Actor, { id, owner }: Account): readonly string[] {
  return actor.id === id || !owner ? [] : missing(actor, owner.capabilities);
}

export const editUsers: Permission<Account> = {
  ...ofAccounts,
  lacking: (actor, account) => (mayEditUser(actor, account.id) ? missingOf(actor, account)[0] : 'edit_users'),
  test: (actor, account) => mayEditUser(actor, account.id) && missingOf(actor, account).length === 0,
};
/** Nobody makes a link for themselves but who may for everybody: a password is changed in the profile, which asks for the one that there is. */
export const linkUsers: Permission<Account> = {
  ...editUsers,
  lacking: (actor, account) =>
    can(actor, 'edit_users') ? editUsers.lacking?.(actor, account) : 'edit_users',
  test: (actor, account) => can(actor, 'edit_users') && editUsers.test(actor, account),
};
/** What only who looks after accounts does, on one's own, too. */
export const editAnybody: Permission<unknown> = { ...ofAccounts, test: (actor) => can(actor, 'edit_users') };
/** What everybody does on their own account. */
export const editOneself: Permission<unknown> = { ...ofAccounts, capability: undefined, test: () => true };
/** What one's own account says is asked of who is signed in. */
export const beSignedIn: Permission<unknown> = {
  code: 'rest_not_logged_in',
  message: 'Sorry, you are not signed in.',
  capability: undefined,
  test: () => true,
};
/** Who may say which roles somebody has. */
export const promoteUsers: Permission<unknown> = {
  code: 'rest_cannot_edit_roles',
  message: 'Sorry, you are not allowed to edit roles of this user.',
  capability: 'promote_users',
  test: (actor) => can(actor, 'promote_users'),
};
/** Who may make accounts that have other roles than a subscriber's. */
export const createMembers: Permission<unknown> = {
  ...createUsers,
  capability: 'promote_users',
  test: (actor) => can(actor, 'promote_users'),
};
/** What lets people in: their address and their password. One's own are changed in the profile, which asks for the password first. */
export const editCredentials: Permission<unknown> = {
  code: 'rest_cannot_edit',
  message: 'Sorry, addresses and passwords are changed in the profile, which asks for the password.',
  capability: 'edit_users',
  test: (actor) => can(actor, 'edit_users'),
};
/** Never one's own: somebody else has to. */
export const deleteUsers: Permission<Account> = {
  code: 'rest_user_cannot_delete',
  message: 'Sorry, you are not allowed to delete this user.',
  capability: 'delete_users',
  lacking: (actor, account) => [...missing(actor, ['delete_users']), ...missingOf(actor, account)][0],
  test: (actor, account) =>
    can(actor, 'delete_users') && actor.id !== account.id && missingOf(actor, account).length === 0,
};

/** To see where others are signed in, and to end that: for who may change accounts, of those who may no more than they. One's own are in the profile. */
export const userSessions: Permission<Account> = {
  code: 'rest_cannot_edit',
  message: 'Sorry, you are not allowed to see or end the sessions of this user.',
  capability: 'edit_users',
  lacking: (actor, { owner }) =>
    can(actor, 'edit_users') ? missing(actor, owner?.capabilities ?? [])[0] : 'edit_users',
  test: (actor, { owner }) => can(actor, 'edit_users') && (!owner || mayAsMuchAs(actor, owner)),
};
/** To make an account and the link by which somebody takes it over. */
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

/** What those are told who may not change an account, of its application passwords. */
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
