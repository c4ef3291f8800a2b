import type { Reader } from '../../kernel/db/open-database.ts';

/** A term of a tree: how many stand above it there. */
interface Placed {
  readonly id: number;
  readonly depth: number;
}

/** A page of a tree. */
interface TreePage {
  readonly total: number;
  /** Terms above the first one of the page, from the outermost down. */
  readonly above: readonly { readonly id: number; readonly name: string }[];
  readonly terms: readonly Placed[];
}

/** What is read of each term, brothers in their order. */
interface Branch {
  readonly id: number;
  readonly parentId: number;
  readonly name: string;
}

/** Each term before those below it. What has a parent that is not there, or stands in a circle, stands outermost. */
function treeOrder(branches: readonly Branch[]): Placed[] {
  const ids = new Set(branches.map(({ id }) => id));
  const below = Map.groupBy(branches, ({ parentId }) => (ids.has(parentId) ? parentId : 0));
  const placed = new Map<number, number>();
  const walk = (top: Branch) => {
    const left: { readonly branch: Branch; readonly depth: number }[] = [{ branch: top, depth: 0 }];
    for (let next = left.pop(); next; next = left.pop()) {
      const { branch, depth } = next;
      if (placed.has(branch.id)) continue;
      placed.set(branch.id, depth);
      left.push(
        ...(below.get(branch.id) ?? []).toReversed().map((one) => ({ branch: one, depth: depth + 1 })),
      );
    }
  };
  for (const top of below.get(0) ?? []) walk(top);
  for (const one of branches) walk(one); // circles are entered where the order has them first
  return [...placed].map(([id, depth]) => ({ id, depth }));
}

/** A page of all terms of a taxonomy in the order of its tree, by one query of three columns. */
export async function listTree(
  read: Reader,
  {
    taxonomy,
    limit,
    offset,
  }: {
    readonly taxonomy: string;
    readonly limit: number;
    readonly offset: number;
  },
): Promise<TreePage> {
  const rows = await read
    .selectFrom('term')
    .select(['id', 'parent_id', 'name'])
    .where('taxonomy', '=', taxonomy)
    .orderBy('name_key')
    .orderBy('id')
    .execute();
  const branches = rows.map(({ id, parent_id: parentId, name }) => ({ id, parentId, name }));
  const order = treeOrder(branches);
  const terms = order.slice(offset, offset + limit);
  const byId = new Map(branches.map((branch) => [branch.id, branch]));
  const above: Branch[] = [];
  const [first] = terms;
  for (let at = first && byId.get(first.id); at && above.length < (first?.depth ?? 0); ) {
    at = byId.get(at.parentId);
    if (at) above.unshift(at);
  }
  return { total: order.length, above: above.map(({ id, name }) => ({ id, name })), terms };
}
