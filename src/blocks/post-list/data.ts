import type { CategoryLink, PostCard } from '../../modules/posts/model.ts';
import { withQuery } from '../../lib/urls.ts';
import type { PostListSettings } from './settings.ts';

/**
 * A list's state in the browser (specification, section 3: content block). `atts` holds settings that differ from their
 * defaults, and those that scripts read.
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
  /** Signs type and `atts`; empty if the list has no further pages. */
  readonly td_magic_token: string;
}

export interface FilterEntry {
  /** Its `td_filter_value`; '' shows everything. */
  readonly value: string;
  readonly label: string;
}

export interface PostListData {
  /** Effective settings: unset ones are filled in from the site's. */
  readonly settings: PostListSettings;
  readonly cards: readonly PostCard[];
  /** Milliseconds; reference for "ago". */
  readonly now: number;
  readonly state: ListState;
  /** The order of a random list with pages, which links to its pages carry; else 0. */
  readonly seed: number;
  /** Number of orders in which the browser may redraw the list, at once and when a random filter entry is selected; 0: never. */
  readonly draws: { readonly now: number; readonly byFilter: number };
  /** The page's path, for the links to the list's pages. */
  readonly path: string;
  readonly section: CategoryLink | undefined;
  /** Entries of the filter list; may be empty. */
  readonly filters: readonly FilterEntry[];
  readonly words: { readonly loadMore: string; readonly next: string; readonly previous: string };
  /** Colour of the loading animation as set; the browser falls back to grey if it is invalid. */
  readonly loaderColor: string;
}

export type TurningList = Pick<PostListData, 'cards' | 'state'>;

/**
 * Whether a loader's data are those of a list for `td_ajax_block`; a block without anything to list (a mega menu
 * without its category) has no state.
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

/** URL of page `page` of the block without scripts; `filter`: the selected filter entry; `seed`: the order of a random list, else 0. */
export function blockPageUrl(path: string, blockId: string, page: number, filter = '', seed = 0): string {
  const parameters = [
    ...(filter === '' ? [] : [`td_filter_value=${encodeURIComponent(filter)}`]),
    ...(page <= 1 ? [] : [`td_page=${page}`]),
  ];
  const block = `td_block=${encodeURIComponent(blockId)}${seed > 0 ? `.${seed}` : ''}`;
  const query = parameters.length === 0 && seed === 0 ? '' : [block, ...parameters.toReversed()].join('&');
  return `${withQuery(path, query)}#${blockId}`;
}
