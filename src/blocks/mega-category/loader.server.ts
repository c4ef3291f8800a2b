import type { PostCard } from '../../modules/posts/model.ts';
import { listPostIds } from '../../modules/posts/list.ts';
import { wireNameOf } from '../block.ts';
import type { LoadContext } from '../load-context.ts';
import type { ListState } from '../post-list/data.ts';
import { magicPurpose, magicText } from '../post-list/magic-token.ts';
import { countPosts } from '../post-list/query.server.ts';
import { block } from './block.ts';
import type { Settings } from './block.ts';
import { categoryLinks } from './category-links.server.ts';
import type { CategoryLinks } from './category-links.server.ts';

export interface MegaCategoryData {
  readonly links: CategoryLinks;
  readonly shownId: number;
  readonly cards: readonly PostCard[];
  /** State for requests of other subcategories; undefined without any. */
  readonly state: ListState | undefined;
}

export async function load(settings: Settings, context: LoadContext): Promise<MegaCategoryData | undefined> {
  const [links, site] = await Promise.all([
    categoryLinks(settings.category_id, context),
    context.content.settings.current(),
  ]);
  if (!links) return undefined;
  // A menu's panel is identical on all pages, so only AJAX requests read the page.
  const turned =
    settings.ajax_pagination !== '' && context.page.blockPage?.blockId === context.blockId
      ? context.page.blockPage
      : undefined;
  const { page, filter } = turned ?? { page: 1, filter: settings.td_filter_value };
  const shownId = (links.subcategories.find(({ id }) => id === Number(filter)) ?? links.category).id;
  context.tag(`list:term:${shownId}`, 'secondary');
  const choosable = links.subcategories.length > 0;
  const limit = settings.limit || (choosable ? site.mega_menu_subcategory_posts : site.mega_menu_posts);
  const [ids, found] = await Promise.all([
    listPostIds(context.content.database.read, { termId: shownId, limit, offset: (page - 1) * limit }),
    choosable || turned ? countPosts({ termId: shownId }, context) : undefined,
  ]);
  const cards = await context.cards(ids);
  if (found === undefined) return { links, shownId, cards, state: undefined };
  const wireName = wireNameOf(block);
  const atts = { category_id: settings.category_id, limit: settings.limit };
  return {
    links,
    shownId,
    cards,
    state: {
      block_type: wireName,
      atts,
      td_column_number: limit,
      td_current_page: page,
      post_count: cards.length,
      found_posts: found,
      max_num_pages: Math.ceil(found / limit),
      td_filter_value: shownId === links.category.id ? '' : String(shownId),
      td_user_action: '',
      header_color: '',
      ajax_pagination_infinite_stop: 0,
      is_ajax_running: false,
      td_magic_token: context.sign(magicPurpose, magicText(wireName, JSON.stringify(atts))),
    },
  };
}
