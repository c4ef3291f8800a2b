import type { Reader } from '../../kernel/db/open-database.ts';
import { portions } from '../../lib/batch.ts';
import { fieldsOfType } from './site-fields.ts';
import { decodeValue, searchedTexts } from './values.ts';

const searchedFields = (type: string) => fieldsOfType(type).filter((field) => field.is_searched);

/** Whether searches find a value of this meta. */
export const holdsSearchedField = (
  type: string,
  meta: Readonly<Record<string, readonly string[]>> | undefined,
): boolean => meta !== undefined && searchedFields(type).some(({ name }) => Object.hasOwn(meta, name));

/** HTML of the values that searches find; '' for most types. */
export function fieldSearchText(type: string, meta: ReadonlyMap<string, readonly string[]>): string {
  return searchedFields(type)
    .flatMap((field) => searchedTexts(field, decodeValue(field, meta.get(field.name)?.[0])))
    .filter((text) => text !== '')
    .join('\n');
}

/** The same of stored posts. Without searched fields it runs no query. */
export async function findFieldSearchTexts(
  read: Reader,
  posts: readonly { readonly id: number; readonly type: string }[],
): Promise<ReadonlyMap<number, string>> {
  const searched = posts.filter(({ type }) => searchedFields(type).length > 0);
  const names = [...new Set(searched.flatMap(({ type }) => searchedFields(type).map(({ name }) => name)))];
  const byPost = new Map<number, Map<string, string[]>>();
  for (const some of portions(searched)) {
    const rows = await read
      .selectFrom('post_meta')
      .select(['post_id', 'key', 'value'])
      .where(
        'post_id',
        'in',
        some.map(({ id }) => id),
      )
      .where('key', 'in', names)
      .orderBy('id')
      .execute();
    for (const { post_id: id, key, value } of rows) {
      const meta = byPost.get(id) ?? new Map<string, string[]>();
      byPost.set(id, meta.set(key, [...(meta.get(key) ?? []), value]));
    }
  }
  return new Map(searched.map(({ id, type }) => [id, fieldSearchText(type, byPost.get(id) ?? new Map())]));
}
