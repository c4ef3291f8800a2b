import type { LoadContext } from '../load-context.ts';
import type { Settings } from './block.ts';
import type { MenuLink, NavMenuData } from './data.ts';
import { menuLinks } from './menu-links.server.ts';

export async function load(settings: Settings, context: LoadContext): Promise<NavMenuData> {
  const [links, site] = await Promise.all([menuLinks(settings.location, context), context.content.settings.current()]);
  return {
    links: withoutSite(links, context.content.siteUrl),
    path: context.page.path,
    submenuWidth: { min: site.submenu_min_width, max: Math.max(site.submenu_min_width, site.submenu_max_width) },
  };
}

/** Custom items are often written with the site's own address: as paths they can be told to be current. */
function withoutSite(links: readonly MenuLink[], siteUrl: string): MenuLink[] {
  return links.map((link) => ({
    id: link.id, label: link.label, url: link.url === siteUrl ? '/' : link.url.startsWith(`${siteUrl}/`) ? link.url.slice(siteUrl.length) : link.url,
    titleAttribute: link.titleAttribute, target: link.target, rel: link.rel, classes: link.classes, children: withoutSite(link.children, siteUrl),
  }));
}
