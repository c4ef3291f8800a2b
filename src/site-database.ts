import { openDatabase } from './kernel/db/open-database.ts';
import type { Database, OpenOptions } from './kernel/db/open-database.ts';
import { followers } from './followers.ts';
import { followFields } from './modules/fields/site-fields.ts';
import { withDefinitions } from './modules/types/load-definitions.ts';

/**
 * Opens a site's database like `openDatabase`, with all followers of `followers.ts` on its transactions, and loads the
 * site's post types and their custom fields, which this process follows from then on.
 */
export async function openSiteDatabase(options: Omit<OpenOptions, 'followers'>): Promise<Database> {
  const warn = options.onWarning ?? (() => {});
  const database = await withDefinitions(await openDatabase({ ...options, followers }), warn);
  try {
    return await followFields(database, warn);
  } catch (error) {
    await database.close();
    throw error;
  }
}
