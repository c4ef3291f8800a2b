import type { Reader } from '../../kernel/db/open-database.ts';

/** What an account holds besides its public name. Readers see none of it. */
export interface PersonalFields {
  readonly firstName: string;
  readonly lastName: string;
  readonly nickname: string;
  /** The language of the account's own pages, as WordPress spells it (`de_DE`); empty: the site's. */
  readonly locale: string;
}

/** Their keys in user meta, which are WordPress' own. */
export const personalKeys = {
  firstName: 'first_name',
  lastName: 'last_name',
  nickname: 'nickname',
  locale: 'locale',
} as const satisfies Readonly<Record<keyof PersonalFields, string>>;

export const noPersonalFields: PersonalFields = { firstName: '', lastName: '', nickname: '', locale: '' };

const fields = Object.entries(personalKeys) as [keyof PersonalFields, string][];

/** The personal fields of these accounts by id; an account without any is missing. */
export async function findPersonalFields(
  read: Reader,
  userIds: readonly number[],
): Promise<Map<number, PersonalFields>> {
  const found = new Map<number, PersonalFields>();
  if (userIds.length === 0) return found;
  const rows = await read
    .selectFrom('user_meta')
    .select(['user_id', 'key', 'value'])
    .where('user_id', 'in', userIds)
    .where('key', 'in', Object.values(personalKeys))
    .orderBy('id', 'desc')
    .execute();
  for (const { user_id: id, key, value } of rows) {
    const field = fields.find(([, name]) => name === key)?.[0];
    if (field) found.set(id, { ...(found.get(id) ?? noPersonalFields), [field]: value });
  }
  return found;
}

/** The same as user meta: an empty field is removed. */
export function personalMeta(values: Partial<PersonalFields>): Record<string, readonly string[]> {
  return Object.fromEntries(
    fields.flatMap(([field, key]) => {
      const value = values[field];
      return value === undefined ? [] : [[key, value === '' ? [] : [value]] as const];
    }),
  );
}
