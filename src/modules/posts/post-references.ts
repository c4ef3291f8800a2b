import { sql } from 'kysely';
import type { Tx } from '../../kernel/db/open-database.ts';
import type { Tables } from '../../kernel/db/tables.ts';
import { on } from '../../kernel/events.ts';
import { postDeleted } from './events.ts';
import type { DeletedPost } from './events.ts';

/** A column by its table: `comment.post_id`. */
export type ColumnName = {
  [Table in keyof Tables]: `${Table}.${keyof Tables[Table] & string}`;
}[keyof Tables];

/** Columns in which a domain stores ids of posts, by their treatment when a post is deleted. */
export interface PostReferences {
  /** Rows that go with the post, by the columns that name it. */
  readonly goes: readonly ColumnName[];
  /** Columns that `clear` looks after. */
  readonly cleared?: readonly ColumnName[];
  /** Columns that go on naming a post that is gone. An import gives its id to nothing else while an import or the log names it. */
  readonly stays?: readonly ColumnName[];
  readonly clear?: (tx: Tx, post: DeletedPost) => Promise<void>;
}

async function removeReferences(tx: Tx, { goes, clear }: PostReferences, post: DeletedPost): Promise<void> {
  for (const name of goes) {
    const [table = '', column = ''] = name.split('.');
    await sql`delete from ${sql.table(table)} where ${sql.ref(column)} = ${post.id}`.execute(tx.db);
  }
  await clear?.(tx, post);
}

/** Subscribes a domain to deleted posts: it removes its rows about them. */
export const onPostDeleted = (references: PostReferences) =>
  on(postDeleted, (tx: Tx, post) => removeReferences(tx, references, post));
