import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import type { Tx } from '../../kernel/db/open-database.ts';
import { InvalidInputError, StaleError } from '../../lib/errors.ts';
import { noteChange, readInput } from '../../kernel/command.ts';
import { demand } from '../../kernel/permission.ts';
import { capabilities } from '../users/role.ts';
import type { Actor } from '../../kernel/permission.ts';
import { listRoles, holdRole } from '../users/roles.ts';
import { firstRoles, checkLanguage, firstRolesIn } from './site-facts.ts';
import { letPeopleIn, manageSettings, writeSettings } from './policy.ts';
import { readSettings } from './store.ts';
import { findDefinition } from './settings.ts';
import type { Settings } from './settings.ts';
import { holdPosts } from '../posts/reader.ts';
import { holdTerms } from '../terms/reader.ts';
import { fileType, sectionTaxonomy } from '../types/names.ts';
import { postTypeNamed } from '../types/registry.ts';
import * as store from './store.ts';

/** What each setting is to be; `null`: its default. The writer says which settings there are and what they take. */
const schema = z.record(z.string().max(200), z.unknown());

/** Values by setting as somebody sees them: of a secret one whether it is set. */
export type SeenSettings = Readonly<Record<string, unknown>>;

/** A value as somebody sees it. */
export function seen(key: string, value: unknown): unknown {
  const definition = findDefinition(key);
  return definition?.secret ? !isDeepStrictEqual(value, definition.default) : value;
}

/** The settings, for somebody who may change them: nobody else does until the transaction ends. */
export async function settingsToChange(tx: Tx, actor: Actor | undefined): Promise<Settings> {
  demand(manageSettings, actor, undefined);
  await tx.dialect.lockName('settings')?.execute(tx.db);
  return (await readSettings(tx.db)).settings;
}

/**
 * Saves settings for somebody who saw the values `from` of them. Settings have no common revision, so that two people may change different ones at once:
 * each that is sent is compared.
 * What overwrites whatever is there, such as an import, calls `saveSettings` of the store. Returns the names of those that changed.
 * Throws `StaleError` with both sides where one is no longer as it was seen, `InvalidInputError` where one would come to name something that is not there, a
 * language included, and `ForbiddenError` for code of who may write none, and for what lets people in who may more than they; nothing is saved then.
 */
export async function saveSettings(
  tx: Tx,
  actor: Actor | undefined,
  input: z.input<typeof schema>,
  from: SeenSettings,
): Promise<string[]> {
  const sent = readInput(schema, input, 'the settings');
  const values = new Map<string, unknown>(Object.entries(await settingsToChange(tx, actor)));
  const known = Object.keys(sent).filter((key) => values.has(key));
  const missing = known.filter((key) => !Object.hasOwn(Object(from), key));
  if (missing.length > 0)
    throw new InvalidInputError(`Say which value you saw of ${missing.join(', ')}.`, 'revision_missing');
  const stale = known.filter((key) => !isDeepStrictEqual(from[key], seen(key, values.get(key))));
  if (stale.length > 0) {
    throw new StaleError(`Someone else changed ${stale.join(', ')} meanwhile. Nothing was saved.`, {
      mine: Object.fromEntries(stale.map((key) => [key, seen(key, sent[key])])),
      theirs: Object.fromEntries(stale.map((key) => [key, seen(key, values.get(key))])),
    });
  }
  const changes = Object.fromEntries(
    known.filter((key) => !isDeepStrictEqual(sent[key], values.get(key))).map((key) => [key, sent[key]]),
  );
  checkLanguage(changes['site_language']);
  await holdNamed(tx, changes);
  const changed = await store.saveSettings(tx, sent);
  demand(writeSettings, actor, changed);
  await refuseToLetIn(tx, actor, changed);
  if (changed.length > 0)
    await noteChange(tx, actor, {
      verb: 'update',
      kind: 'setting',
      itemId: 0,
      summary: changed.join(', '),
    });
  return changed;
}

/**
 * Throws `ForbiddenError` where people would come in who may more than who says so: with the role that is given to all who register, or as anybody at all, by
 * the word of another server.
 */
async function refuseToLetIn(tx: Tx, actor: Actor | undefined, changed: readonly string[]): Promise<void> {
  if (changed.includes('social_login_graph_url')) demand(letPeopleIn, actor, capabilities);
  if (!changed.some((key) => key === 'default_role' || key === 'users_can_register')) return;
  const { settings } = await readSettings(tx.db);
  if (
    !changed.includes('default_role') &&
    !(changed.includes('users_can_register') && settings.users_can_register)
  )
    return;
  const given = firstRoles(settings);
  demand(
    letPeopleIn,
    actor,
    (await listRoles(tx.db)).filter(({ name }) => given.includes(name)).flatMap((role) => role.capabilities),
  );
}

interface Named {
  readonly kind: string;
  readonly fits: (type: string) => boolean;
}

const picture: Named = { kind: 'picture', fits: (type) => type === fileType };
const page: Named = { kind: 'page', fits: (type) => postTypeNamed(type).mayBeFront };

/** Settings that name a post or a file by its id, and what it has to be. */
const naming: Readonly<Partial<Record<keyof Settings, Named>>> = {
  site_logo: picture,
  site_logo_dark: picture,
  site_icon: picture,
  social_image: picture,
  page_on_front: page,
  page_for_posts: page,
};

/**
 * Keeps what settings are about to name until the transaction ends: who deletes it finds what names it. Throws `InvalidInputError` where something is named
 * that is not there: a picture, a page, a category, a role. Values that a setting does not take are the writer's to refuse.
 */
async function holdNamed(tx: Tx, changes: Readonly<Record<string, unknown>>): Promise<void> {
  const idOf = (key: string) => {
    const parsed = findDefinition(key)?.schema.safeParse(changes[key]);
    return parsed?.success && typeof parsed.data === 'number' ? parsed.data : 0;
  };
  const faults: Record<string, string> = {};
  const miss = (key: string, kind: string) => {
    faults[key] = `There is no ${kind} ${idOf(key)} for ${key}; name one that is there, or 0 for none.`;
  };
  const wanted = Object.entries(naming).filter(([key]) => idOf(key) > 0);
  const posts = await holdPosts(
    tx,
    wanted.map(([key]) => idOf(key)),
  );
  for (const [key, { kind, fits }] of wanted) if (!fits(posts.get(idOf(key))?.type ?? '')) miss(key, kind);
  const category = idOf('default_category');
  if (category > 0 && (await holdTerms(tx, [category])).get(category)?.taxonomy !== sectionTaxonomy)
    miss('default_category', 'category');
  for (const role of firstRolesIn(changes)) {
    if (!(await holdRole(tx, role)))
      faults['default_role'] = `There is no role "${role}" for default_role; name one that is there.`;
  }
  const messages = Object.values(faults);
  if (messages.length > 0) throw new InvalidInputError(messages.join(' '), 'rest_invalid_param', faults);
}
