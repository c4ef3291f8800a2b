/** A link of a menu, with those below it. */
export interface MenuLink {
  readonly id: number;
  readonly label: string;
  readonly url: string;
  /** As on `<a>`; empty when not set. */
  readonly titleAttribute: string;
  readonly target: string;
  readonly rel: string;
  readonly classes: string;
  readonly children: readonly MenuLink[];
}

export interface NavMenuData {
  readonly links: readonly MenuLink[];
  /** Path of the page that it stands on: links to it are marked. */
  readonly path: string;
}

/** Whether `url` leads to `path` on this site: root-relative, or absolute with the site's address left out by the loader. */
export function isCurrent(url: string, path: string): boolean {
  return url === path || (url !== '/' && url.replace(/\/?(?:#.*)?$/, '/') === path);
}

/** Whether a link below leads to `path`. */
export function holdsCurrent(link: MenuLink, path: string): boolean {
  return link.children.some((child) => isCurrent(child.url, path) || holdsCurrent(child, path));
}
