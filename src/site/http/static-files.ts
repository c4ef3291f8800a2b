import { existsSync } from 'node:fs';
import { extname, join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import fastifyStatic from '@fastify/static';
import { servedTypes, uploadsPath } from '../../modules/media/model.ts';
import { makeFolder } from '../../lib/files.ts';
import { defaultAvatarPath } from '../../lib/account-urls.ts';

const oneYear = '365d';

const common = { index: false, decorateReply: false, dotfiles: 'ignore' } as const;

/** The browser build's files, if there is a build. */
export async function installAssets(app: FastifyInstance, client: string): Promise<void> {
  const root = join(client, 'assets');
  if (!existsSync(root)) return;
  await app.register(fastifyStatic, {
    ...common,
    root,
    prefix: '/assets/',
    maxAge: oneYear,
    immutable: true,
    preCompressed: true,
  });
}

/**
 * Files below `/assets/` never change, since their names contain hashes; uploads below `/wp-content/uploads/` are
 * cached for a month. Supports conditional and range requests; folders and dotfiles are 404.
 */
export async function installStaticFiles(
  app: FastifyInstance,
  folders: { readonly client: string; readonly dataDir: string },
): Promise<void> {
  await installAssets(app, folders.client);
  const uploads = join(folders.dataDir, 'media');
  makeFolder(uploads);
  const fonts = join(uploads, 'fonts', '/');
  await app.register(fastifyStatic, {
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
      // Types that can't be uploaded, in files placed by hand, are sent as untyped downloads.
      reply.header('content-type', type ?? 'application/octet-stream');
      if (type === undefined) reply.header('content-disposition', 'attachment');
      // Uploads run no scripts and can't be framed. PDFs get no `sandbox`, in which browsers' viewers don't start;
      // their own viewer isolates them.
      const within = ending === 'pdf' ? `object-src 'self'; frame-ancestors 'self'` : 'sandbox';
      reply.header('content-security-policy', `default-src 'none'; style-src 'unsafe-inline'; ${within}`);
    },
  });
}

/** A person's outline, 96 pixels square. */
const picture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAGAAAABgBAMAAAAQtmoLAAAAMFBMVEXDx83////7/Pzu7/H+/v7y8/XLztPHy9Dp6+3Y29/b3eH4+frf4eTi5OfT1tvR1Nliz1wPAAAACXBIWXMAAAsT' +
    'AAALEwEAmpwYAAABl0lEQVRYw+2Wvy4EURTGJ5ZZyyL3zhAMkUlUKpOI6BhegIpyRKeaRqNaEYVuVTQSElGbSrGNfQNKnUcgXsBKdmXun7nfPbGima/+fpk55373nOs4pUqVKqXo8Gxx' +
    'c+/e3v8Zs478dVv/Aetq1c5fC3sAb1oBbfajeRv/GMvp2QK4yAMz2O+GeYAnEKgwQcsQ+BCBBQhEIuDBEmIR8FMAjDBJNwAYloEGAIZkYBsAAzLwAIBBGdjoN0D+JXLR5LYqB9fsdzTI' +
    '4aPHm3yByFeUPATEMfP0F4OMPirJw5g+7h3n+HuhXJaL9X/lXp+2Qt5ae02s7NWrrBeN4DzF/vGVfLy33pC/nolXNAA3opbJcykwRtyNmKJJU+l3TKMlwmAF47Ua6QGvqLlHrEC7tA90' +
    '6k4pFRRX0S4G5nT+ibgY8N9tthvadLcmYFbTo9AEcLVPdWaUGtpRM/BIK0FXRGQGPLSfFSXoBYCechUENGhNUp9B+wiYMm1nneSN/YIAOeEnCJiWgB0EyCeXISD4LRAigEsAihLzu8Yv' +
    'jtCNEeaaQw0AAAAASUVORK5CYII=',
  'base64',
);

export function installDefaultAvatar(app: FastifyInstance): void {
  app.get(defaultAvatarPath, async (_request, reply) =>
    reply.type('image/png').header('cache-control', 'public, max-age=2592000').send(picture),
  );
}
