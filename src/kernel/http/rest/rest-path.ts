/**
 * The REST address that `/?rest_route=/wp/v2/posts&per_page=5` means: `/wp-json/wp/v2/posts?per_page=5`; undefined for every other address.
 * Made for Fastify's `rewriteUrl` (`rewriteUrl: (request) => restPathOf(request.url ?? '/') ?? request.url ?? '/'`) and for whatever answers before Fastify:
 * those addresses are no pages.
 */
export function restPathOf(url: string): string | undefined {
  const mark = url.indexOf('?');
  if (mark < 0 || !url.includes('rest_route', mark)) return undefined;
  const path = url.slice(0, mark);
  if (path !== '/' && path !== '/index.php') return undefined;
  const params = new URLSearchParams(url.slice(mark + 1));
  const route = params.getAll('rest_route').at(-1);
  if (route === undefined || route === '') return undefined;
  params.delete('rest_route');
  const rest = `/wp-json/${route.split('/').filter(Boolean).map(encodeURIComponent).join('/')}`;
  return params.size === 0 ? rest : `${rest}?${params}`;
}

/** A part of a path that stands for something. */
export interface PathParam {
  readonly name: string;
  /** As it stands in the path: `(?P<id>[\d]+)`. */
  readonly whole: string;
  /** JSON Schema of what may stand there. */
  readonly kind: { readonly type: 'integer' } | { readonly type: 'string'; readonly pattern: string };
}

/** The parts of a route's path that stand for something, in their order. */
export function pathParamsOf(path: string): PathParam[] {
  return [...path.matchAll(/\(\?P<(\w+)>((?:[^()]|\([^()]*\))*)\)/g)].map(
    ([whole, name = '', pattern = '']): PathParam => ({
      name,
      whole,
      kind: pattern === '[\\d]+' ? { type: 'integer' } : { type: 'string', pattern: `^${pattern}$` },
    }),
  );
}

/** Headers of every reply. Credentials are not allowed across origins: what anyone may read needs none. */
const common = {
  'content-type': 'application/json; charset=UTF-8',
  'x-robots-tag': 'noindex',
  'access-control-expose-headers': 'X-WP-Total, X-WP-TotalPages, Link, ETag, X-Missing-Capability',
  'access-control-allow-headers':
    'Authorization, X-WP-Nonce, Content-Disposition, Content-MD5, Content-Type, If-Match, X-HTTP-Method-Override',
  vary: 'Origin',
} as const;

/** What stands over every reply of REST, those of the server itself included; `origin` is the header of that name. */
export function restHeaders(origin: string | undefined): Readonly<Record<string, string>> {
  return origin
    ? {
        ...common,
        'access-control-allow-origin': origin,
        'access-control-allow-methods': 'OPTIONS, GET, POST, PUT, PATCH, DELETE',
      }
    : common;
}

/** Whether an address is one of REST. */
export function isRestAddress(url: string): boolean {
  return /^\/wp-json(?:[/?]|$)/.test(url);
}
