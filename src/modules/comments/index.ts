import type { Tx } from '../../kernel/db/open-database.ts';
import { defineFollower, on } from '../../kernel/events.ts';
import { postDeleted, postSaved, onPostDeleted } from '../posts/index.ts';
import { userDeleting } from '../users/index.ts';
import { forgetReporter, detachComments } from './store.ts';
import { commentReferences } from './post-references.ts';

export { forgetCommenter } from './store.ts';

export const followers = [
  defineFollower(
    'comments',
    on(postSaved, async (tx: Tx, { id, before, after }) => {
      if (!before || before.listed === after.listed || !(await hasComments(tx, id))) return;
      tx.emit('list:comments', before.listed ? 'remove' : 'change');
    }),
    on(postDeleted, async (tx: Tx, { id, listed }) => {
      if (listed && (await hasComments(tx, id))) tx.emit('list:comments', 'remove');
    }),
    on(userDeleting, async (tx: Tx, { id }) => {
      await detachComments(tx, id);
      await forgetReporter(tx, id);
    }),
    onPostDeleted(commentReferences),
  ),
];

async function hasComments(tx: Tx, postId: number): Promise<boolean> {
  const first = tx.db.selectFrom('comment').select('id').where('post_id', '=', postId).limit(1);
  return (await first.executeTakeFirst()) !== undefined;
}
