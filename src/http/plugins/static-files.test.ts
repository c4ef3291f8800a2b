import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fastify } from 'fastify';
import { expect, test } from 'vitest';
import { installStaticFiles } from './static-files.ts';

test('[IMP-30] built files are kept for a year, since their names change with them; uploads for a month, and run nothing', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'broadsheet-static-'));
  const app = fastify();
  try {
    for (const [path, text] of [['client/assets/start-a1b2c3.js', 'export {};'], ['media/2026/01/drawing.svg', '<svg xmlns="http://www.w3.org/2000/svg"/>']] as const) {
      mkdirSync(join(folder, path, '..'), { recursive: true });
      writeFileSync(join(folder, path), text);
    }
    await installStaticFiles(app, { client: join(folder, 'client'), dataDir: folder });
    const script = await app.inject('/assets/start-a1b2c3.js');
    expect([script.statusCode, script.headers['cache-control']]).toEqual([200, 'public, max-age=31536000, immutable']);
    const upload = await app.inject('/wp-content/uploads/2026/01/drawing.svg');
    expect([upload.statusCode, upload.headers['cache-control']]).toEqual([200, 'public, max-age=2592000']);
    expect(upload.headers['content-security-policy']).toContain('sandbox');
  } finally {
    await app.close();
    rmSync(folder, { recursive: true, force: true });
  }
});
