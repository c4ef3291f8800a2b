import type { Reader } from '../../kernel/db/open-database.ts';
import { isRecord } from '../../lib/is-record.ts';

/** What programs keep for somebody who works in them, each under a key of its own: WordPress' editor, and the newsroom's lists. */
export const preferenceKeys = ['persisted_preferences', 'broadsheet_lists'] as const;
export type PreferenceKey = (typeof preferenceKeys)[number];
export type Preferences = Readonly<Partial<Record<PreferenceKey, Readonly<Record<string, unknown>>>>>;

/** Longest of one, in characters of JSON. */
export const longestPreferences = 100_000;

/** What programs keep for these people, by id; who kept nothing is not there. */
export async function findPreferences(
  read: Reader,
  userIds: readonly number[],
): Promise<Map<number, Preferences>> {
  const found = new Map<number, Preferences>();
  if (userIds.length === 0) return found;
  const rows = await read
    .selectFrom('user_meta')
    .select(['user_id', 'key', 'value'])
    .where('user_id', 'in', userIds)
    .where('key', 'in', preferenceKeys)
    .execute();
  for (const { user_id: id, key, value } of rows) {
    const kept = parsed(value);
    if (kept) found.set(id, { ...found.get(id), [key]: kept });
  }
  return found;
}

/** Another program's value, as an import brings it, may be anything. */
function parsed(value: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const read: unknown = JSON.parse(value);
    return isRecord(read) ? read : undefined;
  } catch {
    return undefined;
  }
}
