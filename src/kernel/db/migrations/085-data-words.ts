import type { Migration } from '../migration.ts';
import { enqueueAll } from '../migration.ts';

/** Renews excerpts and search words of posts that were imported before words of page builders and fields counted. The job finds these posts. */
export const dataWords: Migration = {
  id: 85,
  name: 'data-words',
  steps: () => [enqueueAll('data-words', 'post')],
};
