import type { Reader } from './db/open-database.ts';

/** Reads what every page needs: the settings, the newest post and what sorts them into lists. Throws where the database can't be read. */
export async function lookAtPages(read: Reader): Promise<void> {
  await Promise.all([
    read.selectFrom('setting').selectAll().limit(1).execute(),
    read.selectFrom('post').select(['id', 'title']).orderBy('id', 'desc').limit(1).execute(),
    read.selectFrom('post_term').selectAll().limit(1).execute(),
  ]);
}
