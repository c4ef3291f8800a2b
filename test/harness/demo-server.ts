import { execFile } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { promisify } from 'node:util';
import { fileURLToPath } from 'node:url';
import { startRealServer } from './real-server.ts';
import type { RealServer } from './real-server.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const pauseMs = 2000;

/** Runs a CLI command on a data folder; returns its output. */
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

/** Starts the built server with the demo in a folder (seeded if empty) and waits for all picture sizes, at first a minute or two. */
export async function startDemoServer(dataDir: string): Promise<RealServer> {
  mkdirSync(dataDir, { recursive: true });
  const server = await startRealServer({ dataDir, databaseUrl: undefined }, { DEMO: '1', LOG_LEVEL: 'warn' });
  while (!/^All images/m.test(await broadsheet(dataDir, 'media', 'list')))
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  return server;
}
