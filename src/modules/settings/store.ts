import { isDeepStrictEqual } from 'node:util';
import type { Tx, Reader } from '../../kernel/db/open-database.ts';
import { isSpoken, spokenSettings } from '../../languages/catalogue.ts';
import { InvalidInputError } from '../../lib/errors.ts';
import { settingsChanged } from './events.ts';
import type { SettingChange } from './events.ts';
import { findDefinition, isSettingKey, buildSettings } from './settings.ts';
import type { SettingKey, Settings } from './settings.ts';
import { saidBy } from '../../languages/catalogues.ts';
import { isPlainTitle, slugify } from '../../lib/slugify.ts';

/**
 * Saves settings and emits `setting:{key}` for each changed one; returns their keys. `null` restores the default.
 * Throws `InvalidInputError`, and saves nothing, for an unknown setting or an invalid value.
 */
export async function saveSettings(tx: Tx, changes: Readonly<Record<string, unknown>>): Promise<string[]> {
  const checked = each(changes, check).toSorted((a, b) => (a.key < b.key ? -1 : 1));
  if (checked.length === 0) return [];
  const rows = await tx.db
    .selectFrom('setting')
    .select(['key', 'value'])
    .where(
      'key',
      'in',
      checked.map(({ key }) => key),
    )
    .execute();
  const stored = new Map(rows.map((row) => [row.key, row.value]));
  const changed = new Map<SettingKey, SettingChange>();
  for (const { key, text } of checked) {
    const before = stored.get(key);
    if (before === text) continue;
    if (text === undefined) await tx.db.deleteFrom('setting').where('key', '=', key).execute();
    else {
      const values = { value: text, updated_at: Date.now() };
      await tx.db
        .insertInto('setting')
        .values({ key, ...values })
        .onConflict((conflict) => conflict.column('key').doUpdateSet(values))
        .execute();
    }
    tx.emit(`setting:${key}`);
    changed.set(key, { before, after: text });
  }
  // Their defaults are in the site's language.
  if (changed.has('site_language')) for (const key of spokenSettings) tx.emit(`setting:${key}`);
  if (changed.size > 0) await tx.followers.notify(tx, settingsChanged, changed);
  return [...changed.keys()];
}

export async function resetSettings(
  tx: Tx,
  keys: readonly (keyof Settings)[],
  id: number,
): Promise<string[]> {
  const named = await tx.db
    .selectFrom('setting')
    .select('key')
    .where('key', 'in', keys)
    .where('value', '=', String(id))
    .orderBy('key')
    .$if(tx.dialect.rowLocks, (query) => query.forUpdate())
    .execute(); // locked: a concurrent save may set another value
  return saveSettings(tx, Object.fromEntries(named.map(({ key }) => [key, null])));
}

/** A setting's default; defaults of strings that readers see are in the site's language. */
export function defaultOf(key: string, siteLanguage: string): unknown {
  const inEnglish = findDefinition(key)?.default;
  return isSpoken(key) ? (saidBy(siteLanguage).catalogue?.[key] ?? inEnglish) : inEnglish;
}

/** Values as their settings accept them; `null` becomes the default in the resulting language. Throws `InvalidInputError`. */
export function acceptedValues(
  changes: Readonly<Record<string, unknown>>,
  siteLanguage: string,
): Readonly<Record<string, unknown>> {
  const { site_language: sent = siteLanguage } = changes;
  const language = String(sent ?? findDefinition('site_language')?.default);
  return Object.fromEntries(
    each(changes, (key, value) => [key, accepted(key, value ?? defaultOf(key, language))] as const),
  );
}

/** Checks all values before it throws `InvalidInputError`, which then has a message for each invalid setting. */
function each<Result>(
  changes: Readonly<Record<string, unknown>>,
  read: (key: string, value: unknown) => Result,
): Result[] {
  const results: Result[] = [];
  const faults: Record<string, string> = {};
  for (const [key, value] of Object.entries(changes)) {
    try {
      results.push(read(key, value));
    } catch (error) {
      if (!(error instanceof InvalidInputError)) throw error;
      faults[key] = error.message;
    }
  }
  const messages = Object.values(faults);
  if (messages.length > 0)
    throw new InvalidInputError(messages.slice(0, maxFaults).join(' '), 'rest_invalid_param', faults);
  return results;
}

/** Messages repeated in the text of an error; its fields have all. */
const maxFaults = 10;

/** The text to store; undefined for a default, which is not stored, unless it differs between languages. */
function check(key: string, value: unknown): { key: SettingKey; text: string | undefined } {
  if (!isSettingKey(key)) throw unknownSetting(key);
  if (value === null) return { key, text: undefined };
  const data = accepted(key, value);
  return {
    key,
    text:
      !isSpoken(key) && isDeepStrictEqual(data, findDefinition(key)?.default)
        ? undefined
        : JSON.stringify(data),
  };
}

const unknownSetting = (key: string) =>
  new InvalidInputError(`There is no setting "${key}".`, 'rest_invalid_param');

function accepted(key: string, value: unknown): unknown {
  const definition = findDefinition(key);
  if (!definition) throw unknownSetting(key);
  const parsed = definition.schema.safeParse(value);
  if (!parsed.success) {
    const shown = definition.secret ? 'the value given' : JSON.stringify(value);
    const reasons = parsed.error.issues
      .map((issue) => [issue.path.join('.'), issue.message].filter(Boolean).join(': '))
      .join('; ');
    throw new InvalidInputError(
      `The setting "${key}" (${definition.title}) can't be ${shown}: ${reasons}.`,
      'rest_invalid_param',
    );
  }
  return parsed.data;
}

export interface InvalidSetting {
  readonly key: string;
  readonly message: string;
}

/**
 * Reads all settings: stored values, else the defaults (strings in the site's language). Invalid stored values are
 * listed in `invalid` and replaced by their defaults.
 */
export async function readSettings(read: Reader): Promise<{ settings: Settings; invalid: InvalidSetting[] }> {
  const rows = await read.selectFrom('setting').select(['key', 'value']).execute();
  const stored = new Map(rows.map((row) => [row.key, row.value]));
  const invalid: InvalidSetting[] = [];
  const settings = buildSettings((key, definition) => {
    const text = stored.get(key);
    if (text === undefined) return definition.default;
    const parsed = definition.schema.safeParse(parseJson(text));
    if (parsed.success) return parsed.data;
    const value = definition.secret ? 'its stored value' : text;
    invalid.push({
      key,
      message: `The setting "${key}" can't be ${value} (${parsed.error.issues[0]?.message ?? 'not accepted'}); its default is used. Save it again to mend it.`,
    });
    return definition.default;
  });
  const isDefault = (key: string) => !stored.has(key) || invalid.some((one) => one.key === key);
  const spoken = spokenSettings
    .filter(isDefault)
    .map((key) => [key, defaultOf(key, settings.site_language)] as const);
  return { settings: { ...settings, ...Object.fromEntries(spoken) }, invalid };
}

export async function isSet(read: Reader, key: string): Promise<boolean> {
  return (
    (await read.selectFrom('setting').select('key').where('key', '=', key).executeTakeFirst()) !== undefined
  );
}

/** Returns undefined (which no setting accepts) for invalid JSON. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Slug of a title in the site's language; empty if nothing remains. Queries settings only where languages differ. */
export async function siteSlug(read: Reader, title: string): Promise<string> {
  return slugify(title, isPlainTitle(title) ? '' : (await readSettings(read)).settings.site_language);
}
