import type { Reader } from '../../kernel/db/open-database.ts';

/** What a post says, as it was written. */
interface Texts {
  readonly title: string;
  readonly content: string;
  readonly excerpt: string;
}

/** Posts that are read at a time: their texts may be long. */
const portion = 50;

/** The texts of posts, by id. Who may see them is for the caller to ask. */
export async function findTexts(read: Reader, ids: readonly number[]): Promise<Map<number, Texts>> {
  const found = new Map<number, Texts>();
  for (let from = 0; from < ids.length; from += portion) {
    const rows = await read
      .selectFrom('post')
      .select(['id', 'title', 'content', 'excerpt'])
      .where('id', 'in', ids.slice(from, from + portion))
      .execute();
    for (const { id, ...texts } of rows) found.set(id, texts);
  }
  return found;
}
