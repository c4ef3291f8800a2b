import { openDatabase } from './kernel/db/open-database.ts';
import type { Database, OpenOptions } from './kernel/db/open-database.ts';
import { followers } from './followers.ts';

/** Opens the database of a site as `openDatabase` does; its transactions run every follower of `followers.ts`. */
export function openSiteDatabase(options: Omit<OpenOptions, 'followers'>): Promise<Database> {
  return openDatabase({ ...options, followers });
}
