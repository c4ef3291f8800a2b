import type { Tx } from '../../kernel/db/open-database.ts';
import { defineFollower, on } from '../../kernel/events.ts';
import { postSaved, onPostDeleted } from '../posts/index.ts';
import { frontReferences, removeFromFront } from './post-references.ts';

export const followers = [
  defineFollower(
    'front',
    on(postSaved, async (tx: Tx, { id, before, after }) => {
      if (before && before.status !== 'trash' && after.status === 'trash') await removeFromFront(tx, id);
    }),
    onPostDeleted(frontReferences),
  ),
];
