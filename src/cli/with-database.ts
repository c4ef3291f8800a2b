import { readConfig } from '../config.ts';
import type { Config } from '../config.ts';
import { openDatabase } from '../db/open-database.ts';
import type { Database } from '../db/open-database.ts';
import { ensureDataFolder } from './start-faults.ts';

/** How long a command waits for a lock, in milliseconds: it has a process of its own; a server's main thread may not wait. */
const busyTimeoutMs = 5000;

/** Runs a command on the database that DATA_DIR or DATABASE_URL name, beside a server that may use it, and closes it. Throws `ConfigError` where they name none. */
export async function withDatabase<Result>(work: (database: Database, config: Config) => Promise<Result>): Promise<Result> {
  const config = readConfig(process.env);
  ensureDataFolder(config);
  const database = await openDatabase({ ...config, busyTimeoutMs, maxConnections: 2, onWarning: (message) => console.warn(message) });
  try {
    return await work(database, config);
  } finally {
    await database.close();
  }
}
