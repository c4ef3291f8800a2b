// Restores a backup over the site and kills itself: before the commit, after it, or when only the search index is missing.
import { openSiteDatabase } from '../../src/site-database.ts';
import { restoreBackup } from '../../src/modules/backup/restore-backup.ts';
import type { Database } from '../../src/kernel/db/open-database.ts';

export type Moment = 'before the commit' | 'after the commit' | 'before the index';

const [moment, file = '', dataDir = '', databaseUrl] = process.argv.slice(2);
const database = await openSiteDatabase({ dataDir, databaseUrl });
const die = (at: Moment) => {
  if (at === moment) process.kill(process.pid, 'SIGKILL');
};
const dying: Database = {
  ...database,
  write: (work) =>
    database.write(async (tx) => {
      const result = await work(tx);
      die('before the commit');
      return result;
    }),
  migrate: async () => {
    die('before the index');
    return database.migrate();
  },
};
await restoreBackup({ database: dying, dataDir }, file, {
  replace: true,
  onCommit: () => die('after the commit'),
});
console.log('done');
