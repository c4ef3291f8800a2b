import { useCallback, useEffect, useRef } from 'react';
import type { IslandProps } from '../../reader/islands/hydrate.tsx';
import { SearchField, useLeave } from '../../reader/islands/live-search/search-field.tsx';
import type { SearchFieldSettings } from '../../reader/islands/live-search/search-field.tsx';
import { searchTexts } from '../../lib/search-texts.ts';

/** As in styles.css: below this width the panel covers the screen. */
const phones = '(max-width:767px)';
/** Milliseconds from opening to focus; a phone's overlay and keyboard are slow. */
const focusDelay = { phone: 1300, desktop: 200 };

/** A search field in `<details>`, which opens without JavaScript, too. */
export function SearchBox({
  page,
  touchedAt,
  mobile,
  ...settings
}: SearchFieldSettings & IslandProps & { readonly mobile: boolean }) {
  const details = useRef<HTMLDetailsElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  /** `openedAt`: in `performance.now()` time. */
  const focusAfter = useCallback((openedAt: number) => {
    clearTimeout(timer.current);
    if (!details.current?.open) return;
    const delay = matchMedia(phones).matches ? focusDelay.phone : focusDelay.desktop;
    timer.current = setTimeout(
      () => {
        // Leaves the focus where the reader has moved it in the meantime.
        const { activeElement } = document;
        if (activeElement === document.body || activeElement?.matches('summary')) input.current?.focus();
      },
      Math.max(0, openedAt + delay - performance.now()),
    );
  }, []);
  // It may have been opened before the script loaded: the delay counts from then.
  useEffect(() => {
    focusAfter(touchedAt ?? performance.now());
    return () => clearTimeout(timer.current);
  }, [touchedAt, focusAfter]);

  const close = useCallback(() => {
    if (details.current) details.current.open = false;
  }, []);
  useLeave(details, close);
  const closeToButton = () => {
    close();
    details.current?.querySelector('summary')?.focus();
  };

  const texts = { ...searchTexts, ...settings.texts };
  return (
    <details
      className={mobile ? 'header-search' : 'header-search not-on-phones'}
      ref={details}
      onToggle={() => focusAfter(performance.now())}
    >
      <summary className="header-search-toggle">
        <svg viewBox="0 0 24 24" width="22" height="22" aria-hidden="true">
          <circle cx="10.5" cy="10.5" r="6.5" />
          <path d="m15.5 15.5 5.5 5.5" />
        </svg>
        <span className="visually-hidden">{texts.search}</span>
      </summary>
      <div className="header-search-panel">
        <button type="button" className="header-search-close" onClick={closeToButton}>
          {texts.search_close}
        </button>
        <SearchField
          {...settings}
          module=""
          ajaxUrl={page?.ajaxUrl}
          inputRef={input}
          onEscape={closeToButton}
        />
      </div>
    </details>
  );
}
