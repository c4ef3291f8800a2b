import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import serve from '../../scripts/launch/serve.json' with { type: 'json' };
import { freePort } from '../../src/lib/network.ts';
import type { TestDatabase } from './databases.ts';
import { endsWithUs } from './ends-with-us.ts';

/** The built server in a separate process, as started by `npm start`. */
export interface RealServer {
  readonly url: string;
  readonly process: ChildProcess;
  output(): string;
  /** Sends SIGTERM and waits; returns the exit code. */
  stop(): Promise<number | null>;
}

const root = fileURLToPath(new URL('../../', import.meta.url));

/**
 * Starts dist/server/main.js on a test database; resolves when `/healthz` responds. If it fails later, its output goes
 * to stderr. `name`: host name in the site's URL; `at`: port of an earlier server to reuse.
 */
export async function startRealServer(
  place: Pick<TestDatabase, 'dataDir' | 'databaseUrl'>,
  env: Record<string, string> = {},
  name = '127.0.0.1',
  at?: number,
): Promise<RealServer> {
  if (!existsSync(`${root}dist/server/main.js`))
    throw new Error('There is no build: run npm run build (npm test does).');
  const port = at ?? (await freePort('127.0.0.1'));
  const url = `http://${name}:${port}`;
  let output = '';
  const child = endsWithUs(
    spawn(process.execPath, [...serve.flags, 'dist/server/main.js'], {
      cwd: root,
      env: {
        PATH: process.env.PATH,
        ...serve.env,
        NODE_ENV: 'production',
        PORT: String(port),
        DATA_DIR: place.dataDir,
        DATABASE_URL: place.databaseUrl ?? '',
        SITE_URL: url,
        DEMO: '0',
        ADMIN_PASSWORD: 'a password of the tests',
        LOG_LEVEL: 'info',
        ...env,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    }),
  );
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
  for (;;) {
    if (child.exitCode !== null && output.includes('another program is already listening there'))
      return startRealServer(place, env, name, at);
    // taken in the meantime
    if (child.exitCode !== null) throw new Error(`The server ended with code ${child.exitCode}:\n${output}`);
    // Its output must confirm it: another server may have taken the port and respond instead.
    const reply = output.includes('Broadsheet serves')
      ? await fetch(`${url}/healthz`).catch(() => undefined)
      : undefined;
    if (reply?.status === 200) break;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  void ended.then(
    (code) => code && process.stderr.write(`A server on port ${port} ended with code ${code}:\n${output}`),
  );
  return {
    url,
    process: child,
    output: () => output,
    stop: () => {
      if (child.exitCode === null) child.kill('SIGTERM');
      return ended;
    },
  };
}
