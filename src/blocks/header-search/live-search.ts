/** What `td_ajax_search` replies. */
export interface SearchReply {
  /** The query that it answers. */
  readonly td_search_query: string;
  readonly td_total_in_list: number;
  /** HTML of the results. */
  readonly td_data: string;
}

export interface LiveSearchOptions {
  /** Asks the server; never called with an empty query. */
  readonly ask: (query: string) => Promise<SearchReply>;
  /** Shows a reply, or nothing. */
  readonly show: (reply: SearchReply | undefined) => void;
  /** Before the query in the cache's keys: '' for the header's search, 'tdb-' for the builder's. */
  readonly keyPrefix?: string;
}

const debounce = 100;

/** Replies by key, for all searches of the page: nobody asks twice. */
export const searchCache = new Map<string, SearchReply>();

export interface LiveSearch {
  /** Call it with the input's text whenever that changes. */
  readonly type: (text: string) => void;
}

/** The rules of live search: 100 ms of rest before asking, nothing for an empty text, answers only to what stands there now. */
export function createLiveSearch({ ask, show, keyPrefix = '' }: LiveSearchOptions): LiveSearch {
  let current = '';
  let timer: ReturnType<typeof setTimeout> | undefined;

  const askNow = async (query: string) => {
    try {
      const reply = await ask(query);
      searchCache.set(keyPrefix + query, reply);
      if (reply.td_search_query === current) show(reply);
    } catch (error) {
      // The form still works: the reader can press Enter.
      console.warn('Live search got no answer:', error);
    }
  };

  return {
    type: (text) => {
      if (text === current) return;
      current = text;
      clearTimeout(timer);
      const known = searchCache.get(keyPrefix + text);
      if (text.trim() === '' || known) show(known);
      else timer = setTimeout(() => void askNow(text), debounce);
    },
  };
}

/** The highlighted result after one step (1 down, -1 up) among `count`, from `index` (-1: none); it goes round at both ends. */
export function stepHighlight(index: number, step: 1 | -1, count: number): number {
  if (count === 0) return -1;
  if (index < 0) return step === 1 ? 0 : count - 1;
  return (index + step + count) % count;
}
