/** An address with further parameters (`a=1&b=2`, encoded already) behind those that it has; '': as it is. */
export function withQuery(path: string, query: string): string {
  return query === '' ? path : `${path}${path.includes('?') ? '&' : '?'}${query}`;
}
