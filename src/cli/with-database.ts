import { readConfig } from '../config.ts';
import type { Config } from '../config.ts';
import { openDatabase } from '../db/open-database.ts';
import type { Database } from '../db/open-database.ts';
import type { Command } from './command.ts';
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

/** The `run` of a command that is asked something in words that `read` understands, and prints the lines that `answer` gives; the tables are brought up to date before. */
export function answersInLines<Asked>(
  read: (args: readonly string[]) => Asked, answer: (database: Database, asked: Asked, config: Config) => Promise<Iterable<string>> | AsyncIterable<string>,
): Command['run'] {
  return async (args) => {
    const asked = read(args);
    await withDatabase(async (database, config) => {
      await database.migrate();
      for await (const line of await answer(database, asked, config)) console.log(line);
    });
    return 0;
  };
}
