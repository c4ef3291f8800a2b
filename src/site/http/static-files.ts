import { existsSync } from 'node:fs';
import { extname, join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { servedTypes, uploadsPath } from '../../modules/media/media.ts';
import { messageOf } from '../../lib/errors.ts';
import { makeFolder } from '../../lib/make-folder.ts';

const oneYear = '365d';

/**
 * Built scripts and fonts below `/assets/`: their names hold their hash, so they never change. Uploads below `/wp-content/uploads/`: their names do not, so
 * browsers ask again after a month. Both answer conditional and range requests; folders, and files whose name begins with a dot, do not exist for readers.
 */
export async function installStaticFiles(
  app: FastifyInstance,
  folders: {
    readonly client: string;
    readonly dataDir: string;
    readonly beforeUpload?: ((file: string) => Promise<void> | undefined) | undefined;
  },
): Promise<void> {
  const common = { index: false, decorateReply: false, dotfiles: 'ignore' } as const;
  const assets = join(folders.client, 'assets');
  if (existsSync(assets)) {
    await app.register(fastifyStatic, {
      ...common,
      root: assets,
      prefix: '/assets/',
      maxAge: oneYear,
      immutable: true,
      preCompressed: true,
    });
  }
  const uploads = join(folders.dataDir, 'media');
  makeFolder(uploads);
  const fonts = join(uploads, 'fonts', '/');
  await app.register(async (scope) => {
    const { beforeUpload } = folders;
    if (beforeUpload) {
      scope.addHook('onRequest', async ({ url, log }) => {
        await beforeUpload(url.slice(uploadsPath.length).split(/[?#]/, 1)[0] ?? '')?.catch((error: unknown) =>
          log.warn({ reason: messageOf(error) }, 'A file could not be made; it is not there'),
        );
      });
    }
    await scope.register(fastifyStatic, {
      ...common,
      root: uploads,
      prefix: uploadsPath,
      maxAge: '30d',
      contentType: false,
      setHeaders: (reply, path) => {
        const ending = extname(path).slice(1).toLowerCase();
        const type = Object.hasOwn(servedTypes, ending)
          ? servedTypes[ending]
          : path.startsWith(fonts) && ending === 'woff2'
            ? 'font/woff2'
            : undefined;
        // What we would not take as an upload (somebody put it there by hand) is a download of no type.
        reply.header('content-type', type ?? 'application/octet-stream');
        if (type === undefined) reply.header('content-disposition', 'attachment');
        // An uploaded file never acts: no scripts, no frames. Browsers' viewers of PDFs refuse to begin in a sandbox; what is in one runs in theirs.
        const within = ending === 'pdf' ? `object-src 'self'; frame-ancestors 'self'` : 'sandbox';
        reply.header('content-security-policy', `default-src 'none'; style-src 'unsafe-inline'; ${within}`);
      },
    });
  });
}
