import type { FastifyInstance } from 'fastify';
import { BroadsheetError } from '../../lib/errors.ts';
import { isRestAddress } from './rest/rest-path.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The route only refuses its method. */
    readonly refuses?: boolean;
  }
}

interface Place {
  readonly url: string;
  readonly methods: readonly string[];
  readonly refuses: boolean;
}

/**
 * Answers unhandled methods: `OPTIONS` lists the allowed ones, others get a 405 with the same `Allow`, before a body is
 * read. REST handles its own. Call it before routes are added.
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
    const allow = methodsAt(places, pathOf(request.url));
    if (allow.includes(request.method)) return;
    reply.header('allow', [...allow, 'OPTIONS'].join(', '));
    if (request.method === 'OPTIONS') return reply.status(204).header('cache-control', 'no-store').send();
    throw new BroadsheetError(
      405,
      'method_not_allowed',
      `${request.method} is not supported here. Use ${allow.join(' or ')}.`,
    );
  });
}

/** The path of a request target as sent: `/a?b`, `http://host/a`, or `*` (the whole server). */
function pathOf(address: string): string {
  const path = address.replace(/^https?:\/\/[^/?]*/i, '').split('?', 1)[0];
  return path?.startsWith('/') ? path : '/';
}

/** Methods of a path in alphabetical order; of several matching routes the most specific counts. */
function methodsAt(places: readonly Place[], path: string): string[] {
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
