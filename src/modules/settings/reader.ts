import type { Reader } from '../../kernel/db/open-database.ts';
import { spokenSettings } from '../../languages/catalogue.ts';
import { saidBy } from '../../languages/catalogues.ts';
import { buildSettings } from './settings.ts';
import type { Settings } from './settings.ts';

/** A stored value that its setting no longer accepts. */
export interface InvalidSetting {
  readonly key: string;
  readonly message: string;
}

/**
 * Every setting: what is stored, else its default, which for words that readers see is in the site's language. Stored values that are not accepted are listed
 * in `invalid` and read as the default.
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
  const { catalogue } = saidBy(settings.site_language);
  const isDefault = (key: string) => !stored.has(key) || invalid.some((one) => one.key === key);
  const spoken = catalogue
    ? spokenSettings.filter(isDefault).map((key) => [key, catalogue[key]] as const)
    : [];
  return { settings: { ...settings, ...Object.fromEntries(spoken) }, invalid };
}

/** Whether somebody set a setting to something other than its default. */
export async function isSet(read: Reader, key: string): Promise<boolean> {
  return (
    (await read.selectFrom('setting').select('key').where('key', '=', key).executeTakeFirst()) !== undefined
  );
}

/** The value, or undefined (which no setting accepts) when it is not JSON. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // reported by the caller, as a value that is not accepted
  }
}
