import { createReadStream, existsSync } from 'node:fs';
import { extname, join } from 'node:path';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { NotFoundError } from '../../lib/errors.ts';
import { acceptedEncodings } from '../cache/accept-encoding.ts';
import type { Encoding } from '../cache/accept-encoding.ts';
import type { AdminPlaces } from './admin-build.ts';

const types: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};
/** What a file and those compressed beside it end in. */
const endings: Readonly<Record<Encoding, string>> = { br: '.br', gzip: '.gz', identity: '' };

/** `/wp-admin/assets/…`: files of the newsroom's build, which may come after the server began. Their names hold their hash, so they never change. */
export function adminAssetsRoute(app: FastifyInstance, { build }: AdminPlaces): void {
  app.get<{ Params: { name: string } }>(
    '/wp-admin/assets/:name',
    async ({ params: { name }, headers }, reply) => {
      const file = join(build, 'assets', name);
      const type = Object.hasOwn(types, extname(name)) ? types[extname(name)] : undefined;
      if (!/^[\w.-]{1,120}$/.test(name) || type === undefined || !existsSync(file))
        throw new NotFoundError(`There is no ${name.slice(0, 120)} in the newsroom.`);
      return sendFile(reply.type(type), file, headers['accept-encoding']);
    },
  );
}

function sendFile(reply: FastifyReply, file: string, accepted: string | undefined): FastifyReply {
  const found = acceptedEncodings(accepted).find((one) => existsSync(file + endings[one])) ?? 'identity';
  if (found !== 'identity') reply.header('content-encoding', found);
  return reply
    .header('vary', 'Accept-Encoding')
    .header('cache-control', 'public, max-age=31536000, immutable')
    .send(createReadStream(file + endings[found]));
}
