import type { CategoryLink } from '../../content/posts/card.ts';
import { findSections, rankedCategories, spare } from '../front-lists.server.ts';
import type { LoadContext } from '../load-context.ts';
import { block } from './block.ts';
import type { PostListData } from './data.ts';
import { findPosts } from './query.server.ts';
import type { FoundPosts } from './query.server.ts';
import type { PostListSettings } from './settings.ts';

/** How long a random list may keep its order, in milliseconds. */
const randomAge = 10 * 60_000;

export const load = (settings: PostListSettings, context: LoadContext): Promise<PostListData> => loadList(settings, context, 'broadsheet_post_list', block.settings.parse({}));

/** How many of `left` posts a list takes that leaves posts to others (`once`); 0: it stays away. */
export type Fits = (left: number, settings: PostListSettings) => number;

/**
 * Loads a list of any block that lists posts; `blockType` is what its page calls are sent under, `defaults` are what that block takes for settings that are not sent.
 */
export async function loadList(settings: PostListSettings, context: LoadContext, blockType: string, defaults: PostListSettings, fits: Fits = fullRows): Promise<PostListData> {
  const paged = settings.ajax_pagination !== '';
  // A list without pages is the same wherever it stands: it must not look at the page, so that its data are kept for all.
  const page = paged && context.page.blockPage?.blockId === context.blockId ? context.page.blockPage.page : 1;
  const random = settings.sort === 'random_posts';
  if (random) context.expireIn(randomAge);
  const seed = random ? settings.random_seed || 1 + (context.now % (2 ** 31 - 1)) : 0;
  const once = settings.once && !paged;
  const { ids, found } = await (once ? findOnce(settings, context, seed, fits) : findPosts(settings, context, page, seed));
  const [cards, section] = await Promise.all([context.cards(ids), settings.category_rank > 0 ? findSection(settings.category_rank, context) : undefined]);
  if (settings.time_ago_add_txt !== '') context.expireIn(60 * 60_000);
  const liveId = settings.live_filter === '' ? 0 : settings.live_filter_cur_post_id || context.page.post?.id || 0;
  const liveAuthor = settings.live_filter === '' ? 0 : settings.live_filter_cur_post_author || context.page.post?.authorId || 0;
  return {
    cards,
    now: context.now,
    path: paged ? context.page.path : '',
    section,
    state: {
      block_type: blockType,
      atts: changedSettings({ ...settings, random_seed: seed, live_filter_cur_post_id: liveId, live_filter_cur_post_author: liveAuthor }, defaults),
      td_column_number: settings.td_column_number,
      td_current_page: page,
      post_count: cards.length,
      found_posts: found,
      max_num_pages: Math.ceil(found / settings.limit),
      td_filter_value: settings.td_filter_value,
      td_user_action: '',
      header_color: settings.header_color,
      ajax_pagination_infinite_stop: settings.ajax_pagination_infinite_stop,
      is_ajax_running: false,
    },
  };
}

/** The posts of a list that shows what no block above it shows: found side by side, chosen in turn. */
async function findOnce(settings: PostListSettings, context: LoadContext, seed: number, fits: Fits): Promise<FoundPosts> {
  const wanted = { ...settings, limit: settings.limit + spare };
  const found = context.keep(`list ${seed} ${JSON.stringify(wanted)}`, (inner) => findPosts(wanted, inner, 1, seed));
  const ids = await context.showOnce(async (shown) => {
    const left = (await found).ids.filter((id) => !shown.has(id));
    return left.slice(0, fits(left.length, settings));
  });
  const staysAway = settings.first_page_only && context.page.pageNumber > 1;
  return { ids: staysAway ? [] : ids, found: ids.length };
}

/** As many as fill the rows: no card stands alone in the last one. */
function fullRows(left: number, { style, limit, min_posts: least, td_column_number: columns }: PostListSettings): number {
  const count = Math.min(left, limit);
  if (count < least) return 0;
  return style === 'cards' && count > columns ? count - (count % columns) : count;
}

/** The category of a rank, as a link; undefined when there are not that many. */
async function findSection(rank: number, context: LoadContext): Promise<CategoryLink | undefined> {
  const ranked = (await rankedCategories(context))[rank - 1];
  return ranked && (await findSections([ranked.id], context)).get(ranked.id);
}

function changedSettings(settings: PostListSettings, defaults: PostListSettings): Record<string, unknown> {
  const known = new Map<string, unknown>(Object.entries(defaults));
  return Object.fromEntries(Object.entries(settings).filter(([name, value]) => value !== known.get(name)));
}
