/** What `td_ajax_search` replies. */
export interface SearchReply {
  /** The query that it answers. */
  readonly td_search_query: string;
  readonly td_total_in_list: number;
  /** HTML of the results. */
  readonly td_data: string;
}

/** What a reader sees below the field. */
export interface SearchState {
  /** While another one is waited for, the last that was shown. */
  readonly reply?: SearchReply;
  /** `waiting`: the answer takes longer than a moment; `failed`: there is none. */
  readonly status: 'idle' | 'waiting' | 'failed';
}

export const nothing: SearchState = { status: 'idle' };

export interface LiveSearchOptions {
  /** Asks the server; never called with an empty query. */
  readonly ask: (query: string) => Promise<SearchReply>;
  readonly show: (state: SearchState) => void;
  /** Before the query in the cache's keys: '' for the header's search, 'tdb-' for the builder's. */
  readonly keyPrefix?: string;
  /** Replies by key; default: those that all searches with usual settings share. */
  readonly cache?: Map<string, SearchReply>;
}

const debounce = 100;
/** An answer within this time is shown without a word about the waiting, in milliseconds. */
const patience = 200;
/** An answer that takes longer counts as none, in milliseconds. */
const longestWait = 10_000;

/** Replies by key, for the searches of the page: nobody asks twice. */
export const searchCache = new Map<string, SearchReply>();

export interface LiveSearch {
  /** Call it with the input's text whenever that changes. */
  readonly type: (text: string) => void;
  /** Shows nothing until the text changes. */
  readonly clear: () => void;
}

/** The rules of live search: 100 ms of rest before asking, nothing for an empty text, answers only to what stands there now. */
export function createLiveSearch({
  ask,
  show,
  keyPrefix = '',
  cache = searchCache,
}: LiveSearchOptions): LiveSearch {
  /** What stands in the field; undefined: not known any more, so that the same text is asked for again. */
  let current: string | undefined = '';
  /** The reader put the results away. */
  let cleared = false;
  let shown: SearchReply | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const present = (reply: SearchReply | undefined) => {
    shown = reply;
    show(reply ? { reply, status: 'idle' } : nothing);
  };
  const askNow = async (query: string) => {
    timer = setTimeout(() => show({ ...(shown && { reply: shown }), status: 'waiting' }), patience);
    const ownTimer = timer;
    let endWait: ReturnType<typeof setTimeout> | undefined;
    const tooLate = new Promise<never>(
      (_, reject) =>
        (endWait = setTimeout(() => reject(new Error(`no answer within ${longestWait} ms`)), longestWait)),
    );
    try {
      const reply = await Promise.race([ask(query), tooLate]);
      cache.set(keyPrefix + query, reply);
      if (reply.td_search_query === current && !cleared) present(reply);
    } catch (error) {
      // The form still works: the reader can press Enter.
      console.warn('Live search got no answer:', error);
      if (query !== current) return;
      current = undefined;
      shown = undefined;
      if (!cleared) show({ status: 'failed' });
    } finally {
      clearTimeout(ownTimer);
      clearTimeout(endWait);
    }
  };

  return {
    type: (text) => {
      if (text === current) return;
      current = text;
      cleared = false;
      clearTimeout(timer);
      const known = cache.get(keyPrefix + text);
      if (text.trim() === '' || known) present(known);
      else timer = setTimeout(() => void askNow(text), debounce);
    },
    clear: () => {
      cleared = true;
      clearTimeout(timer);
      present(undefined);
    },
  };
}

/** The highlighted result after one step (1 down, -1 up) among `count`, from `index` (-1: none); it goes round at both ends. */
export function stepHighlight(index: number, step: 1 | -1, count: number): number {
  if (count === 0) return -1;
  if (index < 0) return step === 1 ? 0 : count - 1;
  return (index + step + count) % count;
}
