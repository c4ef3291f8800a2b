import { sql } from 'kysely';
import type { PostReferences } from './post-references.ts';
import { tellBelow } from './tell-below.ts';

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
