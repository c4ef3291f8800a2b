import { execFile } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { promisify } from 'node:util';
import { fileURLToPath } from 'node:url';
import { startRealServer } from './real-server.ts';
import type { RealServer } from './real-server.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const pauseMs = 2000;

/** Runs a command of `npm run broadsheet` on a data folder; gives what it printed. */
export async function broadsheet(dataDir: string, ...args: readonly string[]): Promise<string> {
  const env = {
    ...process.env,
    NODE_ENV: 'production',
    DATA_DIR: dataDir,
    DATABASE_URL: '',
    DEMO: '0',
    ADMIN_PASSWORD: 'a password of the tests',
  };
  return (await promisify(execFile)(process.execPath, ['dist/server/cli.js', ...args], { cwd: root, env }))
    .stdout;
}

/**
 * Starts the built server with the demo magazine in a folder (filled if it is empty) and waits until its pictures have all their sizes, which takes a minute or
 * two at first.
 */
export async function startDemoServer(dataDir: string): Promise<RealServer> {
  mkdirSync(dataDir, { recursive: true });
  const server = await startRealServer({ dataDir, databaseUrl: undefined }, { DEMO: '1', LOG_LEVEL: 'warn' });
  while (!/^All pictures/m.test(await broadsheet(dataDir, 'media', 'list')))
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  return server;
}
