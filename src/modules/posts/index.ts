import type { Tx } from '../../kernel/db/open-database.ts';
import { defineFollower, on } from '../../kernel/events.ts';
import { postDeleted, postSaved } from './events.ts';
import { writeOldSlugs } from './old-slugs.ts';
import { ownReferences } from './own-references.ts';
import { isPublic } from './policy.ts';
import { onPostDeleted } from './post-references.ts';
import { emitPostTags } from './post-tags.ts';
import { forgetScripts } from './script-blocks.ts';
import { endShare, sharedStatuses } from './shared-drafts.ts';

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
