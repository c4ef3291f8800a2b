import { countedHere } from '../counted.ts';
import { useCallback, useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import type { KeyboardEvent, RefObject } from 'react';
import { searchTexts } from '../../lib/search-texts.ts';
import type { SearchText } from '../../lib/search-texts.ts';
import { fetchedNodes } from '../fetched.ts';
import { createLiveSearch, nothing, searchCache, stepHighlight } from './live-search.ts';
import type { LiveSearch, SearchReply, SearchState } from './live-search.ts';

/** How a search block searches, as its loader says. */
export interface SearchFieldSettings {
  /** Most live results. */
  readonly limit: number;
  /** Whether results appear as one types. */
  readonly live: boolean;
  /** The block's settings as JSON, where any is not usual; else empty. */
  readonly atts: string;
  /** The one post type that is searched, for the results page; else empty. */
  readonly postType: string;
  /** Wordings that the site has in place of the English ones. */
  readonly texts?: Partial<Record<SearchText, string>>;
}

interface SearchFieldProps extends SearchFieldSettings {
  /** `tdb_module_search` in documents that editors make; empty in the header. */
  readonly module: '' | 'tdb_module_search';
  /** Where calls go; undefined on the server. */
  readonly ajaxUrl: string | undefined;
  readonly inputRef: RefObject<HTMLInputElement | null>;
  /** Escape was pressed, and there is nothing left to clear. */
  readonly onEscape?: () => void;
  /** Whether results may be seen: the focus is here. */
  readonly open?: boolean;
}

async function askServer(
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

/** Without JavaScript a form; in the browser a combobox over the server's results. Its input is never controlled: what was typed before is kept. */
export function SearchField({
  limit,
  live,
  atts,
  postType,
  module,
  ajaxUrl,
  inputRef,
  texts: replaced,
  onEscape,
  open = true,
}: SearchFieldProps) {
  const texts = { ...searchTexts, ...replaced };
  const results = useRef<HTMLDivElement>(null);
  const search = useRef<LiveSearch>(null);
  const [{ reply, status }, setState] = useState<SearchState>(nothing);
  const [highlight, setHighlight] = useState(-1);
  const id = useId();
  const listId = `${id}-list`;
  const optionId = (index: number) => `${id}-option-${index}`;
  const html = open ? (reply?.td_data ?? '') : '';

  const onInput = useCallback(() => {
    setHighlight(-1);
    search.current?.type(inputRef.current?.value ?? '');
  }, [inputRef]);
  useEffect(() => {
    if (!live || !ajaxUrl) return;
    search.current = createLiveSearch({
      ask: (query) => askServer(ajaxUrl, query, { limit, module, atts }),
      show: setState,
      keyPrefix: module && 'tdb-',
      cache: atts ? new Map<string, SearchReply>() : searchCache,
    });
    // It may have been typed into before we came.
    search.current.type(inputRef.current?.value ?? '');
  }, [live, limit, module, atts, ajaxUrl, inputRef]);

  useLayoutEffect(() => results.current?.replaceChildren(fetchedNodes(html)), [html]);
  // The results are the server's HTML: what makes them a listbox is put on here.
  const links = () => [
    ...(results.current?.querySelectorAll<HTMLAnchorElement>('.live-results a[href]') ?? []),
  ];
  useLayoutEffect(() => {
    const list = results.current?.querySelector('.live-results');
    list?.setAttribute('role', 'listbox');
    list?.setAttribute('id', listId);
    list?.setAttribute('aria-label', texts.search_results);
    for (const item of list?.children ?? []) item.setAttribute('role', 'presentation');
    links().forEach((link, index) => {
      link.setAttribute('role', 'option');
      link.tabIndex = -1;
      link.id = optionId(index);
      link.setAttribute('aria-selected', String(index === highlight));
      if (index === highlight) link.scrollIntoView({ block: 'nearest' });
    });
  });

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
      <form action="/" method="get" role="search" className="search-form">
        <label className="visually-hidden" htmlFor={`${id}-input`}>
          {texts.search_label}
        </label>
        <input
          ref={inputRef}
          id={`${id}-input`}
          className="field"
          type="search"
          name="s"
          maxLength={200}
          placeholder={texts.search}
          autoComplete="off"
          enterKeyHint="search"
          {...(live
            ? {
                role: 'combobox',
                'aria-autocomplete': 'list',
                'aria-expanded': isList,
                'aria-controls': listId,
              }
            : {})}
          aria-activedescendant={isList && highlight >= 0 ? optionId(highlight) : undefined}
          onInput={onInput}
          onKeyDown={onKeyDown}
        />
        {postType !== '' && <input type="hidden" name="post_type" value={postType} />}
        <button type="submit" className="button">
          {texts.search}
        </button>
      </form>
      {/* Empty it takes no place; words about waiting and failing stand where results would. */}
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
        {saidOf({ reply, status }, open, texts)}
      </p>
    </>
  );
}

/** What screen readers say of it. */
function saidOf({ reply, status }: SearchState, open: boolean, texts: Record<SearchText, string>): string {
  if (!open) return '';
  if (status === 'waiting') return texts.search_waiting;
  if (status === 'failed') return texts.search_failed;
  if (!reply || reply.td_data === '') return '';
  if (reply.td_total_in_list === 0) return texts.search_no_results;
  return countedHere(texts.search_count, reply.td_total_in_list);
}
