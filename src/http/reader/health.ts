import type { FastifyInstance } from 'fastify';
import { countFailedJobs } from '../../content/jobs/reader.ts';
import { lookAtPages } from '../../content/look-at-pages.ts';
import { mediaQueueLength } from '../../content/media/queue.ts';
import type { Database } from '../../db/open-database.ts';
import { UnavailableError } from '../../lib/errors.ts';

/**
 * `GET /healthz`: 200 when requests can be served, 503 when the database does not answer, or when a query has met damage since the start. Says how many
 * pictures wait for their sizes, how many jobs failed for good, and how many queries this process has asked.
 */
export function healthRoute(app: FastifyInstance, database: Database): void {
  app.get('/healthz', { logLevel: 'warn' }, async (_request, reply) => {
    const [mediaQueue, failedJobs] = await Promise.all([mediaQueueLength(database.read), countFailedJobs(database.read), lookAtPages(database.read)])
      .catch((error: unknown) => {
      throw new UnavailableError('The database does not answer.', { cause: error });
    });
    if (database.damage() !== undefined) throw new UnavailableError('The database is damaged; put a backup back.', { cause: new Error(database.damage()) });
    return reply.header('cache-control', 'no-store')
      .send({
        status: 'ok', database: database.dialect.name, uptimeSeconds: Math.round(process.uptime()), queries: database.queryCount(), mediaQueue, failedJobs,
      });
  });
}
