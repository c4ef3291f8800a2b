import type { LoadContext } from '../load-context.ts';
import type { MenuLink } from '../nav-menu/data.ts';
import { menuLinks } from '../nav-menu/menu-links.server.ts';
import type { Settings } from './block.ts';

export interface LazyFooterData {
  /** The article whose footer is requested; 0 elsewhere. */
  readonly postId: number;
  readonly links: readonly MenuLink[];
}

export async function load(settings: Settings, context: LoadContext): Promise<LazyFooterData> {
  return { postId: context.page.post?.id ?? 0, links: await menuLinks([settings.location], context) };
}
