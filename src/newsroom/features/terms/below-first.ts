/** Orders terms so that descendants come first: deleting a parent changes its children, whose deletion would then be refused as stale. */
export function belowFirst<Term extends { readonly id: number; readonly parent?: number | undefined }>(
  terms: readonly Term[],
): Term[] {
  const parents = new Map(terms.map(({ id, parent }) => [id, parent]));
  const depth = (id: number | undefined): number =>
    id === undefined || !parents.has(id) ? 0 : 1 + depth(parents.get(id));
  return terms.toSorted((a, b) => depth(b.id) - depth(a.id));
}
