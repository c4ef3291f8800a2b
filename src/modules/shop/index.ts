import type { Tx } from '../../kernel/db/open-database.ts';
import { defineFollower, on } from '../../kernel/events.ts';
import { onPostDeleted, postSaved } from '../posts/index.ts';
import { settingsChanged } from '../settings/index.ts';
import { followSaved } from './derive.ts';
import { enqueueDerive } from './jobs.ts';
import { shopReferences } from './post-references.ts';

export const followers = [
  defineFollower(
    'products',
    on(postSaved, followSaved),
    onPostDeleted(shopReferences),
    on(settingsChanged, async (tx: Tx, changes) => {
      if (changes.has('shop_currency')) await enqueueDerive(tx);
    }),
  ),
];
