import type { MenuItemTable } from '../../kernel/db/tables/site-tables.ts';
import type { Tag } from '../../kernel/db/invalidation.ts';

/** Where menus stand, with the names that editors read. */
export const menuLocationTitles = {
  primary: 'Main menu',
  top: 'Top menu',
  footer: 'Footer menu',
  mobile: 'Mobile menu',
} as const;
export type MenuLocation = keyof typeof menuLocationTitles;

export interface Menu {
  readonly id: number;
  readonly slug: string;
  readonly name: string;
  /** Counts changes of the menu and its items; a stale save names an older one. */
  readonly revision: number;
}

/** As WordPress names them: an address of its own, a post of any type, a term. */
export type MenuItemType = MenuItemTable['type'];

/** Empty: an ordinary submenu. */
export type MegaKind = MenuItemTable['mega_kind'];

/** A menu item as stored. */
export interface MenuItem {
  readonly id: number;
  readonly menuId: number;
  readonly parentId: number;
  readonly position: number;
  readonly type: MenuItemType;
  /** Post type or taxonomy; empty for custom items. */
  readonly object: string;
  readonly objectId: number;
  /** Of custom items. */
  readonly url: string;
  /** Empty: the title of what it points to. */
  readonly label: string;
  readonly titleAttribute: string;
  readonly target: string;
  readonly rel: string;
  readonly classes: readonly string[];
  readonly description: string;
  readonly megaKind: MegaKind;
  /** The page or category that the mega menu shows. */
  readonly megaId: number;
}

/** A menu item as pages show it, with those below it. Which one is current is for the page to say. */
export interface MenuNode {
  readonly id: number;
  /** Plain text. */
  readonly label: string;
  readonly url: string;
  readonly type: MenuItemType;
  readonly object: string;
  readonly objectId: number;
  readonly titleAttribute: string;
  readonly target: string;
  readonly rel: string;
  readonly classes: readonly string[];
  readonly description: string;
  readonly megaKind: MegaKind;
  readonly megaId: number;
  readonly children: readonly MenuNode[];
}

/** The tag of a post or term that an item points to, or undefined. */
export function objectTag(item: Pick<MenuItem, 'type' | 'objectId'>): Tag | undefined {
  return item.type === 'custom'
    ? undefined
    : `${item.type === 'taxonomy' ? 'term' : 'post'}:${item.objectId}`;
}

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
