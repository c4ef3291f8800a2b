import { readConfig, siteUrlOf } from './config.ts';
import { buildApp } from './app.ts';
import { keepJobs } from './content/jobs/keep-jobs.ts';
import { siteQueues } from './content/jobs/site-queues.ts';
import { openDatabase } from './db/open-database.ts';
import { messageOf } from './lib/errors.ts';
import { installFirst } from './cli/install-first.ts';
import { openDrawer } from './cli/open-drawer.ts';
import { prepareSite } from './cli/prepare-site.ts';
import { sayProgress } from './cli/say-progress.ts';
import { describeStartFault, ensureDataFolder } from './cli/start-faults.ts';
import { warmUp } from './http/warm-up.ts';
import { assertPortFree, freePort } from './lib/free-port.ts';
import { keepMemoryReducerAwake } from './lib/memory-reducer.ts';
import { buildVersion } from './theme/client-assets.server.ts';

/** How long requests that run may take to end after SIGTERM, in milliseconds. */
const patienceMs = 25_000;

/** Reads the configuration, opens and prepares the database, listens; closes in order on SIGTERM and SIGINT. */
async function main(): Promise<void> {
  const config = readConfig(process.env, console.warn);
  ensureDataFolder(config);
  keepMemoryReducerAwake();
  const port = config.port === 0 ? await freePort(config.host) : config.port;
  const siteUrl = siteUrlOf(config, port);
  await assertPortFree(port, config.host); // before anything is made or a password shown
  let warn = (message: string) => console.warn(message);
  const database = await openDatabase({ ...config, checkpointInThread: true, onWarning: (message) => warn(message) });
  const installed = await installFirst(database, config, {
    port, siteUrl, say: (line) => console.log(line), hasTerminal: process.stdin.isTTY || process.stdout.isTTY,
  });
  await prepareSite(database, config, (line) => console.log(line));
  if (installed) database.serve();
  else await database.watch();
  const undrawn = await openDrawer(database, config.dataDir);
  const beforeUpload = undrawn && ((file: string) => undrawn.ready(file));
  const app = await buildApp({ config, database, siteUrl, version: buildVersion(), beforeUpload });
  warn = (message) => app.server.log.warn(message);
  await installed?.close();
  await app.server.listen({ port, host: config.host });
  const { log } = app.server;
  const jobs = keepJobs(
    siteQueues({ ...config, content: app.content, log, keys: app.pushKeys, services: config.pushServices, beforeUpload }), { bus: database.bus, log },
  );
  const warming = warmUp({
    cache: app.cache, content: app.content,
    onFailure: (error) => app.server.log.warn(
      { reason: messageOf(error) }, 'Not all pages could be rendered before readers ask for them; they are rendered then',
    ),
  });
  console.log(`Broadsheet serves ${siteUrl} (${database.dialect.name === 'sqlite' ? 'SQLite' : 'PostgreSQL'}).`);
  process.send?.('serving'); // to the launcher, which makes what people write with behind it

  undrawn?.drawAll(sayProgress((line) => console.log(line)), 1) // readers come first
    .catch(
      (error: unknown) => app.server.log.warn(
        { reason: messageOf(error) }, 'Not all pictures of the demo could be drawn; they are when somebody asks for them, or at the next start',
      ),
    );

  let stopping = false;
  const stop = (signal: string) => {
    if (stopping) return;
    stopping = true;
    console.log(`${signal}: finishing what runs, then stopping.`);
    setTimeout(() => process.exit(1), patienceMs).unref();
    Promise.all([app.close(), warming.close(), jobs.close(), undrawn?.close()]).then(() => database.close()).then(() => process.exit(0), (error: unknown) => {
      console.error(`Stopping failed: ${messageOf(error)}`);
      process.exit(1);
    });
  };
  process.on('SIGTERM', () => stop('SIGTERM'));
  process.on('SIGINT', () => stop('SIGINT'));
}

main().catch((error: unknown) => {
  console.error(describeStartFault(error));
  process.exit(1);
});
