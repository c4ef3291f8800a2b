import { buildApp } from './app.ts';
import type { AppDependencies } from './app.ts';
import { prepareSite, installFirst } from './cli/prepare-site.ts';
import { ensureDataFolder } from './cli/start-faults.ts';
import type { Config } from './config.ts';
import { siteUrlOf } from './config.ts';
import { writeRestoreState, endFormerRestore } from './modules/backup/backup-files.ts';
import { replaceSite, restoreTarget, stateOf } from './replace-site.ts';
import { answerUnavailable } from './unavailable-server.ts';
import { startQueues } from './kernel/jobs/job-queue.ts';
import { createRunLog } from './kernel/jobs/task-runs.ts';
import { siteQueues } from './site-queues.ts';
import { settleRestore } from './modules/backup/finish-restore.ts';
import { openSiteDatabase } from './site-database.ts';
import type { Database } from './kernel/db/open-database.ts';
import { warmUp } from './site/cache/warm-up.ts';
import { ConflictError, messageOf } from './lib/errors.ts';
import { assertPortFree, freePort } from './lib/network.ts';
import { buildVersion } from './theme/client-assets.server.ts';

export { readConfig } from './config.ts';

export interface Serving {
  readonly siteUrl: string;
  /** Shuts down in order; the port and the database are free afterwards. */
  stop(): Promise<void>;
}

interface Operator {
  readonly say: (line: string) => void;
  readonly warn: (line: string) => void;
  readonly hasTerminal: boolean;
  /** Called when the site can't be served again after a restore; default: the error is thrown outside of any request. */
  readonly onBroken?: (error: unknown) => void;
}

type ForTests = Pick<AppDependencies, 'lastGoodAfterMs'>;

/** Opens and prepares the configured database, and serves its site. A failed start leaves nothing open. */
export async function serve(config: Config, operator: Operator, forTests: ForTests = {}): Promise<Serving> {
  ensureDataFolder(config);
  const port = config.port === 0 ? await freePort(config.host) : config.port;
  const siteUrl = siteUrlOf(config, port);
  await endFormerRestore(config.dataDir).catch((error: unknown) =>
    operator.warn(`The state of the last restore can't be updated: ${messageOf(error)}`),
  );
  let stopped = false;
  let restoring: Promise<void> = Promise.resolve();
  const stopping = new AbortController();
  const open = () => openSite({ ...config, port }, siteUrl, operator, { ...forTests, restore });
  let isRestoring = false;
  const restore: AppDependencies['restore'] = async (request) => {
    if (isRestoring || stopped)
      throw new ConflictError('A backup is already being restored, or the server stops.', 'restore_running');
    isRestoring = true;
    const task = { kind: 'restore' as const, ...request, ...restoreTarget(config, siteUrl) };
    await writeRestoreState(
      config.dataDir,
      stateOf(request, request.backsUpFirst ? 'backing-up' : 'checking'),
    ).catch((error: unknown) => {
      isRestoring = false;
      throw error;
    });
    restoring = replaceSite(task, {
      signal: stopping.signal,
      close: async () => {
        if (stopped) throw new Error('The server stops.');
        await current?.stop();
        current = undefined;
        return answerUnavailable(port, config.host);
      },
      reopen: async () => {
        if (!stopped) current = await open();
      },
      say: operator.say,
    })
      .finally(() => (isRestoring = false))
      .catch(
        operator.onBroken ??
          ((error: unknown) => {
            throw error;
          }),
      );
  };
  let current: Serving | undefined = await open();
  return {
    siteUrl,
    stop: async () => {
      stopped = true;
      stopping.abort();
      await restoring;
      await current?.stop();
    },
  };
}

async function openSite(
  config: Config,
  siteUrl: string,
  operator: Operator,
  forApp: ForTests & Pick<AppDependencies, 'restore'>,
): Promise<Serving> {
  const { port } = config;
  await assertPortFree(port, config.host); // before anything is created or a password printed
  const warning = { say: operator.warn };
  const database = await openSiteDatabase({
    ...config,
    checkpointInThread: true,
    onWarning: (message) => warning.say(message),
  });
  try {
    await settleRestore({ database, dataDir: config.dataDir }, operator.warn);
    return await serveFrom(database, config, { port, siteUrl, operator, warning, forApp });
  } catch (error) {
    await database.close();
    throw error;
  }
}

/** `warning.say` receives the database's warnings; they go into the log once it exists. */
async function serveFrom(
  database: Database,
  config: Config,
  {
    port,
    siteUrl,
    operator: { say, hasTerminal },
    warning,
    forApp,
  }: {
    readonly port: number;
    readonly siteUrl: string;
    readonly operator: Operator;
    readonly warning: { say: (line: string) => void };
    readonly forApp: ForTests & Pick<AppDependencies, 'restore'>;
  },
): Promise<Serving> {
  const installed = await installFirst(database, config, { port, siteUrl, say, hasTerminal });
  await prepareSite(database, config, say);
  if (installed) database.serve();
  else await database.watch();
  const app = await buildApp({
    config,
    database,
    siteUrl,
    version: buildVersion(),
    ...forApp,
  });
  const { log } = app.server;
  warning.say = (message) => log.warn(message);
  await installed?.close();
  await app.server.listen({ port, host: config.host });
  const jobs = startQueues(
    siteQueues({
      ...config,
      content: app.content,
      sizes: app.sizes,
      reach: app.reach,
      log,
      keys: app.pushKeys,
      services: config.pushServices,
    }),
    { bus: database.bus, log, noteRun: createRunLog(database) },
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
  return {
    siteUrl,
    stop: async () => {
      await Promise.all([app.close(), warming.close(), jobs.close()]);
      await database.close();
    },
  };
}
