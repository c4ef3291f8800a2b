import { existsSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { makeFolder } from '../../lib/make-folder.ts';

const oneYear = '365d';

/** Built scripts and fonts below `/assets/` (names hold their hash), uploads below `/wp-content/uploads/`. */
export async function installStaticFiles(app: FastifyInstance, folders: { readonly client: string; readonly dataDir: string }): Promise<void> {
  const assets = join(folders.client, 'assets');
  if (existsSync(assets)) {
    await app.register(fastifyStatic, { root: assets, prefix: '/assets/', maxAge: oneYear, immutable: true, index: false, decorateReply: false, preCompressed: true });
  }
  const uploads = join(folders.dataDir, 'media');
  makeFolder(uploads);
  await app.register(fastifyStatic, {
    root: uploads, prefix: '/wp-content/uploads/', maxAge: '30d', index: false, decorateReply: false, dotfiles: 'deny',
    // An uploaded file never acts: no scripts in SVG, no frames, downloads keep their type.
    setHeaders: (reply) => void reply.header('content-security-policy', `default-src 'none'; style-src 'unsafe-inline'; sandbox`),
  });
}
