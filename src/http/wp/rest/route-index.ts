import { describeKind } from './resource.ts';
import { restUrl } from './rest-request.ts';
import type { RestRequest } from './rest-request.ts';
import { restMethods } from './rest-methods.ts';
import type { RestMethod, RestRoute } from './rest-route.ts';

/** The groups of routes, by the beginnings of their paths. */
export const namespaces = ['oembed/1.0', 'broadsheet/v1', 'wp/v2'] as const;

/** A method's parameters as the index tells them. */
function describeParams({ schema, required }: RestMethod<never>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(schema?.shape ?? {}).map(([name, kind]) => [name, { ...describeKind(kind), required: required.includes(name) }]));
}

/** Namespace, methods and parameters of a route. */
export function describeRoute(route: RestRoute): Record<string, unknown> {
  const methods = restMethods.flatMap((name) => (route.methods[name] ? [{ name, method: route.methods[name] }] : []));
  return {
    namespace: namespaces.find((name) => route.path.startsWith(`/${name}`)) ?? '',
    methods: methods.map(({ name }) => name),
    endpoints: methods.map(({ name, method }) => ({
      methods: [name], ...(route.isBatched ? { allow_batch: { v1: true } } : {}), args: describeParams(method),
    })),
  };
}

/** Every route by its path, with a link to those that have one address. */
export function describeRoutes(request: RestRequest, routes: readonly RestRoute[]): Record<string, unknown> {
  return Object.fromEntries(routes.map((route) => [route.path, {
    ...describeRoute(route),
    ...(route.path.includes('(') ? {} : { _links: { self: [{ href: restUrl(request, route.path) }] } }),
  }]));
}
