import { isLoginName } from '../../lib/account-rules.ts';
import { ConflictError, InvalidInputError } from '../../lib/errors.ts';
import { canReach, normalizeEmail } from '../../lib/normalize-email.ts';
import { hashPassword, generatePassword } from '../../lib/credentials.ts';
import type { Database, Reader } from '../../kernel/db/open-database.ts';
import { noteChange } from '../../kernel/command.ts';
import { readerText, defaultSettings, isKnownLanguage, saveSettings } from '../settings/index.ts';
import type { Settings } from '../settings/index.ts';
import {
  administrator,
  operator,
  ensureRoles,
  lockAdministrators,
  insertUser as createUser,
  listUsers,
} from '../users/index.ts';
import { fault } from './accounts.ts';
import { awaitDemo } from './awaited-demo.ts';
import { checkPassword, shownName } from './password-commands.ts';

export interface Installation {
  readonly title: string;
  /** Language tag of the site's content; '' for English. */
  readonly language: string;
  readonly login: string;
  /** '' for a generic name. */
  readonly displayName: string;
  readonly email: string;
  readonly password: string;
  readonly retyped: string;
  readonly wantsDemo: boolean;
}

export async function isUninstalled(read: Reader): Promise<boolean> {
  const [user, post] = await Promise.all([
    read.selectFrom('user').select('id').limit(1).executeTakeFirst(),
    read.selectFrom('post').select('id').limit(1).executeTakeFirst(),
  ]);
  return !user && !post;
}

/** New sites offer push notifications only on the second page view (decision 091); the setting's default follows the specification. */
const settingsOfNewSites = { push_second_view: true } as const;

/** Default settings in a language, or in English if it does not exist. */
export const defaultsIn = (language: string): Settings =>
  isKnownLanguage(language) ? { ...defaultSettings, site_language: language } : defaultSettings;

/** Trims title and language of a new site. Throws `InvalidInputError` with the field. */
export function readSiteFields(typed: Pick<Installation, 'title' | 'language'>): {
  readonly title: string;
  readonly language: string;
} {
  const title = typed.title.replaceAll(/\s+/g, ' ').trim();
  const language = typed.language.trim() || defaultSettings.site_language;
  if (title === '' || title.length > 200) throw fault(defaultsIn(language), 'install_title_wrong', 'title');
  if (!isKnownLanguage(language)) throw fault(defaultSettings, 'install_language_wrong', 'language');
  return { title, language };
}

/**
 * Creates a site's first account, an administrator, and sets the title. Throws `InvalidInputError` with the field, and
 * `ConflictError` if the site was set up concurrently; both with messages in the site's language.
 */
export async function installSite(place: Pick<Database, 'write'>, typed: Installation): Promise<void> {
  const { title, language } = readSiteFields(typed);
  const settings = defaultsIn(language);
  const [login, email] = [typed.login.trim(), normalizeEmail(typed.email)];
  if (!isLoginName(login)) throw fault(settings, 'login_username', 'login');
  if (!canReach(email)) throw fault(settings, 'login_email', 'email');
  try {
    checkPassword(settings, typed);
  } catch (error) {
    if (!(error instanceof InvalidInputError)) throw error;
    throw new InvalidInputError(error.message, error.code, { password: error.message });
  }
  const password = await hashPassword(typed.password);
  await place.write(async (tx) => {
    await ensureRoles(tx);
    // A concurrent second submission waits here and finds the first one's account.
    await lockAdministrators(tx);
    if (!(await isUninstalled(tx.db)))
      throw new ConflictError(readerText(settings, 'install_late'), 'install_late');
    const id = await createUser(tx, {
      login,
      email,
      password,
      displayName: shownName(typed.displayName),
      roles: [administrator],
    });
    await saveSettings(tx, { ...settingsOfNewSites, blogname: title, site_language: language });
    if (typed.wantsDemo) await awaitDemo(tx);
    await noteChange(tx, operator(), {
      verb: 'create',
      kind: 'user',
      itemId: id,
      summary: `"${login}" set the site up`,
    });
  });
}

/** The first administrator; without a password, one is generated. */
interface FirstAdministrator {
  readonly user: string;
  readonly email: string;
  readonly password?: string | undefined;
}

/** Adds missing roles, and an administrator if there isn't one. Returns a generated password, to be shown once. */
export async function ensureAdministrator(
  database: Pick<Database, 'read' | 'write'>,
  first: FirstAdministrator,
): Promise<string | undefined> {
  await database.write(ensureRoles);
  if (await hasAdministrator(database.read)) return undefined;
  const generated = first.password ? undefined : generatePassword();
  const password = await hashPassword(first.password || (generated ?? ''));
  const made = await database.write(async (tx) => {
    // Two processes may start on an empty database; the second waits here and finds the first one's administrator.
    await lockAdministrators(tx);
    if (await hasAdministrator(tx.db)) return false;
    if (await isUninstalled(tx.db)) await saveSettings(tx, settingsOfNewSites);
    await createUser(tx, { login: first.user, email: first.email, password, roles: [administrator] });
    return true;
  });
  return made ? generated : undefined;
}

async function hasAdministrator(read: Reader): Promise<boolean> {
  return (await listUsers(read, { roles: [administrator], limit: 1 })).total > 0;
}
