import { holdData } from './kernel/db/held-data.ts';
import { openDatabase } from './kernel/db/open-database.ts';
import type { Database, OpenOptions } from './kernel/db/open-database.ts';
import { followers } from './followers.ts';
import { loadFields } from './modules/fields/site-fields.ts';
import { loadDefinitions } from './modules/types/load-definitions.ts';

/**
 * Opens a site's database like `openDatabase`, with all followers of `followers.ts` on its transactions, and holds the
 * site's post types and their custom fields in this process.
 */
export async function openSiteDatabase(options: Omit<OpenOptions, 'followers'>): Promise<Database> {
  const warn = options.onWarning ?? (() => {});
  return holdData(await openDatabase({ ...options, followers }), {
    isConcerned: ({ tag }) => tag === 'types' || tag === 'fields' || tag === '*',
    load: async (read) => {
      const areTypesChanged = await loadDefinitions(read, warn);
      return (await loadFields(read)) || areTypesChanged;
    },
    onFailure: (message) =>
      warn(`The content types and their fields could not be loaded; the former ones stay: ${message}`),
  });
}
