/** Those that stand below others of these before them: what stands below one that is deleted is changed, and would be refused as seen before. */
export function belowFirst<Term extends { readonly id: number; readonly parent?: number | undefined }>(
  terms: readonly Term[],
): Term[] {
  const parents = new Map(terms.map(({ id, parent }) => [id, parent]));
  const depth = (id: number | undefined): number =>
    id === undefined || !parents.has(id) ? 0 : 1 + depth(parents.get(id));
  return terms.toSorted((a, b) => depth(b.id) - depth(a.id));
}
