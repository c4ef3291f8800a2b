import { describeArguments } from './argument-descriptions.ts';
import { describeKind } from '../../kernel/http/rest/resource.ts';
import { restUrl } from '../../kernel/http/rest/rest-request.ts';
import type { RestRequest } from '../../kernel/http/rest/rest-request.ts';
import { restMethods } from '../../kernel/http/rest/rest-reply.ts';
import type { RestMethodName } from '../../kernel/http/rest/rest-reply.ts';
import { pathParamsOf } from '../../kernel/http/rest/rest-path.ts';
import type { RestMethod, RestRoute } from '../../kernel/http/rest/rest-route.ts';

export const namespaces = [
  'oembed/1.0',
  'broadsheet/v1',
  'td-cloud-library',
  'wp/v2',
  'wp-site-health/v1',
  'wp-block-editor/v1',
] as const;

/** A method's arguments for the index: path parts and parameters. */
export function argumentsOf(
  { path, inPath }: Pick<RestRoute, 'path' | 'inPath'>,
  name: RestMethodName,
  { schema, required }: RestMethod<never>,
) {
  const describe = describeArguments(path, name);
  return Object.fromEntries([
    ...pathParamsOf(path).map(
      (part) =>
        [
          part.name,
          { description: inPath?.[part.name] ?? describe(part.name), ...part.kind, required: false },
        ] as const,
    ),
    ...Object.entries(schema.shape).map(
      ([arg, kind]) =>
        [
          arg,
          { description: describe(arg), ...describeKind(kind), required: required.includes(arg) },
        ] as const,
    ),
  ]);
}

/** JSON Schema of a route's reply: of GET, else of its first write. For lists it describes one item, as in WordPress. */
function schemaOf({ methods }: Pick<RestRoute, 'methods'>): Readonly<Record<string, unknown>> | undefined {
  const [reply] = restMethods.flatMap((name) => methods[name]?.reply ?? []);
  if (!reply) return undefined;
  return 'fields' in reply.content
    ? reply.content.describe()
    : { $schema: 'https://json-schema.org/draft/2020-12/schema', ...describeKind(reply.content) };
}

export function describeRoute(route: RestRoute, how?: 'with reply schema'): Record<string, unknown> {
  const methods = restMethods.flatMap((name) =>
    route.methods[name] ? [{ name, method: route.methods[name] }] : [],
  );
  return {
    namespace: namespaces.find((name) => route.path.startsWith(`/${name}`)) ?? '',
    methods: methods.map(({ name }) => name),
    endpoints: methods.map(({ name, method }) => ({
      methods: [name],
      ...(route.isBatched ? { allow_batch: { v1: true } } : {}),
      args: argumentsOf(route, name, method),
    })),
    ...(how ? { schema: schemaOf(route) } : {}),
  };
}

/** Every route by its path, with a link if the path is a single address. */
export function describeRoutes(request: RestRequest, routes: readonly RestRoute[]): Record<string, unknown> {
  return Object.fromEntries(
    routes.map((route) => [
      route.path,
      {
        ...describeRoute(route),
        ...(route.path.includes('(') ? {} : { _links: { self: [{ href: restUrl(request, route.path) }] } }),
      },
    ]),
  );
}
