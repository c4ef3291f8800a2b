// Builds dist-admin/, the newsroom. The launcher calls it (scripts/launch/admin.mjs); by hand: NODE_ENV=production node
// scripts/build-admin.mjs
import { renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

process.env.NODE_ENV = 'production';
const { buildAdmin } = await import('./build/admin.mjs');

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const dist = join(root, 'dist-admin');
const unfinished = `${dist}.new`;

rmSync(unfinished, { recursive: true, force: true });
await buildAdmin(root, unfinished);
rmSync(dist, { recursive: true, force: true });
renameSync(unfinished, dist);
