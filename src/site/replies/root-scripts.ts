import type { FastifyInstance } from 'fastify';
import type { FormerSites } from '../../lib/former-sites.ts';

const scripts: ReadonlySet<string> = new Set(['/xmlrpc.php', '/wp-cron.php']);

/** `/wp-cron.php`: 204 before the body is read, since jobs need no trigger. */
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
 * The canonical path of such a script, for other spellings (`//xmlrpc.php`, `/xmlrpc.php/`) and below a former site's
 * folder (`/blog/xmlrpc.php`), with the query; undefined for any other address.
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
