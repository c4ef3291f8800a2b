import type { MenuNode } from '../../content/menus/menu.ts';

/** What a menu shows of an item. */
export interface MenuLink extends Pick<MenuNode, 'id' | 'label' | 'url' | 'titleAttribute' | 'target' | 'rel' | 'classes'> {
  readonly children: readonly MenuLink[];
}

export interface NavMenuData {
  readonly links: readonly MenuLink[];
  /** Path of the page that it stands on: links to it are marked. */
  readonly path: string;
  /** Narrowest and widest submenu, in em. */
  readonly submenuWidth: { readonly min: number; readonly max: number };
}

/** Whether `url`, root-relative, leads to `path`, whatever its fragment and last slash. */
export function isCurrent(url: string, path: string): boolean {
  const [address = ''] = url.split('#');
  if (address === '') return false;
  return address === path || (!address.includes('?') && `${address.replace(/\/+$/, '')}/` === path);
}

/** Whether a link below leads to `path`. */
export function holdsCurrent(link: MenuLink, path: string): boolean {
  return link.children.some((child) => isCurrent(child.url, path) || holdsCurrent(child, path));
}
