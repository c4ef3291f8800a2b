import { sql } from 'kysely';
import type { Tx } from '../../kernel/db/open-database.ts';
import type { Tables } from '../../kernel/db/tables.ts';
import { on } from '../../kernel/events.ts';
import { postDeleted } from './events.ts';
import type { DeletedPost } from './events.ts';
import { tellBelow } from './addresses.ts';

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

/** What posts keep of posts. Lists and counters are `relist`'s. */
export const ownReferences: PostReferences = {
  goes: [
    'post_meta.post_id',
    'term_relationship.post_id',
    'post_term.post_id',
    'byline.post_id',
    'post_render.post_id',
    'post_render_media.post_id',
    'revision.post_id',
    'old_slug.post_id',
    'shared_draft.post_id',
    'script_block.post_id',
    'post_lock.post_id',
  ],
  cleared: ['post.parent_id', 'post.featured_media_id'],
  // A text that showed it is rendered anew.
  stays: ['post_render_media.media_id'],
  clear: async (tx, { id }) => {
    const children = await tx.db
      .updateTable('post')
      .set((eb) => ({ parent_id: 0, revision: eb('revision', '+', 1) }))
      .where('parent_id', '=', id)
      .returning(['id', 'type'])
      .execute();
    for (const child of children) tx.emit(`post:${child.id}`);
    await tellBelow(
      tx,
      children.map((child) => child.id),
    );
    // Literally, so that the partial index is used.
    const led = await tx.db
      .updateTable('post')
      .set((eb) => ({ featured_media_id: 0, revision: eb('revision', '+', 1) }))
      .where('featured_media_id', '=', id)
      .where(sql<boolean>`featured_media_id > 0`)
      .returning(['id', 'type'])
      .execute();
    for (const post of led) tx.emit(`post:${post.id}`);
    // Site maps name addresses of posts, and of their pictures, which are no longer there.
    for (const type of new Set(children.map((post) => post.type))) tx.emit(`list:${type}`);
    for (const type of new Set(led.map((post) => post.type))) tx.emit(`list:${type}`, 'remove');
  },
};
