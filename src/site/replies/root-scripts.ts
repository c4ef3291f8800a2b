import type { FastifyInstance } from 'fastify';
import type { FormerSites } from '../../lib/former-sites.ts';

/** Scripts in the root of a WordPress site that machines call. */
const scripts: ReadonlySet<string> = new Set(['/xmlrpc.php', '/wp-cron.php']);

/** `/wp-cron.php`: there is nothing to wake. Answered (204) before a body is read, without a page and without a query. */
export function cronScript(app: FastifyInstance): void {
  app.all(
    '/wp-cron.php',
    {
      logLevel: 'warn',
      onRequest: async (_request, reply) => reply.status(204).header('cache-control', 'no-store').send(),
    },
    async () => undefined,
  );
}

/**
 * The address of such a script that another spelling means (`//xmlrpc.php`, `/xmlrpc.php/`), or that lay in the folder of a former site (`/blog/xmlrpc.php`);
 * undefined for every other address. The query stays.
 */
export function rootScriptOf(url: string, former: () => FormerSites): string | undefined {
  if (!url.includes('.php')) return undefined;
  const [path = ''] = url.split(/[?#]/, 1);
  const segments = path.split('/').filter((segment) => segment !== '');
  const script = `/${segments.at(-1) ?? ''}`;
  if (!scripts.has(script)) return undefined;
  return segments.length === 1 || former().belowFolder(`/${segments.join('/')}`) === script
    ? script + url.slice(path.length)
    : undefined;
}
