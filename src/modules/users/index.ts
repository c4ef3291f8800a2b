import type { Tx } from '../../kernel/db/open-database.ts';
import { defineFollower, on } from '../../kernel/events.ts';
import { demand } from '../../kernel/permission.ts';
import type { Actor } from '../../kernel/permission.ts';
import {
  settingsChanging,
  settingsSaved,
  firstRoles,
  firstRolesIn,
  readSettings,
} from '../settings/index.ts';
import { letPeopleIn } from './policy.ts';
import { capabilities, editor } from './role.ts';
import { addToRole } from './role-writer.ts';
import { capabilitiesAdded } from '../types/index.ts';
import { holdRole, listRoles } from './roles.ts';

export {
  isUseNews,
  listApplicationPasswords,
  matchApplicationPassword,
  noteUse,
} from './application-password.ts';
export { createUserCache } from './cache.ts';
export type { UserCache } from './cache.ts';
export { userDeleting, userRenaming, userUpdated } from './events.ts';
export { checkActorAgain } from './check-actor-again.ts';
export {
  beSignedIn,
  can,
  createUsers,
  deleteUsers,
  editAnybody,
  editCredentials,
  editOneself,
  editUsers,
  inviteUsers,
  linkUsers,
  mayEditUser,
  mayListUsers,
  mayWriteAnyHtml,
  missing,
  seeUsers,
} from './policy.ts';
export type { Account } from './policy.ts';
export {
  authors,
  findByHashToChange,
  findByPassword,
  findUser,
  findUserByMeta,
  findUserByName,
  findUserMeta,
  findUserToChange,
  findUsers,
  findUsersToStay,
  hasPassword,
  holdToDelete,
  holdUsers,
  listUsers,
  readableUsers,
  typesOfAuthors,
  visibleUsers,
} from './reader.ts';
export type { UserListQuery } from './reader.ts';
export { administrator, capabilities, operator } from './role.ts';
export { capabilitiesOf, ensureRoles, findActor, listRoles, lockAdministrators } from './roles.ts';
export {
  deletePasskey,
  endCodeAppOf,
  endSecondFactorOf,
  findCodeApp,
  findPasskey,
  findSecondFactor,
  hasSecondFactor,
  isRecoveryCode,
  listPasskeys,
  maxPasskeys,
  notePasskeyUse,
  takeRecoveryCode,
  takeStep,
  writeCodeApp,
  writePasskey,
  writeRecoveryCodes,
} from './second-factor.ts';
export type { StoredPasskey } from './second-factor.ts';
export {
  createSession,
  endSession,
  endSessionsOf,
  findSession,
  listSessions,
  markProven,
  sessionId,
  sessionMs,
} from './session.ts';
export type { Session, SessionPlace } from './session.ts';
export type { KnownBy, SignedIn } from './sessions.ts';
export {
  changeRoles,
  createUser,
  deleteUser,
  savePreferences,
  updateUser,
  userToChange,
} from './user-commands.ts';
export {
  findPreferences,
  isNameless,
  namelessWords,
  portraitMetaKey,
  portraitSides,
  preferenceKeys,
} from './user-fields.ts';
export type { Portrait, PreferenceKey, Preferences } from './user-fields.ts';
export { createUser as insertUser, updateUser as writeUser, writeUserMeta } from './writer.ts';

export const followers = [
  defineFollower(
    'default-role',
    on(settingsChanging, async (tx: Tx, { changes, faults }) => {
      for (const role of firstRolesIn(changes)) {
        if (!(await holdRole(tx, role)))
          faults['default_role'] = `There is no role "${role}" for default_role; name one that is there.`;
      }
    }),
    on(settingsSaved, (tx: Tx, { actor, changed }) => refuseAdmission(tx, actor, changed)),
  ),
  defineFollower(
    'type-capabilities',
    on(capabilitiesAdded, (tx: Tx, { capabilities: added }) => addToRole(tx, editor, added)),
  ),
];

/**
 * Throws `ForbiddenError` if a setting would let in users with more capabilities than the actor: through the default
 * role, or as any user through another log-in server.
 */
async function refuseAdmission(tx: Tx, actor: Actor, changed: readonly string[]): Promise<void> {
  if (changed.includes('social_login_graph_url')) demand(letPeopleIn, actor, capabilities);
  if (!changed.some((key) => key === 'default_role' || key === 'users_can_register')) return;
  const { settings } = await readSettings(tx.db);
  if (!changed.includes('default_role') && !settings.users_can_register) return;
  const assigned = firstRoles(settings);
  demand(
    letPeopleIn,
    actor,
    (await listRoles(tx.db))
      .filter(({ name }) => assigned.includes(name))
      .flatMap((role) => role.capabilities),
  );
}
