import type { Migration } from '../migration.ts';

/** Revisions and autosaves hold the footnotes of their text; null: those stored before, of which nobody knows them. */
export const revisionFootnotes: Migration = {
  id: 82,
  name: 'revision footnotes',
  steps: () => ['alter table revision add column footnotes text'],
};
