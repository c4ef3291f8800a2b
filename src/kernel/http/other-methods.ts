import type { FastifyInstance } from 'fastify';
import { BroadsheetError } from '../../lib/errors.ts';
import { isRestAddress } from './rest/rest-path.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The route only says that its method is not taken where it is. */
    readonly refuses?: boolean;
  }
}

/** Where a route is, and what it takes. */
interface Place {
  readonly url: string;
  readonly methods: readonly string[];
  readonly refuses: boolean;
}

/**
 * Methods that nothing takes at an address: `OPTIONS` says which ones are taken there, all others are refused (405) with the same `Allow`, before a body is
 * read. REST has answers of its own. Call it before there are routes.
 */
export function installOtherMethods(app: FastifyInstance): void {
  const places: Place[] = [];
  app.addHook('onRoute', ({ url, method, config }) => {
    places.push({
      url,
      methods: Array.isArray(method) ? method : [method],
      refuses: config?.refuses ?? false,
    });
  });
  app.addHook('onRequest', async (request, reply) => {
    if (!request.is404 || isRestAddress(request.url)) return;
    const allow = takenAt(places, pathOf(request.url));
    if (allow.includes(request.method)) return;
    reply.header('allow', [...allow, 'OPTIONS'].join(', '));
    if (request.method === 'OPTIONS') return reply.status(204).header('cache-control', 'no-store').send();
    throw new BroadsheetError(
      405,
      'method_not_allowed',
      `There is nothing to ${request.method} here; ${allow.join(' and ')} are taken.`,
    );
  });
}

/** The path of an address as it was sent: `/a?b`, `http://host/a`, or `*`, which is the whole server. */
function pathOf(address: string): string {
  const path = address.replace(/^https?:\/\/[^/?]*/i, '').split('?', 1)[0];
  return path?.startsWith('/') ? path : '/';
}

/** The methods that a path takes, in the order of the alphabet; of several routes the one that says most of the path counts. */
function takenAt(places: readonly Place[], path: string): string[] {
  const best = new Map<string, Place>();
  for (const place of places) {
    if (!isAt(place, path)) continue;
    for (const method of place.methods)
      if (place.url.length >= (best.get(method)?.url.length ?? 0)) best.set(method, place);
  }
  return [...best]
    .filter(([, { refuses }]) => !refuses)
    .map(([method]) => method)
    .toSorted();
}

function isAt({ url }: Place, path: string): boolean {
  const open = url.search(/[*:]/);
  if (open < 0) return url === path;
  return path.startsWith(url.slice(0, open)) && (url[open] === '*' || !path.includes('/', open));
}
