import { useCallback, useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import type { ComponentProps, KeyboardEvent, RefObject } from 'react';
import { countedHere } from '../counted.ts';
import { searchTexts } from '../../../lib/search-texts.ts';
import type { SearchText } from '../../../lib/search-texts.ts';
import { fetchedNodes } from '../fetched.ts';

export interface SearchFieldSettings {
  readonly limit: number;
  readonly live: boolean;
  /** The block's settings as JSON if they differ from the defaults, else empty. */
  readonly atts: string;
  /** The one post type to search, for the results page, or empty. */
  readonly postType: string;
  readonly texts?: Partial<Record<SearchText, string>>;
}

interface SearchFieldProps extends SearchFieldSettings {
  /** `tdb_module_search` in documents by editors; empty in the header. */
  readonly module: '' | 'tdb_module_search';
  readonly ajaxUrl: string | undefined;
  readonly inputRef: RefObject<HTMLInputElement | null>;
  /** Called on Escape when there is nothing left to clear. */
  readonly onEscape?: () => void;
  /** Whether results may be visible, because the focus is here. */
  readonly open?: boolean;
}

async function fetchResults(
  ajaxUrl: string,
  query: string,
  { limit, module, atts }: Pick<SearchFieldProps, 'limit' | 'module' | 'atts'>,
): Promise<SearchReply> {
  const body = new URLSearchParams({ action: 'td_ajax_search', td_string: query, limit: String(limit) });
  if (module) body.set('module', module);
  if (atts) body.set('atts', atts);
  const reply = await fetch(ajaxUrl, { method: 'POST', body });
  if (!reply.ok) throw new Error(`td_ajax_search answered with status ${reply.status}.`);
  return reply.json() as Promise<SearchReply>;
}

function useLiveSearch({ live, limit, module, atts, ajaxUrl, inputRef }: SearchFieldProps) {
  const search = useRef<LiveSearch>(null);
  const [state, setState] = useState<SearchState>(nothing);
  useEffect(() => {
    if (!live || !ajaxUrl) return;
    search.current = createLiveSearch({
      request: (query) => fetchResults(ajaxUrl, query, { limit, module, atts }),
      show: setState,
      keyPrefix: module && 'tdb-',
      cache: atts ? new Map<string, SearchReply>() : searchCache,
    });
    // The reader may have typed before hydration.
    search.current.type(inputRef.current?.value ?? '');
  }, [live, limit, module, atts, ajaxUrl, inputRef]);
  return [state, search] as const;
}

function useListbox(
  html: string,
  { id, label, highlight }: { readonly id: string; readonly label: string; readonly highlight: number },
) {
  const results = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => results.current?.replaceChildren(fetchedNodes(html)), [html]);
  // The results are the server's HTML, so the listbox roles are added here.
  const links = () => [
    ...(results.current?.querySelectorAll<HTMLAnchorElement>('.live-results a[href]') ?? []),
  ];
  useLayoutEffect(() => {
    const list = results.current?.querySelector('.live-results');
    list?.setAttribute('role', 'listbox');
    list?.setAttribute('id', `${id}-list`);
    list?.setAttribute('aria-label', label);
    for (const item of list?.children ?? []) item.setAttribute('role', 'presentation');
    links().forEach((link, index) => {
      link.setAttribute('role', 'option');
      link.tabIndex = -1;
      link.id = `${id}-option-${index}`;
      link.setAttribute('aria-selected', String(index === highlight));
      if (index === highlight) link.scrollIntoView({ block: 'nearest' });
    });
  });
  return [results, links] as const;
}

interface SearchFormProps extends Pick<SearchFieldProps, 'postType'> {
  readonly texts: Record<SearchText, string>;
  readonly input: ComponentProps<'input'>;
}

function SearchForm({ texts, postType, input }: SearchFormProps) {
  return (
    <form action="/" method="get" role="search" className="search-form">
      <label className="visually-hidden" htmlFor={input.id}>
        {texts.search_label}
      </label>
      <input
        id={input.id}
        className="field"
        type="search"
        name="s"
        maxLength={200}
        placeholder={texts.search}
        autoComplete="off"
        enterKeyHint="search"
        {...input}
      />
      {postType !== '' && <input type="hidden" name="post_type" value={postType} />}
      <button type="submit" className="button">
        {texts.search}
      </button>
    </form>
  );
}

