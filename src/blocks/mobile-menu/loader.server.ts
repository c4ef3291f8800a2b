import type { LoadContext } from '../load-context.ts';
import { markedPath } from '../nav-menu/data.ts';
import type { MenuLink } from '../nav-menu/data.ts';
import { linkTo } from '../nav-menu/loader.server.ts';
import { menuLinks } from '../nav-menu/menu-links.server.ts';

export interface MobileMenuData {
  readonly links: readonly MenuLink[];
  /** As in `NavMenuData`. */
  readonly path: string;
}

export async function load(_settings: unknown, context: LoadContext): Promise<MobileMenuData | undefined> {
  const [{ mobile_menu: mode }, links] = await Promise.all([
    context.content.settings.current(),
    context.cache('mobile menu', async (inner) =>
      (await menuLinks(['mobile', 'primary'], inner)).map((node) => linkTo(node, inner.content.siteUrl)),
    ),
  ]);
  return mode !== 'enabled' ? undefined : { links, path: markedPath(links, context.page.path) };
}
