import type { Tx } from '../../kernel/db/open-database.ts';
import { defineFollower, on } from '../../kernel/events.ts';
import { postSaved, onPostDeleted } from '../posts/index.ts';
import { termDeleted } from '../terms/index.ts';
import { sectionTaxonomy } from '../types/index.ts';
import { userDeleting } from '../users/index.ts';
import { forgetFrontEditor } from './editors.ts';
import { bandOf } from './model.ts';
import { frontReferences, removeFromFront } from './post-references.ts';
import { unpinFromArea } from './store.ts';

export { createFrontCache } from './cache.ts';
export type { FrontCache } from './cache.ts';

export const followers = [
  defineFollower(
    'front',
    on(postSaved, async (tx: Tx, { id, before, after }) => {
      if (before && before.status !== 'trash' && after.status === 'trash') await removeFromFront(tx, id);
    }),
    on(termDeleted, async (tx: Tx, { id, taxonomy }) => {
      if (taxonomy === sectionTaxonomy) await unpinFromArea(tx, bandOf(id));
    }),
    on(userDeleting, (tx: Tx, { id }) => forgetFrontEditor(tx, id)),
    onPostDeleted(frontReferences),
  ),
];
