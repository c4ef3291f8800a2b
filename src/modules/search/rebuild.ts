import { sql } from 'kysely';
import type { Database } from '../../kernel/db/open-database.ts';
import { enlistedSql } from '../posts/policy.ts';
import { searchTokensOf } from './post-words.ts';
import { markIndexCurrent } from './index-version.ts';
import { indexPost } from './writer.ts';

/** Posts indexed in one transaction: about 50 ms. */
const postsAtOnce = 50;

/** Empties the full-text index and fills it from the posts, in short transactions, beside which others may write; returns the number of posts. */
export async function rebuildSearchIndex(database: Database): Promise<number> {
  await database.write(async (tx) => {
    for (const statement of tx.dialect.search.clear) await sql.raw(statement).execute(tx.db);
    await markIndexCurrent(tx);
  });
  let indexed = 0;
  for (let after = 0; ; ) {
    const found = await database.write(async (tx) => {
      const posts = await tx.db
        .selectFrom('post')
        .select(['id', 'type', 'published_at', 'title', 'excerpt', 'content', 'expanded'])
        .where('id', '>', after)
        .where(enlistedSql)
        .where(({ not, exists, selectFrom }) =>
          not(
            exists(
              selectFrom('post_search_key')
                .select('search_key')
                .whereRef('post_search_key.post_id', '=', 'post.id'),
            ),
          ),
        )
        .orderBy('id')
        .limit(postsAtOnce)
        .execute();
      for (const { published_at: publishedAt, ...post } of posts) {
        await indexPost(tx, {
          id: post.id,
          type: post.type,
          publishedAt,
          title: post.title,
          tokens: searchTokensOf(post),
        });
      }
      return posts;
    });
    indexed += found.length;
    const last = found.at(-1);
    if (!last) return indexed;
    after = last.id;
  }
}
