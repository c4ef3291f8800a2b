/** What a plate says: the first letter or number of a title; empty where it has none. */
export function plateOf(title: string): string {
  return /[\p{L}\p{N}]\p{M}*/u.exec(title)?.[0].toLocaleUpperCase() ?? '';
}
