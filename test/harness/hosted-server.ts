import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import serve from '../../scripts/launch/serve.json' with { type: 'json' };
import { messageOf } from '../../src/lib/errors.ts';
import { freePort } from '../../src/lib/network.ts';
import type { TestDatabase } from './databases.ts';
import { endsWithUs } from './ends-with-us.ts';
import type { HostReply, HostRequest } from './site-host.ts';

/** A site of the built server, in a process that serves the sites of all of this worker's files in turn. */
export interface HostedServer {
  readonly url: string;
  stop(): Promise<void>;
}

const root = fileURLToPath(new URL('../../', import.meta.url));
let host: ChildProcess | undefined;
let asked = 0;

/** Returns the worker's process, starting it if necessary. Its stderr is that of the run. */
function hostOfWorker(): ChildProcess {
  if (host?.connected) return host;
  if (!existsSync(`${root}dist/server/serve.js`))
    throw new Error('There is no build: run npm run build (npm test does).');
  host = endsWithUs(
    fork(fileURLToPath(new URL('site-host.ts', import.meta.url)), {
      cwd: root,
      execArgv: serve.flags,
      env: { PATH: process.env.PATH, ...serve.env, NODE_ENV: 'production' },
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    }),
  );
  host.setMaxListeners(0);
  host.unref();
  host.channel?.unref();
  return host;
}

async function ask(
  request: { readonly start: Record<string, string> } | { readonly stop: string },
): Promise<string | undefined> {
  const child = hostOfWorker();
  const id = ++asked;
  const { promise, resolve, reject } = Promise.withResolvers<string | undefined>();
  const ended = (code: number | null, signal: string | null) =>
    reject(new Error(`The process of the sites ended (${signal ?? `code ${code}`}).`));
  const onReply = (reply: HostReply) => {
    if (reply.id !== id) return;
    if (reply.fault === undefined) resolve(reply.url);
    else reject(new Error(reply.fault));
  };
  child.on('message', onReply);
  child.once('exit', ended);
  child.send({ ...request, id } satisfies HostRequest);
  return promise.finally(() => child.off('message', onReply).off('exit', ended));
}

/**
 * Serves a test database like `startRealServer`, but in a process shared with other files, for browser tests. `env`:
 * additional variables; `name`: host name in the site's URL.
 */
export async function startHostedServer(
  place: Pick<TestDatabase, 'dataDir' | 'databaseUrl'>,
  env: Record<string, string> = {},
  name = '127.0.0.1',
): Promise<HostedServer> {
  const port = await freePort('127.0.0.1');
  try {
    const url =
      (await ask({
        start: {
          PORT: String(port),
          DATA_DIR: place.dataDir,
          DATABASE_URL: place.databaseUrl ?? '',
          SITE_URL: `http://${name}:${port}`,
          DEMO: '0',
          ADMIN_PASSWORD: 'a password of the tests',
          LOG_LEVEL: 'warn',
          ...env,
        },
      })) ?? '';
    return { url, stop: async () => void (await ask({ stop: url })) };
  } catch (error) {
    if (messageOf(error).includes('EADDRINUSE')) return startHostedServer(place, env, name); // taken in the meantime
    throw error;
  }
}
