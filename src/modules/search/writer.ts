import type { Tx } from '../../kernel/db/open-database.ts';
import type { SearchTokens } from '../../kernel/db/search-sql.ts';
import { htmlToText } from '../../lib/plain-text.ts';
import { supportOf } from '../posts/reader.ts';
import { searchKeys } from './search-key.ts';

/** What the search index holds of a post. */
export interface Indexed {
  readonly id: number;
  readonly type: string;
  /** Milliseconds; orders the index, so that the newest matches are found first. */
  readonly publishedAt: number;
  /** HTML. */
  readonly title: string;
  /** What `tokensOf` makes of title and text. */
  readonly tokens: SearchTokens;
}

/** Most UTF-16 units of a title that ranking looks at. */
const longestTitle = 400;

/** Puts a listed post into the index, which must not hold it yet. */
export async function indexPost(tx: Tx, { id, type, publishedAt, title, tokens }: Indexed): Promise<void> {
  const { search } = tx.dialect;
  const ranked = supportOf(type)('title') ? htmlToText(title).slice(0, longestTitle) : '';
  let first = true;
  for (const key of searchKeys(publishedAt)) {
    // The first key is nearly always free. Of the others the free one is looked for first, since a try carries all tokens.
    if (
      !first &&
      (await tx.db
        .selectFrom('post_search_key')
        .select('search_key')
        .where('search_key', '=', key)
        .executeTakeFirst())
    )
      continue;
    first = false;
    const [take, ...rest] = search.insert({ search_key: key, post_id: id, type, title: ranked }, tokens);
    // Another transaction that takes the same key meanwhile is waited for.
    if ((await take.execute(tx.db)).rows.length === 0) continue;
    for (const statement of rest) await statement.execute(tx.db);
    return;
  }
}

/** Takes a post out of the index; does nothing when it is not in it. */
export async function unindexPost(tx: Tx, postId: number): Promise<void> {
  for (const statement of tx.dialect.search.remove(postId)) await statement.execute(tx.db);
}
