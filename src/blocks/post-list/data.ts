import type { CategoryLink, PostCard } from '../../content/posts/card.ts';

/** What the browser keeps of a list (specification, section 3: content block). `atts` holds only settings that differ from their defaults. */
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
}

/** What a list shows. */
export interface PostListData {
  readonly cards: readonly PostCard[];
  /** Milliseconds: "ago" is counted from here. */
  readonly now: number;
  readonly state: ListState;
  /** Address of the page that the list stands on: the links to its pages begin with it. */
  readonly path: string;
  /** The category that the list stands for (`category_rank`). */
  readonly section: CategoryLink | undefined;
}

/** Address that shows page `page` of the block with this id, without scripts. */
export function blockPageUrl(path: string, blockId: string, page: number): string {
  const base = page <= 1 ? path : `${path}${path.includes('?') ? '&' : '?'}td_block=${encodeURIComponent(blockId)}&td_page=${page}`;
  return `${base}#${blockId}`;
}
