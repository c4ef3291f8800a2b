import { z } from 'zod';
import { itemParams } from './params.ts';
import { restUrl } from './rest-request.ts';
import { method, restRoute } from './rest-route.ts';
import type { RestRoute } from './rest-route.ts';
import { describeRoutes } from './route-index.ts';

/** `/wp-json/wp/v2`: the routes of this namespace. */
export function wpV2(routes: () => readonly RestRoute[]): RestRoute {
  return restRoute({
    path: '/wp/v2',
    methods: { GET: method({ params: z.object({ context: itemParams.context }), run: async (request) => ({
      kind: 'plain',
      body: {
        namespace: 'wp/v2',
        routes: describeRoutes(request, routes().filter(({ path }) => path.startsWith('/wp/v2'))),
        _links: { up: [{ href: restUrl(request, '/') }] },
      },
    }) }) },
  });
}
