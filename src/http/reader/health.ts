import type { FastifyInstance } from 'fastify';
import { mediaQueueLength } from '../../content/media/queue.ts';
import type { Database } from '../../db/open-database.ts';
import { UnavailableError } from '../../lib/errors.ts';

/** `GET /healthz`: 200 when requests can be served, 503 when the database does not answer. Says how many pictures wait for their sizes, and how many queries this process has asked. */
export function healthRoute(app: FastifyInstance, database: Database): void {
  app.get('/healthz', { logLevel: 'warn' }, async (_request, reply) => {
    const mediaQueue = await mediaQueueLength(database.read).catch((error: unknown) => {
      throw new UnavailableError('The database does not answer.', { cause: error });
    });
    return reply.header('cache-control', 'no-store').send({ status: 'ok', database: database.dialect.name, uptimeSeconds: Math.round(process.uptime()), queries: database.queryCount(), mediaQueue });
  });
}
