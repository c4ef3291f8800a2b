import type { LoadContext } from '../load-context.ts';
import type { MenuLink } from '../nav-menu/data.ts';
import { linkTo } from '../nav-menu/loader.server.ts';
import { menuLinks } from '../nav-menu/menu-links.server.ts';

export interface MobileMenuData {
  readonly enabled: boolean;
  readonly links: readonly MenuLink[];
  /** Path of the page that it stands on. */
  readonly path: string;
}

export async function load(_settings: unknown, context: LoadContext): Promise<MobileMenuData> {
  context.tag('setting:mobile_menu');
  const [{ mobile_menu: mode }, nodes] = await Promise.all([context.content.settings.current(), menuLinks(['mobile', 'primary'], context)]);
  return { enabled: mode === 'enabled', links: nodes.map((node) => linkTo(node, context.content.siteUrl)), path: context.page.path };
}
