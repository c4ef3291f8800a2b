interface Node {
  readonly id: number;
  readonly parentId: number;
}

/** Deepest level that is nested; items below it stand beside their parents. Views recurse, and nobody opens the eleventh flyout. */
const deepest = 10;

/** Ids of items to cut off from their parents: one of every circle. Items may come in any order. */
export function findCircles(items: readonly Node[]): Set<number> {
  const parents = new Map(items.map(({ id, parentId }) => [id, parentId]));
  const done = new Set<number>();
  const cut = new Set<number>();
  for (const { id } of items) {
    const path = new Set<number>();
    let at = id;
    while (parents.has(at) && !done.has(at) && !path.has(at)) {
      path.add(at);
      at = parents.get(at) ?? 0;
    }
    if (path.has(at)) cut.add(at);
    for (const member of path) done.add(member);
  }
  return cut;
}

export interface Branch<Item> {
  readonly item: Item;
  readonly children: Branch<Item>[];
}

/** Nests items below the nearest kept one above them, in the given order; `isKept` leaves items out, not what is below them. */
export function nest<Item extends Node>(
  items: readonly Item[],
  isKept: (item: Item) => boolean,
): Branch<Item>[] {
  const byId = new Map(items.map((item) => [item.id, item]));
  const circles = findCircles(items);
  const parentOf = (item: Item) => (circles.has(item.id) ? undefined : byId.get(item.parentId));
  const branches = new Map(
    items.filter(isKept).map((item) => [item.id, { item, children: [] as Branch<Item>[] }]),
  );
  const roots: Branch<Item>[] = [];
  for (const branch of branches.values()) {
    const above: Branch<Item>[] = [];
    for (let at = parentOf(branch.item); at; at = parentOf(at)) {
      const kept = branches.get(at.id);
      if (kept) above.push(kept);
    }
    const parent = above[Math.max(0, above.length - deepest + 1)];
    (parent?.children ?? roots).push(branch);
  }
  return roots;
}
