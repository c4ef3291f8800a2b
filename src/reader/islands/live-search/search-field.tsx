import { countedHere } from '../counted.ts';
import { useCallback, useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import type { ComponentProps, KeyboardEvent, RefObject } from 'react';
import { searchTexts } from '../../../lib/search-texts.ts';
import type { SearchText } from '../../../lib/search-texts.ts';
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

/** Searches while the reader types, where that is wanted and a server is there. */
function useLiveSearch({ live, limit, module, atts, ajaxUrl, inputRef }: SearchFieldProps) {
  const search = useRef<LiveSearch>(null);
  const [state, setState] = useState<SearchState>(nothing);
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
  return [state, search] as const;
}

/** Shows the server's HTML in the element of the ref, and turns it into a listbox. */
function useListbox(
  html: string,
  { id, label, highlight }: { readonly id: string; readonly label: string; readonly highlight: number },
) {
  const results = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => results.current?.replaceChildren(fetchedNodes(html)), [html]);
  // The results are the server's HTML: what makes them a listbox is put on here.
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

/** Without JavaScript a form; in the browser a combobox over the server's results. Its input is never controlled: what was typed before is kept. */
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
