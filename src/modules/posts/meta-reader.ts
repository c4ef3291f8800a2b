import type { Database, Reader } from '../../kernel/db/open-database.ts';
import { batch } from '../../lib/batch.ts';
import { portions } from '../../lib/portions.ts';
import { isListed } from './policy.ts';

/** Reads what posts carry beside their texts, for texts that show it. */
export interface MetaReader {
  /**
   * The first value of a key; undefined where there is none, for keys of machinery (they begin with `_`), and unless `own` of posts that lists do not show.
   * What is asked for side by side comes in one query.
   */
  find(postId: number, key: string, own: boolean): Promise<string | undefined>;
}

/** Whether readers may be shown what stands under a key. */
export function isShownKey(key: string): boolean {
  return key !== '' && !key.startsWith('_') && key.length <= longestKey;
}

/** Whether readers may be shown a value. */
export function isShownValue(value: string): boolean {
  return !serialized.test(value);
}

/** The first value of each of these keys, by post; the caller asks who may see it. */
export async function findFirstMeta(
  read: Reader,
  ids: readonly number[],
  keys: readonly string[],
): Promise<Map<number, Map<string, string>>> {
  const found = new Map<number, Map<string, string>>();
  for (const some of ids.length === 0 ? [] : portions(keys)) {
    const rows = await read
      .selectFrom('post_meta')
      .select(['post_id', 'key', 'value'])
      .where('post_id', 'in', ids)
      .where('key', 'in', some)
      .orderBy('id', 'desc')
      .execute(); // of several the first stays
    for (const { post_id: id, key, value } of rows)
      found.set(id, (found.get(id) ?? new Map<string, string>()).set(key, value));
  }
  return found;
}

/** What PHP wrote of lists and objects: no text for anybody. */
const serialized = /^[aO]:\d+:/;

/** Opens the reader over a database; it keeps nothing. */
export function createMetaReader({ read }: Pick<Database, 'read'>): MetaReader {
  const load = batch(async (questions: readonly string[]) => {
    const asked = questions.map((question) => JSON.parse(question) as readonly [id: number, key: string]);
    const rows = await read
      .selectFrom('post_meta')
      .innerJoin('post', 'post.id', 'post_meta.post_id')
      .select(['post_meta.post_id', 'key', 'value', 'post.type', 'post.status', 'post.password'])
      .where('post_meta.post_id', 'in', [...new Set(asked.map(([id]) => id))])
      .where('key', 'in', [...new Set(asked.map(([, key]) => key))])
      .orderBy('post_meta.id', 'desc')
      .execute(); // of several the first stays
    return new Map(
      rows.map(({ post_id: id, key, value, type, status, password }) => [
        JSON.stringify([id, key]),
        { value, isListed: isListed({ type, status, isProtected: password !== '' }) },
      ]),
    );
  });
  return {
    find: async (postId, key, own) => {
      if (!isShownKey(key)) return undefined;
      const question = JSON.stringify([postId, key]);
      const found = (await load([question])).get(question);
      return found && (own || found.isListed) && isShownValue(found.value) ? found.value : undefined;
    },
  };
}

/** Characters of a key, at most, as in WordPress. */
const longestKey = 255;
