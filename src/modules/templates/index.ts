import { templateReferences } from './post-references.ts';
import type { Tx } from '../../kernel/db/open-database.ts';
import { defineFollower, on } from '../../kernel/events.ts';
import { postComposing, onPostDeleted } from '../posts/index.ts';
import { termDeleted } from '../terms/index.ts';
import { userDeleting } from '../users/index.ts';
import { forgetTemplateItem } from './assign.ts';
import { forgetChanger } from './changes.ts';
import { reassignTemplateRevisions } from './revisions.ts';
import { kindOfTerm } from './kinds.ts';
import { composeOwnTemplate } from './own-template.ts';

export { assignTemplate } from './assign-template.ts';
export { createTemplate } from './template-commands.ts';
export { createTemplateCache } from './cache.ts';
export type { TemplateCache } from './cache.ts';
export { templateDeleted } from './events.ts';
export type { Trial } from './model.ts';

export const followers = [
  defineFollower(
    'templates',
    on(postComposing, composeOwnTemplate),
    on(termDeleted, (tx: Tx, { id, taxonomy }) => forgetTemplateItem(tx, kindOfTerm(taxonomy), id)),
    on(userDeleting, async (tx: Tx, { id, reassignTo }) => {
      await forgetTemplateItem(tx, 'author', id);
      await forgetChanger(tx, id);
      await reassignTemplateRevisions(tx, id, reassignTo ?? 0);
    }),
    onPostDeleted(templateReferences),
  ),
];
