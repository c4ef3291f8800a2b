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
