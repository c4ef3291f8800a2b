import { openDatabase } from './kernel/db/open-database.ts';
import type { Database, OpenOptions } from './kernel/db/open-database.ts';
import { followers } from './followers.ts';
import { withDefinitions } from './modules/types/load-definitions.ts';

/** Opens a site's database like `openDatabase`, with all followers of `followers.ts` on its transactions, and the site's post types. */
export async function openSiteDatabase(options: Omit<OpenOptions, 'followers'>): Promise<Database> {
  const database = await openDatabase({ ...options, followers });
  return withDefinitions(database, options.onWarning ?? (() => {}));
}
