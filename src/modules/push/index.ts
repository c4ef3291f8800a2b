import type { Tx } from '../../kernel/db/open-database.ts';
import { defineFollower, on } from '../../kernel/events.ts';
import { postSaved, onPostDeleted } from '../posts/index.ts';
import { announcePost } from './queue.ts';
import { pushReferences } from './post-references.ts';

export { stopRestoredMessages } from './notes.ts';

export const followers = [
  defineFollower(
    'push',
    on(postSaved, async (tx: Tx, { id, before, after, written }) => {
      const isNews = after.listed && !before?.listed && written.announce !== false;
      if (isNews) await announcePost(tx, { id, type: after.type, publishedAt: after.publishedAt });
    }),
    onPostDeleted(pushReferences),
  ),
];
