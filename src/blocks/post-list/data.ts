import type { CategoryLink, PostCard } from '../../modules/posts/model.ts';
import { withQuery } from '../../lib/urls.ts';
import type { PostListSettings } from './settings.ts';

/**
 * What the browser keeps of a list (specification, section 3: content block). `atts` holds settings that differ from their defaults, and those that scripts
 * look for.
 */
export interface ListState {
  readonly block_type: string;
  readonly atts: Readonly<Record<string, unknown>>;
  readonly td_column_number: number;
  readonly td_current_page: number;
  readonly post_count: number;
  readonly found_posts: number;
  readonly max_num_pages: number;
  readonly td_filter_value: string;
  readonly td_user_action: string;
  readonly header_color: string;
  readonly ajax_pagination_infinite_stop: number;
  readonly is_ajax_running: boolean;
  /** Signs type and `atts`; empty where there is nothing to turn. */
  readonly td_magic_token: string;
}

/** An entry of a filter list. */
export interface FilterEntry {
  /** What `td_filter_value` is for it; '' shows everything. */
  readonly value: string;
  readonly label: string;
}

/** What a list shows. */
export interface PostListData {
  /** The settings that count: what the block leaves open is filled in from the site's. */
  readonly settings: PostListSettings;
  readonly cards: readonly PostCard[];
  /** Milliseconds: "ago" is counted from here. */
  readonly now: number;
  readonly state: ListState;
  /** The order of a list whose posts come at random and whose pages can be turned, else 0: the links to its pages carry it. */
  readonly seed: number;
  /** In how many orders the browser may draw the list anew for its reader, at once and when its filter chooses what comes at random; 0: it stays as it is. */
  readonly draws: { readonly now: number; readonly byFilter: number };
  /** Address of the page that the list stands on: the links to its pages begin with it. */
  readonly path: string;
  /** The category that the list stands for (`category_rank`). */
  readonly section: CategoryLink | undefined;
  /** The filter list; empty when there is nothing to choose. */
  readonly filters: readonly FilterEntry[];
  /** The site's wordings of the controls. */
  readonly words: { readonly loadMore: string; readonly next: string; readonly previous: string };
  /** Colour of the boxes that move while a page loads, as set; the browser takes it or falls back to grey. */
  readonly loaderColor: string;
}

/** What `td_ajax_block` needs of a list to turn it. */
export type TurningList = Pick<PostListData, 'cards' | 'state'>;

/**
 * Whether a loader's data are those of a list that `td_ajax_block` can turn; a block that found nothing to list (a mega menu without its category) has no
 * state.
 */
export function isListData(data: unknown): data is TurningList {
  return (
    typeof data === 'object' &&
    data !== null &&
    'state' in data &&
    data.state !== undefined &&
    'cards' in data
  );
}

/**
 * Address that shows page `page` of the block with this id, without scripts; `filter`: the chosen entry of its filter list; `seed`: the order of a random list,
 * else 0.
 */
export function blockPageUrl(path: string, blockId: string, page: number, filter = '', seed = 0): string {
  const parameters = [
    ...(filter === '' ? [] : [`td_filter_value=${encodeURIComponent(filter)}`]),
    ...(page <= 1 ? [] : [`td_page=${page}`]),
  ];
  const block = `td_block=${encodeURIComponent(blockId)}${seed > 0 ? `.${seed}` : ''}`;
  const query = parameters.length === 0 && seed === 0 ? '' : [block, ...parameters.toReversed()].join('&');
  return `${withQuery(path, query)}#${blockId}`;
}
