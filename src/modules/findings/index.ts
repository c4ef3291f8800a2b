import type { Tx } from '../../kernel/db/open-database.ts';
import { defineFollower, on } from '../../kernel/events.ts';
import { onPostDeleted, postSaved } from '../posts/index.ts';
import type { SavedPost } from '../posts/index.ts';
import { findingReferences } from './post-references.ts';
import { enqueueCheck } from './queue.ts';
import { removeFindings } from './store.ts';

export const followers = [
  defineFollower('findings', on(postSaved, checkSavedPost), onPostDeleted(findingReferences)),
];

/** Checks a listed post after each change of an existing one. New posts of imports and programs are left to the daily sweep. */
async function checkSavedPost(tx: Tx, { id, before, after }: SavedPost): Promise<void> {
  if (after.listed) {
    if (before) await enqueueCheck(tx, id);
  } else if (before?.listed) await removeFindings(tx, id);
}
