/** An address with further parameters (`a=1&b=2`, encoded already) behind those that it has and before its fragment; '': as it is. */
export function withQuery(address: string, query: string): string {
  if (query === '') return address;
  const hash = address.indexOf('#');
  const path = hash < 0 ? address : address.slice(0, hash);
  return `${path}${path.includes('?') ? '&' : '?'}${query}${address.slice(path.length)}`;
}

/** What stands behind the first `?` of an address, as it is written: a further one is a sign of the query. '' where there is none. */
export function queryOf(address: string): string {
  const mark = address.indexOf('?');
  return mark < 0 ? '' : address.slice(mark + 1);
}

/** Names of the parameters that an address has. */
export function parametersOf(address: string): Set<string> {
  return new Set(new URLSearchParams(queryOf(address.split('#', 1)[0] ?? '')).keys());
}
