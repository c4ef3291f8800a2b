import type { MenuItemTable } from '../../kernel/db/tables/site-tables.ts';
import type { Tag } from '../../kernel/db/invalidation.ts';
import type { MenuIcon } from '../../lib/menu-icons.ts';

export const menuLocationTitles = {
  primary: 'Main menu',
  top: 'Top menu',
  footer: 'Footer menu',
  mobile: 'Mobile menu',
} as const;
export type MenuLocation = keyof typeof menuLocationTitles;
export const menuLocations = Object.keys(menuLocationTitles) as [MenuLocation, ...MenuLocation[]];

export interface Menu {
  readonly id: number;
  readonly slug: string;
  readonly name: string;
  /** Incremented by each change of the menu or its items; detects stale saves. */
  readonly revision: number;
}

/** WordPress' names: a custom URL, a post of any type, a term. */
export type MenuItemType = MenuItemTable['type'];

/** The readers who see an item; empty: everyone. Cached pages contain all items, and CSS hides some (`reader/islands/head.ts`). */
export type Audience = '' | 'signed-in' | 'signed-out';

/** Meta keys of menu items in exports. */
export const menuLookKeys = {
  icon: '_broadsheet_menu_icon',
  badge: '_broadsheet_menu_badge',
  audience: '_broadsheet_menu_audience',
} as const;

/** Empty: an ordinary submenu. */
export type MegaKind = MenuItemTable['mega_kind'];

export interface MenuItem {
  readonly id: number;
  readonly menuId: number;
  readonly parentId: number;
  readonly position: number;
  readonly type: MenuItemType;
  /** Post type or taxonomy; empty for custom items. */
  readonly object: string;
  readonly objectId: number;
  readonly url: string;
  /** Empty: the target's title. */
  readonly label: string;
  readonly titleAttribute: string;
  readonly target: string;
  readonly rel: string;
  readonly classes: readonly string[];
  readonly description: string;
  readonly megaKind: MegaKind;
  readonly megaId: number;
  readonly icon: MenuIcon | '';
  /** Short plain text next to the label. */
  readonly badge: string;
  readonly audience: Audience;
}

/** A menu item for rendering, with its children. The page determines which one is current. */
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
  readonly icon: MenuIcon | '';
  readonly badge: string;
  readonly audience: Audience;
  readonly children: readonly MenuNode[];
}

export function objectTag(item: Pick<MenuItem, 'type' | 'objectId'>): Tag | undefined {
  return item.type === 'custom'
    ? undefined
    : `${item.type === 'taxonomy' ? 'term' : 'post'}:${item.objectId}`;
}

interface Node {
  readonly id: number;
  readonly parentId: number;
}

/** Maximum nesting; deeper items become siblings of their parents. Views recurse, and no reader opens the eleventh flyout. */
export const maxDepth = 10;

/** Levels that the site shows; further panels would not fit next to each other. */
export const shownLevels = 4;

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

/** The readers who see each item, which only those see who see its ancestors. Items without readers are left out. */
export function audiencesOf(
  items: readonly Pick<MenuItem, 'id' | 'parentId' | 'audience'>[],
): Map<number, Audience> {
  const byId = new Map(items.map((item) => [item.id, item]));
  const circles = findCircles(items);
  const found = new Map<number, Audience>();
  for (const item of items) {
    const audiences = new Set([item.audience]);
    for (let at = item; !circles.has(at.id); ) {
      const parent = byId.get(at.parentId);
      if (!parent) break;
      audiences.add(parent.audience);
      at = parent;
    }
    audiences.delete('');
    const [audience = ''] = audiences;
    if (audiences.size < 2) found.set(item.id, audience);
  }
  return found;
}

export interface Branch<Item> {
  readonly item: Item;
  readonly children: Branch<Item>[];
}

/** Nests items in the given order; children of an item that `isAccepted` rejects move to its nearest accepted ancestor. */
export function nest<Item extends Node>(
  items: readonly Item[],
  isAccepted: (item: Item) => boolean,
): Branch<Item>[] {
  const byId = new Map(items.map((item) => [item.id, item]));
  const circles = findCircles(items);
  const parentOf = (item: Item) => (circles.has(item.id) ? undefined : byId.get(item.parentId));
  const branches = new Map(
    items.filter(isAccepted).map((item) => [item.id, { item, children: [] as Branch<Item>[] }]),
  );
  const roots: Branch<Item>[] = [];
  for (const branch of branches.values()) {
    const above: Branch<Item>[] = [];
    for (let at = parentOf(branch.item); at; at = parentOf(at)) {
      const ancestor = branches.get(at.id);
      if (ancestor) above.push(ancestor);
    }
    const parent = above[Math.max(0, above.length - maxDepth + 1)];
    (parent?.children ?? roots).push(branch);
  }
  return roots;
}
