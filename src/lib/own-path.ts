/** Path, query and fragment of an address of this site; undefined for what is no address, or leads elsewhere. */
export function ownPath(address: string | undefined, siteUrl: string): string | undefined {
  if (!address || !URL.canParse(address, siteUrl)) return undefined;
  const { origin, pathname, search, hash } = new URL(address, siteUrl);
  return origin === new URL(siteUrl).origin && !pathname.startsWith('//')
    ? pathname + search + hash
    : undefined;
}
