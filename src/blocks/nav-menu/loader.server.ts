import type { LoadContext } from '../load-context.ts';
import type { Settings } from './block.ts';
import type { MenuLink, NavMenuData } from './data.ts';
import { menuLinks } from './menu-links.server.ts';

export async function load(settings: Settings, context: LoadContext): Promise<NavMenuData> {
  const links = await menuLinks(settings.location, context);
  return { links: withoutSite(links, context.content.siteUrl), path: context.page.path };
}

/** Custom items are often written with the site's own address: as paths they can be told to be current. */
function withoutSite(links: readonly MenuLink[], siteUrl: string): MenuLink[] {
  return links.map((link) => ({
    id: link.id, label: link.label, url: link.url === siteUrl ? '/' : link.url.startsWith(`${siteUrl}/`) ? link.url.slice(siteUrl.length) : link.url,
    titleAttribute: link.titleAttribute, target: link.target, rel: link.rel, classes: link.classes, children: withoutSite(link.children, siteUrl),
  }));
}
