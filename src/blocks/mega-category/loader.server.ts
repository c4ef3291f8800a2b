import type { PostCard } from '../../content/posts/card.ts';
import { listPostIds } from '../../content/posts/list.ts';
import type { LoadContext } from '../load-context.ts';
import type { Settings } from './block.ts';
import { categoryLinks } from './category-links.server.ts';
import type { CategoryLinks } from './category-links.server.ts';

export interface MegaCategoryData {
  /** Undefined when there is no such category. */
  readonly links: CategoryLinks | undefined;
  /** The category or subcategory that the posts are of. */
  readonly shownId: number;
  readonly cards: readonly PostCard[];
}

export async function load(settings: Settings, context: LoadContext): Promise<MegaCategoryData> {
  const [links, site] = await Promise.all([categoryLinks(settings.category_id, context), context.content.settings.current()]);
  if (!links) return { links, shownId: 0, cards: [] };
  for (const key of ['mega_menu_posts', 'mega_menu_subcategory_posts']) context.tag(`setting:${key}`);
  const shownId = (links.subcategories.find(({ id }) => id === settings.td_filter_value) ?? links.category).id;
  context.tag(`list:term:${shownId}`, 'secondary');
  const limit = settings.limit || (links.subcategories.length > 0 ? site.mega_menu_subcategory_posts : site.mega_menu_posts);
  const ids = await listPostIds(context.content.database.read, { termId: shownId, limit });
  return { links, shownId, cards: await context.cards(ids) };
}
