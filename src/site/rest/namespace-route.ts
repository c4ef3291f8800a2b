import { z } from 'zod';
import { itemParams } from '../../kernel/http/rest/params.ts';
import { valueOf } from '../../kernel/http/rest/rest-reply.ts';
import { restUrl } from '../../kernel/http/rest/rest-request.ts';
import { method, restRoute } from '../../kernel/http/rest/rest-route.ts';
import type { RestRoute } from '../../kernel/http/rest/rest-route.ts';
import { describeRoutes } from './route-index.ts';
import type { namespaces } from './route-index.ts';

const index = z.object({
  namespace: z.string(),
  routes: z.record(z.string(), z.unknown()),
  _links: z.record(z.string(), z.unknown()),
});

export function namespaceRoute<Namespace extends (typeof namespaces)[number]>(
  namespace: Namespace,
  routes: () => readonly RestRoute[],
) {
  return restRoute({
    path: `/${namespace}`,
    methods: {
      GET: method({
        params: z.object({ context: itemParams.context }),
        reply: valueOf(index),
        run: async (request) => ({
          kind: 'plain',
          body: {
            namespace,
            routes: describeRoutes(
              request,
              routes().filter(({ path }) => path.startsWith(`/${namespace}`)),
            ),
            _links: { up: [{ href: restUrl(request, '/') }] },
          },
        }),
      }),
    },
  });
}
