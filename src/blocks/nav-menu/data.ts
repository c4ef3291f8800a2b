import type { MegaKind, MenuNode } from '../../modules/menus/model.ts';
import type { CardLink } from '../../modules/posts/model.ts';
import { trimEndOf } from '../../lib/cut-text.ts';

/** What a menu shows of an item. */
export interface MenuLink
  extends Pick<MenuNode, 'id' | 'label' | 'url' | 'titleAttribute' | 'target' | 'rel' | 'classes'> {
  readonly children: readonly MenuLink[];
  /** The wide panel below an item at the top. */
  readonly mega?: MegaMenu;
}

/** A panel that holds a page's content or a category's posts. */
export interface MegaMenu {
  readonly kind: Exclude<MegaKind, ''>;
  /** The page or category. */
  readonly id: number;
  /** What stands there until the content comes: a category and those below it. */
  readonly links: readonly Pick<CardLink, 'id' | 'name' | 'url'>[];
  /** The content as HTML; undefined when scripts fetch it. */
  readonly html: string | undefined;
}

export interface NavMenuData {
  readonly links: readonly MenuLink[];
  /** Path of the page that it stands on, where links lead there: they are marked. Else empty. */
  readonly path: string;
  /** Narrowest and widest submenu, in em. */
  readonly submenuWidth: { readonly min: number; readonly max: number };
}

/** Whether an item leads somewhere: many parents are there only for what is below them. */
export function hasAddress({ url }: Pick<MenuLink, 'url'>): boolean {
  return url !== '' && url !== '#';
}

/** Whether `url`, root-relative, leads to `path`, whatever its fragment and last slash. */
export function isCurrent(url: string, path: string): boolean {
  const [address = ''] = url.split('#');
  if (address === '') return false;
  return address === path || (!address.includes('?') && `${trimEndOf(address, '/')}/` === path);
}

/** The path to mark links by: `path` where one of them, or one below, leads to it, else empty, so that a menu has the same data on all other pages. */
export function markedPath(links: readonly MenuLink[], path: string): string {
  return links.some((link) => isCurrent(link.url, path) || holdsCurrent(link, path)) ? path : '';
}

/** Whether a link below leads to `path`. */
export function holdsCurrent(link: MenuLink, path: string): boolean {
  return link.children.some((child) => isCurrent(child.url, path) || holdsCurrent(child, path));
}

/** The document that fills a mega menu. Settings of a category's: `limit` and `td_filter_value`, whole numbers. */
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
