// Runs a migration up to the first row of its function, reports that, and waits to be killed.
import { migrate } from '../../src/kernel/db/migrate.ts';
import { openDatabase } from '../../src/kernel/db/open-database.ts';
import { spelledCounters } from './spelled-counters.ts';

const [dataDir = '', databaseUrl] = process.argv.slice(2);
const database = await openDatabase({ dataDir, databaseUrl });
const halfway = async () => {
  console.log('halfway');
  setInterval(() => {}, 60_000); // keeps the process alive
  await new Promise(() => {});
};
await database.write((tx) => migrate(tx.db, tx.dialect, undefined, [spelledCounters(halfway)]));
