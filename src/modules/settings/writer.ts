import { isDeepStrictEqual } from 'node:util';
import type { Tx } from '../../kernel/db/open-database.ts';
import { isSpoken, spokenSettings } from '../../languages/catalogue.ts';
import { InvalidInputError } from '../../lib/errors.ts';
import { settingsChanged } from './events.ts';
import type { SettingChange } from './events.ts';
import { findDefinition, isSettingKey } from './settings.ts';
import type { SettingKey, Settings } from './settings.ts';

/**
 * Saves settings and emits `setting:{key}` for each that changed; returns their keys. `null` brings a setting back to its default.
 * Throws `InvalidInputError`, and saves nothing, when there is no such setting or it does not accept the value.
 */
export async function saveSettings(tx: Tx, changes: Readonly<Record<string, unknown>>): Promise<string[]> {
  const wanted = Object.entries(changes)
    .map(([key, value]) => check(key, value))
    .toSorted((a, b) => (a.key < b.key ? -1 : 1));
  if (wanted.length === 0) return [];
  const rows = await tx.db
    .selectFrom('setting')
    .select(['key', 'value'])
    .where(
      'key',
      'in',
      wanted.map(({ key }) => key),
    )
    .execute();
  const stored = new Map(rows.map((row) => [row.key, row.value]));
  const changed = new Map<SettingKey, SettingChange>();
  for (const { key, text } of wanted) {
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
  // Their defaults are words of the site's language.
  if (changed.has('site_language')) for (const key of spokenSettings) tx.emit(`setting:${key}`);
  if (changed.size > 0) await tx.followers.notify(tx, settingsChanged, changed);
  return [...changed.keys()];
}

/** Brings those of the settings back to their defaults that name this thing, by its id: it goes. Returns their keys. */
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
    .execute(); // what is being saved by somebody else may name something else by then
  return saveSettings(tx, Object.fromEntries(named.map(({ key }) => [key, null])));
}

/** What is to be stored for a setting; undefined for its default, which is not stored, unless other languages have another. */
function check(key: string, value: unknown): { key: SettingKey; text: string | undefined } {
  const definition = findDefinition(key);
  if (!definition || !isSettingKey(key))
    throw new InvalidInputError(`There is no setting "${key}".`, 'rest_invalid_param');
  if (value === null) return { key, text: undefined };
  const parsed = definition.schema.safeParse(value);
  if (!parsed.success) {
    const given = definition.secret ? 'the value given' : JSON.stringify(value);
    const reasons = parsed.error.issues
      .map((issue) => [issue.path.join('.'), issue.message].filter(Boolean).join(': '))
      .join('; ');
    throw new InvalidInputError(
      `The setting "${key}" (${definition.title}) can't be ${given}: ${reasons}.`,
      'rest_invalid_param',
    );
  }
  return {
    key,
    text:
      !isSpoken(key) && isDeepStrictEqual(parsed.data, definition.default)
        ? undefined
        : JSON.stringify(parsed.data),
  };
}
