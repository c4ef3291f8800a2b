import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { countFailedJobs } from '../../kernel/jobs/store.ts';
import { lookAtPages } from '../../kernel/db/unavailable.ts';
import { mediaQueueLength } from '../../modules/media/queue.ts';
import type { Database } from '../../kernel/db/open-database.ts';
import { UnavailableError } from '../../lib/errors.ts';
import { freeBytesOf, minFreeBytes } from '../../lib/files.ts';
import type { FreeBytes } from '../../lib/files.ts';

interface HealthSite {
  readonly database: Database;
  readonly dataDir: string;
  readonly freeBytes?: FreeBytes | undefined;
}

/**
 * `GET /healthz`: 503 when the database does not answer or a query met damage since the start, else 200. A full disk is
 * 200 with `status: disk_full`: pages are still served, and a supervisor's restart would lose them.
 */
export function healthRoute(
  app: FastifyInstance,
  { database, dataDir, freeBytes = freeBytesOf }: HealthSite,
): void {
  app.get('/healthz', { logLevel: 'warn' }, async (_request, reply) => {
    const [mediaQueue, failedJobs] = await Promise.all([
      mediaQueueLength(database.read),
      countFailedJobs(database.read),
      lookAtPages(database.read),
    ]).catch((error: unknown) => {
      throw new UnavailableError('The database does not answer.', { cause: error });
    });
    if (database.damage() !== undefined)
      throw new UnavailableError('The database is damaged; put a backup back.', {
        cause: new Error(database.damage()),
      });
    const diskFreeBytes = await leastFreeBytes(dataDir, freeBytes);
    const disk =
      diskFreeBytes < minFreeBytes
        ? { status: 'disk_full', message: 'The disk of DATA_DIR is full. Free some space.', diskFreeBytes }
        : { status: 'ok' };
    return reply.header('cache-control', 'no-store').send({
      ...disk,
      database: database.dialect.name,
      uptimeSeconds: Math.round(process.uptime()),
      queries: database.queryCount(),
      mediaQueue,
      failedJobs,
    });
  });
}

/** Of `DATA_DIR` and its media folder, which may be on another disk; `Infinity` if neither can be read. */
async function leastFreeBytes(dataDir: string, freeBytes: FreeBytes): Promise<number> {
  return Math.min(
    ...(await Promise.all(
      [dataDir, join(dataDir, 'media')].map((folder) => freeBytes(folder).catch(() => Infinity)),
    )),
  );
}
