// Runs a migration as far as the first row of its function, says so, and waits to be killed.
import { migrate } from '../../src/kernel/db/migrate.ts';
import { openDatabase } from '../../src/kernel/db/open-database.ts';
import { spelledCounters } from './spelled-counters.ts';

const [dataDir = '', databaseUrl] = process.argv.slice(2);
const database = await openDatabase({ dataDir, databaseUrl });
const halfway = async () => {
  console.log('halfway');
  setInterval(() => {}, 60_000); // or the process would end by itself
  await new Promise(() => {});
};
await database.write((tx) => migrate(tx.db, tx.dialect, undefined, [spelledCounters(halfway)]));
