import { createReadStream, existsSync } from 'node:fs';
import { extname, join } from 'node:path';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { NotFoundError } from '../../../lib/errors.ts';
import type { AdminPlaces } from './admin-build.ts';

const types: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8', '.css': 'text/css; charset=utf-8', '.svg': 'image/svg+xml', '.woff2': 'font/woff2',
};
/** What is compressed beside a file, in the order in which it is preferred. */
const encodings = [['br', '.br'], ['gzip', '.gz']] as const;

/** `/wp-admin/assets/…`: files of the newsroom's build, which may come after the server began. Their names hold their hash, so they never change. */
export function adminAssetsRoute(app: FastifyInstance, { build }: AdminPlaces): void {
  app.get<{ Params: { name: string } }>('/wp-admin/assets/:name', async ({ params: { name }, headers }, reply) => {
    const file = join(build, 'assets', name);
    const type = Object.hasOwn(types, extname(name)) ? types[extname(name)] : undefined;
    if (!/^[\w.-]{1,120}$/.test(name) || type === undefined || !existsSync(file)) throw new NotFoundError(`There is no ${name.slice(0, 120)} in the newsroom.`);
    return sendFile(reply.type(type), file, String(headers['accept-encoding'] ?? ''));
  });
}

function sendFile(reply: FastifyReply, file: string, accepted: string): FastifyReply {
  const found = encodings.find(([name, ending]) => accepted.includes(name) && existsSync(file + ending));
  if (found) reply.header('content-encoding', found[0]);
  return reply.header('vary', 'Accept-Encoding').header('cache-control', 'public, max-age=31536000, immutable')
    .send(createReadStream(file + (found?.[1] ?? '')));
}
