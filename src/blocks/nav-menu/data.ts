import type { Audience, MegaKind, MenuNode } from '../../modules/menus/model.ts';
import type { CardLink } from '../../modules/posts/model.ts';
import { trimEndOf } from '../../lib/cut-text.ts';

export interface MenuLink
  extends Pick<
    MenuNode,
    'id' | 'label' | 'url' | 'titleAttribute' | 'target' | 'rel' | 'classes' | 'icon' | 'badge' | 'audience'
  > {
  readonly children: readonly MenuLink[];
  readonly mega?: MegaMenu;
}

export interface MegaMenu {
  readonly kind: Exclude<MegaKind, ''>;
  readonly id: number;
  /** Shown until the content loads: a category and its subcategories. */
  readonly links: readonly Pick<CardLink, 'id' | 'name' | 'url'>[];
  /** HTML; undefined if scripts fetch it. */
  readonly html: string | undefined;
}

export interface NavMenuData {
  readonly links: readonly MenuLink[];
  /** The current page's path if links lead there, to mark them; else empty. */
  readonly path: string;
  /** In em. */
  readonly submenuWidth: { readonly min: number; readonly max: number };
}

/** Whether an item has an address; many parents only group the items below. */
export function hasAddress({ url }: Pick<MenuLink, 'url'>): boolean {
  return url !== '' && url !== '#';
}

/** The readers who see an item. An item without an address is hidden if its submenu is. */
export function audienceOf(link: MenuLink): Audience {
  return link.audience || (hasAddress(link) || link.mega ? '' : submenuAudience(link.children));
}

/** The readers who see anything in a submenu. */
export function submenuAudience(links: readonly MenuLink[]): Audience {
  const [audience = '', ...others] = new Set(links.map(audienceOf));
  return others.length === 0 ? audience : '';
}

/** Whether `url`, root-relative, leads to `path`, ignoring fragment and trailing slash. */
export function isCurrent(url: string, path: string): boolean {
  const [address = ''] = url.split('#');
  if (address === '') return false;
  return address === path || (!address.includes('?') && `${trimEndOf(address, '/')}/` === path);
}

/** Returns `path` if a link at any level leads there, else '', so that a menu's data are identical on all other pages. */
export function markedPath(links: readonly MenuLink[], path: string): string {
  return links.some((link) => isCurrent(link.url, path) || holdsCurrent(link, path)) ? path : '';
}

export function holdsCurrent(link: MenuLink, path: string): boolean {
  return link.children.some((child) => isCurrent(child.url, path) || holdsCurrent(child, path));
}

/** The document in a mega menu. Settings of a category's: `limit` and `td_filter_value`, whole numbers. */
export function megaDocument(
  kind: Exclude<MegaKind, ''>,
  id: number,
  settings: Readonly<Record<string, number>> = {},
): { readonly markup: string; readonly name: string } {
  const attributes = JSON.stringify(kind === 'page' ? { page_id: id } : { category_id: id, ...settings });
  return {
    markup: `<!-- wp:broadsheet/mega-${kind} ${attributes} /-->`,
    name: `mega-menu:${kind}:${attributes}`,
  };
}
