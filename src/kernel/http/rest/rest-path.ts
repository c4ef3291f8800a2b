/**
 * Returns the REST URL of `/?rest_route=/wp/v2/posts&per_page=5`: `/wp-json/wp/v2/posts?per_page=5`; undefined for
 * other URLs. For Fastify's `rewriteUrl`, and for handlers before Fastify: such URLs are not pages.
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

export interface PathParam {
  readonly name: string;
  readonly whole: string;
  readonly kind: { readonly type: 'integer' } | { readonly type: 'string'; readonly pattern: string };
}

export function pathParamsOf(path: string): PathParam[] {
  return [...path.matchAll(/\(\?P<(\w+)>((?:[^()]|\([^()]*\))*)\)/g)].map(
    ([whole, name = '', pattern = '']): PathParam => ({
      name,
      whole,
      kind: pattern === '[\\d]+' ? { type: 'integer' } : { type: 'string', pattern: `^${pattern}$` },
    }),
  );
}

/** Headers of all replies. Cross-origin requests get no credentials: public data needs none. */
const common = {
  'content-type': 'application/json; charset=UTF-8',
  'x-robots-tag': 'noindex',
  'access-control-expose-headers': 'X-WP-Total, X-WP-TotalPages, Link, ETag, X-Missing-Capability',
  'access-control-allow-headers':
    'Authorization, X-WP-Nonce, Content-Disposition, Content-MD5, Content-Type, If-Match, X-HTTP-Method-Override',
  vary: 'Origin',
} as const;

export function restHeaders(origin: string | undefined): Readonly<Record<string, string>> {
  return origin
    ? {
        ...common,
        'access-control-allow-origin': origin,
        'access-control-allow-methods': 'OPTIONS, GET, POST, PUT, PATCH, DELETE',
      }
    : common;
}

export function isRestAddress(url: string): boolean {
  return /^\/wp-json(?:[/?]|$)/.test(url);
}
