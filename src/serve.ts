import { setTimeout as sleep } from 'node:timers/promises';
import { buildApp } from './app.ts';
import type { AppDependencies } from './app.ts';
import { prepareSite, openDrawer, installFirst } from './cli/prepare-site.ts';
import { sayProgress } from './cli/terminal.ts';
import { ensureDataFolder } from './cli/start-faults.ts';
import type { Config } from './config.ts';
import { siteUrlOf } from './config.ts';
import { keepJobs } from './kernel/jobs/job-queue.ts';
import { siteQueues } from './site-queues.ts';
import { openSiteDatabase } from './site-database.ts';
import type { Database } from './kernel/db/open-database.ts';
import { warmUp } from './site/cache/warm-up.ts';
import { adminPlaces, untilAdminIsMade } from './site/admin/admin-build.ts';
import { messageOf } from './lib/errors.ts';
import { assertPortFree, freePort } from './lib/network.ts';
import { buildVersion } from './theme/client-assets.server.ts';

export { readConfig } from './config.ts';

export interface Serving {
  /** The public address, without a trailing slash. */
  readonly siteUrl: string;
  /** Ends what runs, in order; the port and the database are free then. */
  stop(): Promise<void>;
}

/** Who runs a server: what they are told, and what they do. */
interface Operator {
  readonly say: (line: string) => void;
  readonly warn: (line: string) => void;
  readonly hasTerminal: boolean;
  /** Somebody makes the newsroom behind it, where that is to be done. */
  readonly hasLauncher?: boolean;
}

/** Opens and prepares the database of a configuration, and serves its site. A start that fails leaves nothing open. */
export async function serve(
  config: Config,
  operator: Operator,
  forTests: Pick<AppDependencies, 'lastGoodAfterMs'> = {},
): Promise<Serving> {
  ensureDataFolder(config);
  const port = config.port === 0 ? await freePort(config.host) : config.port;
  const siteUrl = siteUrlOf(config, port);
  await assertPortFree(port, config.host); // before anything is made or a password shown
  const warning = { say: operator.warn };
  const database = await openSiteDatabase({
    ...config,
    checkpointInThread: true,
    onWarning: (message) => warning.say(message),
  });
  try {
    return await serveFrom(database, config, { port, siteUrl, operator, warning, forTests });
  } catch (error) {
    await database.close();
    throw error;
  }
}

/** `warning.say` is where the database says what is wrong: in the log, once there is one. */
async function serveFrom(
  database: Database,
  config: Config,
  {
    port,
    siteUrl,
    operator: { say, hasTerminal, hasLauncher = false },
    warning,
    forTests,
  }: {
    readonly port: number;
    readonly siteUrl: string;
    readonly operator: Operator;
    readonly warning: { say: (line: string) => void };
    readonly forTests: Pick<AppDependencies, 'lastGoodAfterMs'>;
  },
): Promise<Serving> {
  const installed = await installFirst(database, config, { port, siteUrl, say, hasTerminal });
  await prepareSite(database, config, say);
  if (installed) database.serve();
  else await database.watch();
  const undrawn = await openDrawer(database, config.dataDir);
  const beforeUpload = undrawn && ((file: string) => undrawn.ready(file));
  const app = await buildApp({
    config,
    database,
    siteUrl,
    version: buildVersion(),
    beforeUpload,
    ...forTests,
  });
  const { log } = app.server;
  warning.say = (message) => log.warn(message);
  await installed?.close();
  await app.server.listen({ port, host: config.host });
  const ending = Promise.withResolvers<undefined>();
  // Who writes waits for the newsroom that this start makes, and nobody for pictures that no page has shown yet.
  const hasRoom =
    undrawn && hasLauncher
      ? Promise.race([
          untilAdminIsMade(adminPlaces(), (ms) => sleep(ms, undefined, { ref: false })).catch(
            () => undefined,
          ),
          ending.promise,
        ])
      : Promise.resolve();
  const drawn =
    undrawn &&
    ((file: string) =>
      undrawn.isWanted(file) ? undrawn.ready(file) : hasRoom.then(() => undrawn.ready(file)));
  const jobs = keepJobs(
    siteQueues({
      ...config,
      content: app.content,
      sizes: app.sizes,
      log,
      keys: app.pushKeys,
      services: config.pushServices,
      beforeUpload: drawn,
    }),
    { bus: database.bus, log },
  );
  const warming = warmUp({
    cache: app.cache,
    content: app.content,
    onFailure: (error) =>
      log.warn(
        { reason: messageOf(error) },
        'Not all pages could be rendered before readers ask for them; they are rendered then',
      ),
  });
  say(`Broadsheet serves ${siteUrl} (${database.dialect.name === 'sqlite' ? 'SQLite' : 'PostgreSQL'}).`);
  hasRoom
    .then(() => undrawn?.drawAll(sayProgress(say), 1)) // readers come first
    .catch((error: unknown) =>
      log.warn(
        { reason: messageOf(error) },
        'Not all pictures of the demo could be drawn; they are when somebody asks for them, or at the next start',
      ),
    );
  return {
    siteUrl,
    stop: async () => {
      ending.resolve(undefined);
      await Promise.all([app.close(), warming.close(), jobs.close(), undrawn?.close()]);
      await database.close();
    },
  };
}
