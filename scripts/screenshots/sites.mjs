// The two sites that are looked at: the demo, and one of imported hard cases. Both are kept in a folder, so that only the first run makes them.
import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { startRealServer } from '../../test/harness/real-server.ts';
import { hardCases } from './hard-cases.mjs';

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
const broadsheet = (dataDir, ...args) =>
  promisify(execFile)(process.execPath, ['dist/server/cli.js', ...args], { cwd: root, env: { ...process.env, NODE_ENV: 'production', DATA_DIR: dataDir, DEMO: '0', ADMIN_PASSWORD: 'a password of the jury' } });

/** Starts the site of the demo, with the sizes of all its pictures. */
export async function startDemo(folder) {
  const dataDir = join(folder, 'demo');
  mkdirSync(dataDir, { recursive: true });
  const server = await startRealServer({ dataDir, databaseUrl: undefined }, { DEMO: '1', LOG_LEVEL: 'warn' });
  for (;;) {
    const { stdout } = await broadsheet(dataDir, 'media', 'list');
    if (/^All pictures/m.test(stdout)) return server;
    await new Promise((resolve) => setTimeout(resolve, 2000));
  }
}

/** Starts the site of the hard cases, and of the exports at `files`. */
export async function startHardCases(folder, files) {
  const dataDir = join(folder, 'hard');
  if (!existsSync(dataDir)) {
    mkdirSync(dataDir, { recursive: true });
    const own = join(folder, 'hard-cases.xml');
    writeFileSync(own, hardCases);
    for (const file of [...files, own]) await broadsheet(dataDir, 'import', file, '--quiet');
  }
  return startRealServer({ dataDir, databaseUrl: undefined }, { LOG_LEVEL: 'warn' });
}
