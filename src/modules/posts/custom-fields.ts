import { z } from 'zod';
import type { Reader } from '../../kernel/db/open-database.ts';
import { InvalidInputError } from '../../lib/errors.ts';
import { creditKey } from '../types/names.ts';
import { sentText } from '../../kernel/input-kinds.ts';
import { metaById } from '../types/read-meta.ts';
import { patternSyncKey } from '../types/names.ts';
import { postTypeNamed } from '../types/registry.ts';
import { detailKeys } from './details.ts';
import { footnotesKey } from './footnotes.ts';
import { isShownKey, isShownValue } from './meta-reader.ts';
import type { Post } from './post.ts';

/** A name and what somebody, or an import, wrote under it; a post may have several of one name. */
export interface CustomField {
  readonly name: string;
  readonly value: string;
}

const ofMachinery = 'names that begin with _ are of machinery; choose another one';
const controls = /[\p{Cc}\u2028\u2029]/u;

/** How they are sent, all of a post's at once. */
export const sentCustomFields = z
  .array(
    z.strictObject({
      name: z
        .string()
        .trim()
        .min(1)
        .max(255)
        .refine((name) => isShownKey(name), ofMachinery)
        .refine((name) => !controls.test(name), 'it is no single line'),
      value: sentText(1_000_000).refine(
        isShownValue,
        'it is written as PHP writes lists and objects, which are shown to nobody; write a text',
      ),
    }),
  )
  .max(1000);

const keysWithPlaces: ReadonlySet<string> = new Set([
  ...Object.values(detailKeys),
  footnotesKey,
  creditKey,
  patternSyncKey,
]);
/** Whether a key is nobody's but a custom field's: neither the site nor the type means something by it. */
const isFree = (type: string, key: string): boolean =>
  isShownKey(key) && !keysWithPlaces.has(key) && !Object.hasOwn(postTypeNamed(type).meta, key);

/** All meta that may be custom fields; what machinery keeps, which may be long, stays in the database. */
async function readFree(read: Reader, ids: readonly number[]): Promise<Map<number, Map<string, string[]>>> {
  if (ids.length === 0) return new Map();
  const rows = await read
    .selectFrom('post_meta')
    .select(['post_id as id', 'key', 'value'])
    .where('post_id', 'in', ids)
    .where((eb) => eb(eb.fn<string>('substr', ['key', eb.lit(1), eb.lit(1)]), '<>', '_'))
    .orderBy('post_meta.id')
    .execute();
  return metaById(rows);
}

/** The custom fields of each post, those of one name together, the oldest names first. Lists and objects of PHP are left out. One query. */
export async function findCustomFields(
  read: Reader,
  posts: readonly Pick<Post, 'id' | 'type'>[],
): Promise<Map<number, readonly CustomField[]>> {
  const found = await readFree(
    read,
    posts.map(({ id }) => id),
  );
  return new Map(
    posts.map(({ id, type }) => [
      id,
      [...(found.get(id) ?? [])].flatMap(([name, values]) =>
        isFree(type, name) ? values.filter(isShownValue).map((value) => ({ name, value })) : [],
      ),
    ]),
  );
}

/**
 * The meta that a post has to be given so that these are its custom fields: only keys that change. What PHP wrote under a name stays. Throws
 * `InvalidInputError` for a name that has a place of its own.
 */
export async function customMeta(
  read: Reader,
  { id, type }: Pick<Post, 'id' | 'type'>,
  sent: readonly CustomField[],
): Promise<Record<string, readonly string[]>> {
  const taken = sent.find(({ name }) => !isFree(type, name));
  if (taken) {
    const message = `"${taken.name}" is no custom field: what stands under that name is set elsewhere. Choose another name.`;
    throw new InvalidInputError(message, 'rest_invalid_param', { customFields: message });
  }
  const stored = (await readFree(read, [id])).get(id) ?? new Map<string, string[]>();
  const wanted = Map.groupBy(sent, ({ name }) => name);
  const changed: Record<string, readonly string[]> = {};
  for (const name of new Set([...stored.keys(), ...wanted.keys()])) {
    if (!isFree(type, name)) continue;
    const had = stored.get(name) ?? [];
    const values = wanted.get(name)?.map(({ value }) => value) ?? [];
    const shown = had.filter(isShownValue);
    if (shown.length === values.length && shown.every((value, index) => value === values[index])) continue;
    changed[name] = [...values, ...had.filter((value) => !isShownValue(value))];
  }
  return changed;
}
