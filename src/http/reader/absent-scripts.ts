import type { FastifyInstance } from 'fastify';
import type { FormerSites } from '../../lib/former-sites.ts';

/** Scripts of WordPress that machines ask for all day, and what says that they are not here: nothing to call, nothing to wake. */
const statuses = { '/xmlrpc.php': 403, '/wp-cron.php': 204 } as const;

/** `/xmlrpc.php` and `/wp-cron.php`: answered before a body is read, without a page and without a query. */
export function absentScripts(app: FastifyInstance): void {
  for (const [url, status] of Object.entries(statuses)) {
    app.all(url, {
      logLevel: 'warn',
      onRequest: async (_request, reply) =>
        reply.status(status).header('cache-control', 'no-store').type('text/plain; charset=utf-8').send(status === 204 ? undefined : 'This is not here.\n'),
    }, async () => undefined);
  }
}

/**
 * The address of such a script that another spelling means (`//xmlrpc.php`, `/xmlrpc.php/`), or that lay in the folder of a former site (`/blog/xmlrpc.php`);
 * undefined for every other address.
 */
export function absentScriptOf(url: string, former: () => FormerSites): string | undefined {
  if (!url.includes('.php')) return undefined;
  const segments = url.replace(/[?#].*$/s, '').split('/').filter((segment) => segment !== '');
  const script = `/${segments.at(-1) ?? ''}`;
  if (!Object.hasOwn(statuses, script)) return undefined;
  return segments.length === 1 || former().belowFolder(`/${segments.join('/')}`) === script ? script : undefined;
}
