import { openDatabase } from './kernel/db/open-database.ts';
import type { Database, OpenOptions } from './kernel/db/open-database.ts';
import { followers } from './followers.ts';

/** Opens a site's database like `openDatabase`, with all followers of `followers.ts` on its transactions. */
export function openSiteDatabase(options: Omit<OpenOptions, 'followers'>): Promise<Database> {
  return openDatabase({ ...options, followers });
}
