import type { LoadContext } from '../load-context.ts';
import type { Settings } from './block.ts';
import type { NavMenuData } from './data.ts';
import { menuLinks } from './menu-links.server.ts';

export async function load(settings: Settings, context: LoadContext): Promise<NavMenuData> {
  return { links: await menuLinks(settings.location, context), path: context.page.path };
}
