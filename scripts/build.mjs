// Builds dist/, for browsers and the server. The launcher calls it; by hand: NODE_ENV=production node scripts/build.mjs
// Options: --client-only (skips the server), --out FOLDER (instead of dist/)
import { renameSync, rmSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

// React is twice as large and six times slower without it.
process.env.NODE_ENV = 'production';
const { buildClient } = await import('./build/client.mjs');
const { buildServer } = await import('./build/server.mjs');

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const { values } = parseArgs({
  options: { 'client-only': { type: 'boolean', default: false }, out: { type: 'string' } },
});
const dist = resolve(root, values.out ?? 'dist');
// Next to dist/, so that source maps point to the right place; an interrupted build never looks complete.
const unfinished = `${dist}.new`;

rmSync(unfinished, { recursive: true, force: true });
await buildClient(root, unfinished);
if (!values['client-only']) await buildServer(root, unfinished);
rmSync(dist, { recursive: true, force: true });
renameSync(unfinished, dist);
