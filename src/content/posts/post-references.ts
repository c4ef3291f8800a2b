import { sql } from 'kysely';
import type { Tx } from '../../db/open-database.ts';
import type { Tables } from '../../db/tables.ts';

/** A column by its table: `comment.post_id`. */
export type ColumnName = {
  [Table in keyof Tables]: `${Table}.${keyof Tables[Table] & string}`;
}[keyof Tables];

/** A post that is about to go for good. */
export interface GoingPost {
  readonly id: number;
  readonly type: string;
}

/** Where a domain keeps ids of posts, and what becomes of that when one goes for good. `content/post-references.ts` knows every domain. */
export interface PostReferences {
  /** Rows that go with the post, by the columns that name it. */
  readonly goes: readonly ColumnName[];
  /** Columns that `clear` looks after. */
  readonly cleared?: readonly ColumnName[];
  /** Columns that go on naming a post that is gone. An import gives its id to nothing else while an import or the log names it. */
  readonly stays?: readonly ColumnName[];
  readonly clear?: (tx: Tx, post: GoingPost) => Promise<void>;
}

/** Removes what a domain keeps of a post. */
export async function removeReferences(
  tx: Tx,
  { goes, clear }: PostReferences,
  post: GoingPost,
): Promise<void> {
  for (const name of goes) {
    const [table = '', column = ''] = name.split('.');
    await sql`delete from ${sql.table(table)} where ${sql.ref(column)} = ${post.id}`.execute(tx.db);
  }
  await clear?.(tx, post);
}
