import type { Migration } from '../migration.ts';
import { openingsAnew } from '../migration.ts';

/** Beginnings of texts that hold brackets are made once more: `[youtube …]`, `[gist …]` and others that stand for things elsewhere were words in them. */
export const openingsWithoutBrackets: Migration = {
  id: 74,
  name: 'openings-without-brackets',
  steps: () => openingsAnew("opening like '%[%'"),
};
