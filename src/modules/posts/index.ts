import { sql } from 'kysely';
import type { Tx } from '../../kernel/db/open-database.ts';
import { defineFollower, on } from '../../kernel/events.ts';
import { postDeleted, postSaved } from './events.ts';
import { writeOldSlugs } from './slugs.ts';
import { isPublic, mayBeOpened } from './policy.ts';
import { onPostDeleted, ownReferences } from './post-references.ts';
import { forgetScripts } from './script-blocks.ts';
import { endShare, sharedStatuses } from './share-store.ts';
import type { SavedPost } from './events.ts';
import { tellBelow } from './addresses.ts';

export const followers = [
  defineFollower('post-references', onPostDeleted(ownReferences)),

  defineFollower(
    'old-slugs',
    on(postSaved, async (tx: Tx, { id, before, after }) => {
      if (!before || before.slug === '' || before.slug === after.slug || !isPublic(before)) return;
      await writeOldSlugs(tx, id, [before.slug]);
    }),
  ),

  // Scripts of a new text run only where a command has noted its author.
  defineFollower(
    'script-blocks',
    on(postSaved, async (tx: Tx, { id, before, written }) => {
      if (before && written.content !== undefined && !written.keepsScripts) await forgetScripts(tx, id);
    }),
  ),

  // A post that is withdrawn, or restored from the trash, has to be shared again.
  defineFollower(
    'shared-drafts',
    on(postSaved, async (tx: Tx, { id, before, after }) => {
      if (before && before.status !== after.status && !sharedStatuses.includes(after.status)) {
        await endShare(tx, id);
      }
    }),
  ),

  defineFollower(
    'scheduled-posts',
    on(postSaved, (tx: Tx, { after }) => {
      if (after.status === 'future') tx.emit('jobs:schedule');
    }),
  ),

  defineFollower(
    'post-tags',
    on(postSaved, emitPostTags),
    on(postDeleted, (tx: Tx, { id }) => tx.emit(`post:${id}`, 'remove')),
  ),
];

/** Emits the cache tags of a saved post and of the posts whose address changes with it. */
async function emitPostTags(tx: Tx, { id, before, after }: SavedPost): Promise<void> {
  const isWithdrawn =
    before && ((before.listed && !after.listed) || (mayBeOpened(before) && !mayBeOpened(after)));
  tx.emit(`post:${id}`, isWithdrawn ? 'remove' : 'change');
  const isMoved = before && (before.slug !== after.slug || before.parentId !== after.parentId);
  if (isMoved) await tellBelow(tx, [id]);
  if (isPublic(after) && (!before || isMoved || !isPublic(before) || before.type !== after.type)) {
    await emitNamesakes(tx, id);
  }
}

/** Posts of other types, files included, may share the slug: its address may lead to another of them now. */
async function emitNamesakes(tx: Tx, id: number): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    select other.id from post join post other on other.slug = post.slug and other.id <> post.id
    where post.id = ${id} and post.slug <> '' limit 100`.execute(tx.db);
  for (const other of rows) tx.emit(`post:${other.id}`);
}