/** A form without scripts; a combobox over the server's results in the browser. The input is uncontrolled, so text typed before hydration stays. */
export function SearchField(props: SearchFieldProps) {
  const { live, postType, inputRef, texts: replaced, onEscape, open = true } = props;
  const texts = { ...searchTexts, ...replaced };
  const [{ reply, status }, search] = useLiveSearch(props);
  const [highlight, setHighlight] = useState(-1);
  const id = useId();
  const html = open ? (reply?.td_data ?? '') : '';

  const onInput = useCallback(() => {
    setHighlight(-1);
    search.current?.type(inputRef.current?.value ?? '');
  }, [inputRef, search]);
  const [results, links] = useListbox(html, { id, label: texts.search_results, highlight });
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      setHighlight(stepHighlight(highlight, event.key === 'ArrowDown' ? 1 : -1, links().length));
    } else if (event.key === 'Enter') {
      const link = links()[highlight];
      if (!link) return;
      event.preventDefault();
      location.assign(link.href);
    } else if (event.key === 'Escape') {
      event.preventDefault();
      if (reply || status !== 'idle') search.current?.clear();
      else onEscape?.();
    } else if (event.key === 'Backspace' && inputRef.current?.value.length === 1) {
      search.current?.clear();
    }
  };

  const isList = html !== '' && (reply?.td_total_in_list ?? 0) > 0;
  return (
    <>
      <SearchForm
        texts={texts}
        postType={postType}
        input={{
          ref: inputRef,
          id: `${id}-input`,
          ...(live && {
            role: 'combobox',
            'aria-autocomplete': 'list',
            'aria-expanded': isList,
            'aria-controls': `${id}-list`,
          }),
          'aria-activedescendant': isList && highlight >= 0 ? `${id}-option-${highlight}` : undefined,
          onInput,
          onKeyDown,
        }}
      />
      <div
        ref={results}
        className={status === 'waiting' ? 'live-search-results is-waiting' : 'live-search-results'}
        aria-busy={status === 'waiting'}
      />
      {open && status === 'waiting' && html === '' && (
        <p className="live-results-none">{texts.search_waiting}</p>
      )}
      {open && status === 'failed' && <p className="live-results-none">{texts.search_failed}</p>}
      <p className="visually-hidden" role="status">
        {statusText({ reply, status }, open, texts)}
      </p>
    </>
  );
}

function statusText(
  { reply, status }: SearchState,
  open: boolean,
  texts: Record<SearchText, string>,
): string {
  if (!open) return '';
  if (status === 'waiting') return texts.search_waiting;
  if (status === 'failed') return texts.search_failed;
  if (!reply || reply.td_data === '') return '';
  if (reply.td_total_in_list === 0) return texts.search_no_results;
  return countedHere(texts.search_count, reply.td_total_in_list);
}

export interface SearchReply {
  readonly td_search_query: string;
  readonly td_total_in_list: number;
  readonly td_data: string;
}

interface SearchState {
  /** The last results, shown while the next ones load. */
  readonly reply?: SearchReply;
  /** `waiting`: loading for longer than `patience`; `failed`: no answer. */
  readonly status: 'idle' | 'waiting' | 'failed';
}

const nothing: SearchState = { status: 'idle' };

interface LiveSearchOptions {
  readonly request: (query: string) => Promise<SearchReply>;
  readonly show: (state: SearchState) => void;
  /** Prefix of cache keys: '' for the header's search, 'tdb-' for the builder's. */
  readonly keyPrefix?: string;
  /** Default: the cache shared by all searches with default settings. */
  readonly cache?: Map<string, SearchReply>;
}

const debounce = 100;
/** Milliseconds before a waiting message is shown. */
const patience = 200;
/** Milliseconds after which a request counts as failed. */
const maxWait = 10_000;

/** Replies by key, shared by the page's searches. */
export const searchCache = new Map<string, SearchReply>();

interface LiveSearch {
  readonly type: (text: string) => void;
  /** Hides the results until the text changes. */
  readonly clear: () => void;
}

/** Implements live search: asks after 100 ms without typing, never for an empty text, and drops replies to outdated queries. */
export function createLiveSearch({
  request,
  show,
  keyPrefix = '',
  cache = searchCache,
}: LiveSearchOptions): LiveSearch {
  /** The current query; undefined after a failure, so that the same text is requested again. */
  let current: string | undefined = '';
  let cleared = false;
  let shown: SearchReply | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const present = (reply: SearchReply | undefined) => {
    shown = reply;
    show(reply ? { reply, status: 'idle' } : nothing);
  };
  const requestNow = async (query: string) => {
    timer = setTimeout(() => show({ ...(shown && { reply: shown }), status: 'waiting' }), patience);
    const ownTimer = timer;
    let endWait: ReturnType<typeof setTimeout> | undefined;
    const tooLate = new Promise<never>(
      (_, reject) =>
        (endWait = setTimeout(() => reject(new Error(`no answer within ${maxWait} ms`)), maxWait)),
    );
    try {
      const reply = await Promise.race([request(query), tooLate]);
      cache.set(keyPrefix + query, reply);
      if (reply.td_search_query === current && !cleared) present(reply);
    } catch (error) {
      // The form still works with Enter.
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
      else timer = setTimeout(() => void requestNow(text), debounce);
    },
    clear: () => {
      cleared = true;
      clearTimeout(timer);
      present(undefined);
    },
  };
}

/** Returns the next highlighted index (-1: none), wrapping around at both ends. */
export function stepHighlight(index: number, step: 1 | -1, count: number): number {
  if (count === 0) return -1;
  if (index < 0) return step === 1 ? 0 : count - 1;
  return (index + step + count) % count;
}

/** Calls `leave` when a click or the focus moves outside the element. */
export function useLeave(element: RefObject<HTMLElement | null>, leave: () => void): void {
  useEffect(() => {
    const inside = (target: EventTarget | null) =>
      target instanceof Node && element.current?.contains(target);
    const onClick = ({ target }: Event) => {
      if (target instanceof Node && !inside(target)) leave();
    };
    // Without a `relatedTarget` focus went to another window or a non-focusable area.
    const onFocusOut = ({ target, relatedTarget }: FocusEvent) => {
      if (inside(target) && relatedTarget !== null && !inside(relatedTarget)) leave();
    };
    document.addEventListener('click', onClick);
    document.addEventListener('focusout', onFocusOut);
    return () => {
      document.removeEventListener('click', onClick);
      document.removeEventListener('focusout', onFocusOut);
    };
  }, [element, leave]);
}
