import { existsSync, readdirSync, rmdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { readConfig } from '../config.ts';
import type { Config } from '../config.ts';
import { assertSupported, schemaVersion } from '../kernel/db/migrate.ts';
import { databaseFile } from '../kernel/db/open-database.ts';
import { settleRestore } from '../modules/backup/finish-restore.ts';
import { openSiteDatabase } from '../site-database.ts';
import type { Database } from '../kernel/db/open-database.ts';
import { ConfigError } from '../lib/errors.ts';
import type { Command } from './command.ts';
import { ensureDataFolder } from './start-faults.ts';

/** Milliseconds to wait for a lock. A command has its own process; a server's main thread must not block. */
const busyTimeoutMs = 5000;

/**
 * Runs a command on the database in DATA_DIR or DATABASE_URL, which a server may be using, and closes it. Throws
 * `ConfigError` when there is no site, without creating anything.
 */
export async function withDatabase<Result>(
  work: (database: Database, config: Config) => Promise<Result>,
): Promise<Result> {
  return open(
    work,
    (config) => {
      // A PostgreSQL database is checked after connecting, which creates nothing.
      if (config.databaseUrl === undefined && !existsSync(join(config.dataDir, databaseFile)))
        throw noSite(config);
    },
    async (database, config) => {
      const schema = await schemaVersion(database.read);
      if (schema === 0) throw noSite(config);
      assertSupported(schema); // `backup` must not migrate
    },
  );
}

/** Like `withDatabase`, but creates the data folder and an empty database if they are missing. */
export async function withNewDatabase<Result>(
  work: (database: Database, config: Config) => Promise<Result>,
): Promise<Result> {
  return open(work, ensureDataFolder, async () => {});
}

/** Like `withNewDatabase`, but removes what it created in the data folder if `work` fails before calling `keep`. */
export async function withNewDatabaseOrNone<Result>(
  work: (database: Database, config: Config, markComplete: () => void) => Promise<Result>,
): Promise<Result> {
  let undo = () => {};
  try {
    return await open(
      (database, config) => work(database, config, () => void (undo = () => {})),
      (config) => {
        undo = undoOf(config);
        ensureDataFolder(config);
      },
      async () => {},
    );
  } catch (error) {
    undo();
    throw error;
  }
}

/** Called before a site is created. Returns a function that removes the new database file and new folders, if no other files were added. */
function undoOf({ dataDir, databaseUrl }: Config): () => void {
  const file = join(dataDir, databaseFile);
  const isNewFile = databaseUrl === undefined && !existsSync(file);
  const newFolders: string[] = [];
  for (let folder = dataDir; !existsSync(folder); folder = dirname(folder)) newFolders.push(folder);
  return () => {
    if (isNewFile) for (const ending of ['', '-wal', '-shm']) rmSync(`${file}${ending}`, { force: true });
    for (const folder of newFolders) {
      if (!existsSync(folder)) continue; // it could not be created
      if (readdirSync(folder).length > 0) return;
      rmdirSync(folder);
    }
  };
}

async function open<Result>(
  work: (database: Database, config: Config) => Promise<Result>,
  before: (config: Config) => void,
  after: (database: Database, config: Config) => Promise<void>,
): Promise<Result> {
  const config = readConfig(process.env, console.warn);
  before(config);
  const database = await openSiteDatabase({
    ...config,
    busyTimeoutMs,
    maxConnections: 2,
    onWarning: (message) => console.warn(message),
  });
  try {
    await settleRestore({ database, dataDir: config.dataDir }, console.warn);
    await after(database, config);
    return await work(database, config);
  } finally {
    await database.close();
  }
}

function noSite({ dataDir, databaseUrl }: Config): ConfigError {
  const made = 'Create a site with npm start, import, restore or demo.';
  return new ConfigError(
    databaseUrl === undefined
      ? `DATA_DIR is "${dataDir}", but it contains no site (no ${databaseFile}). Use the folder of your site. ${made}`
      : `The database in DATABASE_URL contains no site. Use the database of your site. ${made}`,
  );
}

/** Creates the `run` of a command that parses arguments with `read` and prints the lines from `answer`; runs pending migrations first. */
export function answersInLines<Parsed>(
  read: (args: readonly string[]) => Parsed,
  answer: (
    database: Database,
    request: Parsed,
    config: Config,
  ) => Promise<Iterable<string>> | AsyncIterable<string>,
): Command['run'] {
  return async (args) => {
    const request = read(args);
    await withDatabase(async (database, config) => {
      await database.migrate();
      for await (const line of await answer(database, request, config)) console.log(line);
    });
    return 0;
  };
}
