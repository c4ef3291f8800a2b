import { useCallback, useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import type { KeyboardEvent } from 'react';
import type { IslandProps } from '../../islands/hydrate.tsx';
import { createLiveSearch, stepHighlight } from './live-search.ts';
import type { LiveSearch, SearchReply } from './live-search.ts';

interface SearchBoxProps extends IslandProps {
  /** Most live results. */
  readonly limit: number;
  /** Whether results appear as one types. */
  readonly live: boolean;
}

/** As styles.css has it: below, the panel covers the screen. */
const phones = '(max-width:767px)';
/** Milliseconds from opening to focus; a phone's overlay and keyboard take their time. */
const focusDelay = { phone: 1300, desktop: 200 };

async function askServer(ajaxUrl: string, query: string, limit: number): Promise<SearchReply> {
  const body = new URLSearchParams({ action: 'td_ajax_search', td_string: query, limit: String(limit) });
  const reply = await fetch(ajaxUrl, { method: 'POST', body });
  if (!reply.ok) throw new Error(`td_ajax_search answered with status ${reply.status}.`);
  return reply.json() as Promise<SearchReply>;
}

/** Without JavaScript a form in `<details>`; in the browser a combobox over the server's results. Its input is never controlled: what was typed before is kept. */
export function SearchBox({ limit, live, page }: SearchBoxProps) {
  const details = useRef<HTMLDetailsElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const results = useRef<HTMLDivElement>(null);
  const search = useRef<LiveSearch>(null);
  const [reply, setReply] = useState<SearchReply>();
  const [highlight, setHighlight] = useState(-1);
  const id = useId();
  const listId = `${id}-list`;
  const optionId = (index: number) => `${id}-option-${index}`;
  const html = reply?.td_data ?? '';

  const show = useCallback((next: SearchReply | undefined) => {
    setReply(next);
    setHighlight(-1);
  }, []);
  const onInput = useCallback(() => search.current?.type(input.current?.value ?? ''), []);
  const onToggle = useCallback(() => {
    if (!details.current?.open) return undefined;
    onInput();
    const timer = setTimeout(() => input.current?.focus(), matchMedia(phones).matches ? focusDelay.phone : focusDelay.desktop);
    return () => clearTimeout(timer);
  }, [onInput]);
  const close = useCallback(() => {
    if (details.current) details.current.open = false;
  }, []);

  useEffect(() => {
    const ajaxUrl = page?.ajaxUrl;
    if (live && ajaxUrl) search.current = createLiveSearch({ ask: (query) => askServer(ajaxUrl, query, limit), show });
    // It may have been opened and typed into before we came.
    return onToggle();
  }, [live, limit, page, show, onToggle]);

  useEffect(() => {
    const onPress = (event: Event) => {
      if (event.target instanceof Node && !details.current?.contains(event.target)) close();
    };
    document.addEventListener('click', onPress);
    return () => document.removeEventListener('click', onPress);
  }, [close]);

  // The results are the server's HTML: what makes them a listbox is put on here.
  const links = () => [...(results.current?.querySelectorAll<HTMLAnchorElement>('.live-results a[href]') ?? [])];
  useLayoutEffect(() => {
    const list = results.current?.querySelector('.live-results');
    list?.setAttribute('role', 'listbox');
    list?.setAttribute('id', listId);
    list?.setAttribute('aria-label', 'Search results');
    for (const item of list?.children ?? []) item.setAttribute('role', 'presentation');
    links().forEach((link, index) => {
      link.setAttribute('role', 'option');
      link.id = optionId(index);
      link.setAttribute('aria-selected', String(index === highlight));
      if (index === highlight) link.scrollIntoView({ block: 'nearest' });
    });
  });

  const onKeyDown = (event: KeyboardEvent) => {
    const field = input.current;
    if (!field || event.nativeEvent.isComposing) return;
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
      if (reply) show(undefined);
      else {
        close();
        details.current?.querySelector('summary')?.focus();
      }
    } else if (event.key === 'Backspace' && field.value.length === 1) {
      show(undefined);
    }
  };

  return (
    <details className="header-search" ref={details} onToggle={onToggle}>
      <summary className="header-search-toggle">
        <svg viewBox="0 0 24 24" width="22" height="22" aria-hidden="true"><circle cx="10.5" cy="10.5" r="6.5" /><path d="m15.5 15.5 5.5 5.5" /></svg>
        <span className="visually-hidden">Search</span>
      </summary>
      <div className="header-search-panel">
        <button type="button" className="header-search-close" onClick={close}>Close</button>
        <form action="/" method="get" role="search" className="header-search-form">
          <label className="visually-hidden" htmlFor={`${id}-input`}>Search this site</label>
          <input
            ref={input} id={`${id}-input`} className="field" type="search" name="s" maxLength={200} placeholder="Search" autoComplete="off" enterKeyHint="search"
            {...(live ? { role: 'combobox', 'aria-autocomplete': 'list', 'aria-expanded': html !== '', 'aria-controls': listId } : {})}
            aria-activedescendant={highlight < 0 ? undefined : optionId(highlight)} onInput={onInput} onKeyDown={onKeyDown}
          />
          <button type="submit" className="button">Search</button>
        </form>
        <div ref={results} className="header-search-results" dangerouslySetInnerHTML={{ __html: html }} />
        <p className="visually-hidden" role="status">{reply && (reply.td_total_in_list === 1 ? '1 result' : `${reply.td_total_in_list} results`)}</p>
      </div>
    </details>
  );
}
