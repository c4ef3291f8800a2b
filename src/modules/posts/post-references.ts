import { sql } from 'kysely';
import type { Tx } from '../../kernel/db/open-database.ts';
import type { Tables } from '../../kernel/db/tables.ts';
import { on } from '../../kernel/events.ts';
import { postDeleted } from './events.ts';
import type { DeletedPost } from './events.ts';
import { invalidateDescendants } from './addresses.ts';

/** A column with its table: `comment.post_id`. */
export type ColumnName = {
  [Table in keyof Tables]: `${Table}.${keyof Tables[Table] & string}`;
}[keyof Tables];

/** Columns in which a domain stores post ids, by their treatment when a post is deleted. */
export interface PostReferences {
  /** Rows deleted with the post, by the columns that refer to it. */
  readonly deleted: readonly ColumnName[];
  readonly cleared?: readonly ColumnName[];
  /** Columns that keep the deleted post's id. An import doesn't reuse an id that an import or the log refers to. */
  readonly stays?: readonly ColumnName[];
  readonly clear?: (tx: Tx, post: DeletedPost) => Promise<void>;
}

async function removeReferences(
  tx: Tx,
  { deleted, clear }: PostReferences,
  post: DeletedPost,
): Promise<void> {
  for (const name of deleted) {
    const [table = '', column = ''] = name.split('.');
    await sql`delete from ${sql.table(table)} where ${sql.ref(column)} = ${post.id}`.execute(tx.db);
  }
  await clear?.(tx, post);
}

export const onPostDeleted = (references: PostReferences) =>
  on(postDeleted, (tx: Tx, post) => removeReferences(tx, references, post));

/** References between posts' own tables. `relist` handles lists and counters. */
export const ownReferences: PostReferences = {
  deleted: [
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
  // Makes content that showed the post render again.
  stays: ['post_render_media.media_id'],
  clear: async (tx, { id }) => {
    const children = await tx.db
      .updateTable('post')
      .set((eb) => ({ parent_id: 0, revision: eb('revision', '+', 1) }))
      .where('parent_id', '=', id)
      .returning(['id', 'type'])
      .execute();
    for (const child of children) tx.emit(`post:${child.id}`);
    await invalidateDescendants(
      tx,
      children.map((child) => child.id),
    );
    // As a literal, so that the partial index is used.
    const led = await tx.db
      .updateTable('post')
      .set((eb) => ({ featured_media_id: 0, revision: eb('revision', '+', 1) }))
      .where('featured_media_id', '=', id)
      .where(sql<boolean>`featured_media_id > 0`)
      .returning(['id', 'type'])
      .execute();
    for (const post of led) tx.emit(`post:${post.id}`);
    // Sitemaps list addresses of posts and of their images that are now invalid.
    for (const type of new Set(children.map((post) => post.type))) tx.emit(`list:${type}`);
    for (const type of new Set(led.map((post) => post.type))) tx.emit(`list:${type}`, 'remove');
  },
};
