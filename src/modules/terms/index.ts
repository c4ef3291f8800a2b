import type { Tx } from '../../kernel/db/open-database.ts';
import { defineFollower, on } from '../../kernel/events.ts';
import { settingsChanging, changedId, missingNamed } from '../settings/index.ts';
import { sectionTaxonomy } from '../types/index.ts';
import { holdTerms } from './reader.ts';

export { createTermCache } from './cache.ts';
export type { TermCache } from './cache.ts';
export { createTerm, deleteTerm, updateTerm } from './commands.ts';
export { postsRefiled, termDeleted } from './events.ts';
export { chainOf, colourOf } from './model.ts';
export type { CategoryColour, Term } from './model.ts';
export {
  assignTerms,
  createTerms,
  deleteTerms,
  mayAssignTerms,
  termCapability,
  updateTerms,
} from './policy.ts';
export {
  findIdsWithBelow,
  findTermBySlug,
  findTermToChange,
  findTerms,
  findWithAncestors,
  holdTerms,
  listTermsByBeginning,
} from './reader.ts';
export { withDefaultCategory } from './writer.ts';

export const followers = [
  defineFollower(
    'default-category',
    on(settingsChanging, async (tx: Tx, { changes, faults }) => {
      const id = changedId(changes, 'default_category');
      if (id > 0 && (await holdTerms(tx, [id])).get(id)?.taxonomy !== sectionTaxonomy)
        faults['default_category'] = missingNamed('category', id, 'default_category');
    }),
  ),
];
