import type { MenuItemTable } from '../../kernel/db/tables/site-tables.ts';
import type { Tag } from '../content/tags.ts';

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
