import { z } from 'zod';
import { restUrl } from './rest-route.ts';
import type { RestRequest, RestRoute } from './rest-route.ts';

/** The groups of routes, by the beginnings of their paths. */
export const namespaces = ['oembed/1.0', 'wp/v2'] as const;

/** A route's parameters as the index tells them. */
function describeParams(route: RestRoute): Record<string, unknown> {
  const described = z.toJSONSchema(route.schema, { io: 'output', unrepresentable: 'any' }).properties ?? {};
  return Object.fromEntries(Object.entries(described).map(([name, schema]) => [name, { ...(typeof schema === 'object' ? schema : {}), required: false }]));
}

/** Namespace, methods and parameters of a route. */
export function describeRoute(route: RestRoute): Record<string, unknown> {
  return {
    namespace: namespaces.find((name) => route.path.startsWith(`/${name}`)) ?? '',
    methods: ['GET', ...Object.keys(route.refused)],
    endpoints: [
      { methods: ['GET'], args: describeParams(route) },
      ...Object.keys(route.refused).map((method) => ({ methods: [method], args: {} })),
    ],
  };
}

/** Every route by its path, with a link to those that have one address. */
export function describeRoutes(request: RestRequest, routes: readonly RestRoute[]): Record<string, unknown> {
  return Object.fromEntries(routes.map((route) => [route.path, {
    ...describeRoute(route),
    ...(route.path.includes('(') ? {} : { _links: { self: [{ href: restUrl(request, route.path) }] } }),
  }]));
}
