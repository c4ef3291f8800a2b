import { z } from 'zod';
import { itemParams } from './params.ts';
import { restUrl } from './rest-request.ts';
import { method, restRoute } from './rest-route.ts';
import type { RestRoute } from './rest-route.ts';
import { describeRoutes } from './route-index.ts';
import type { namespaces } from './route-index.ts';

/** `/wp-json/wp/v2` and the like: the routes of a namespace. */
export function namespaceRoute(namespace: (typeof namespaces)[number], routes: () => readonly RestRoute[]): RestRoute {
  return restRoute({
    path: `/${namespace}`,
    methods: { GET: method({ params: z.object({ context: itemParams.context }), run: async (request) => ({
      kind: 'plain',
      body: {
        namespace,
        routes: describeRoutes(request, routes().filter(({ path }) => path.startsWith(`/${namespace}`))),
        _links: { up: [{ href: restUrl(request, '/') }] },
      },
    }) }) },
  });
}
