import type { ListState, PostListData } from '../../src/blocks/post-list/data.ts';
import { postListSettings } from '../../src/blocks/post-list/settings.ts';
import { postCard } from './post-card.ts';

/** Data for a list's view: these settings, nine cards by default, and defaults for the rest. */
export function listData(
  settings: Record<string, unknown> = {},
  { state, ...data }: Partial<Omit<PostListData, 'state' | 'settings'>> & { state?: Partial<ListState> } = {},
): PostListData {
  const cards = data.cards ?? Array.from({ length: 9 }, (_, index) => postCard({ id: index + 1 }));
  const parsed = postListSettings.parse(settings);
  return {
    settings: parsed,
    now: Date.UTC(2026, 10, 20),
    seed: 0,
    draws: { now: 0, byFilter: 0 },
    path: '/science/',
    section: undefined,
    filters: [],
    words: { loadMore: 'Load more', next: 'Next', previous: 'Previous' },
    loaderColor: '',
    ...data,
    cards,
    state: {
      block_type: 'td_block_1',
      atts: { ajax_pagination: parsed.ajax_pagination },
      td_column_number: parsed.td_column_number,
      td_current_page: 1,
      post_count: cards.length,
      found_posts: 27,
      max_num_pages: 3,
      td_filter_value: '',
      td_user_action: '',
      header_color: '',
      ajax_pagination_infinite_stop: parsed.ajax_pagination_infinite_stop,
      is_ajax_running: false,
      td_magic_token: 'signed',
      ...state,
    },
  };
}
