import { withQuery } from '../../../lib/urls.ts';
import type { PageConfig, PageParts } from '../../islands/page-config.ts';

export interface ListState {
  readonly block_type: string;
  readonly atts: Readonly<Record<string, unknown>>;
  readonly td_magic_token: string;
  readonly td_column_number: number;
  readonly header_color: string;
  readonly ajax_pagination_infinite_stop: number;
  td_current_page: number;
  td_filter_value: string;
  td_user_action: string;
  post_count: number;
  found_posts: number;
  max_num_pages: number;
  is_ajax_running: boolean;
}

/** Another page of a list (specification, section 3: block page response). */
export interface BlockPage {
  readonly td_data: string;
  readonly td_hide_prev: boolean;
  readonly td_hide_next: boolean;
  readonly broadsheet?: PageParts;
}

/** Links that turn a list: filter entries, steps, numbers, load more. */
export const turningLinks = '.list-filter a,.step-pager a,.pager a,.load-more a';

/** Whether further pages are appended; otherwise a page replaces another and gets a history entry. */
export const isAppending = ({ atts }: ListState): boolean =>
  /^(?:load_more|infinite)/.test(String(atts.ajax_pagination));

/** Type of lists of products, whose calls are marked as those of a shop. */
const productLoop = 'td_woo_products_loop';

export type ListCalls = ReturnType<typeof listCalls>;

/** Fetches pages of one list, each once; results and pending requests are cached by request state. */
export function listCalls(blockId: string, { ajaxUrl, registeredBlocks = '' }: PageConfig) {
  const known = new Map<string, BlockPage | Promise<BlockPage>>();
  /** Request fields that identify a page, excluding which button was pressed. */
  const fieldsOf = (state: ListState) => {
    const fields = new URLSearchParams({
      action: 'td_ajax_block',
      td_atts: JSON.stringify(state.atts),
      td_block_id: blockId,
      td_res_context_registered_atts: registeredBlocks,
    });
    for (const name of [
      'block_type',
      'td_column_number',
      'td_current_page',
      'td_filter_value',
      'td_magic_token',
    ] as const) {
      fields.set(name, String(state[name]));
    }
    return fields;
  };
  const call = async (body: URLSearchParams): Promise<BlockPage> => {
    const isOfProducts = body.get('block_type') === productLoop;
    const reply = await fetch(isOfProducts ? withQuery(ajaxUrl, 'td_woo_ajax=1') : ajaxUrl, {
      method: 'POST',
      body,
    });
    if (!reply.ok) throw new Error(`status ${reply.status}`);
    return (await reply.json()) as BlockPage;
  };

  return {
    store: (state: ListState, answer: BlockPage): void => void known.set(String(fieldsOf(state)), answer),
    /** Cached pages are returned synchronously, so that a click shows them at once. */
    get: (state: ListState): BlockPage | Promise<BlockPage> => {
      const fields = fieldsOf(state);
      const key = String(fields);
      const before = known.get(key);
      if (before) return before;
      fields.set('td_user_action', state.td_user_action);
      if (state.block_type === productLoop && state.atts.ajax_pagination === 'numbered')
        fields.set('td_request_uri', location.pathname + location.search);
      const request = call(fields).then(
        (answer) => {
          known.set(key, answer);
          return answer;
        },
        (error: unknown) => {
          known.delete(key);
          throw error;
        },
      );
      known.set(key, request);
      return request;
    },
  };
}
