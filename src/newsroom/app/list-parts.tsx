import { Button, SearchControl } from '@wordpress/components';
import type { ReactNode } from 'react';
import { useEffect, useRef, useState } from 'react';
import { useLocation, useNavigationType } from 'react-router';
import { say } from '../words.ts';

export function Nothing({ children, way }: { readonly children: ReactNode; readonly way?: ReactNode }) {
  return (
    <div className="empty nothing">
      <p>{children}</p>
      {way}
    </div>
  );
}

export function NothingFound({
  children,
  onReset,
}: {
  readonly children: ReactNode;
  readonly onReset: () => void;
}) {
  return (
    <Nothing
      way={
        <Button variant="secondary" onClick={onReset}>
          {say('Reset')}
        </Button>
      }
    >
      {children}
    </Nothing>
  );
}

const pauseMs = 250;
/** Milliseconds between checks whether the screen has caught up with the URL. */
const catchUpMs = 20;

/** The router's key of the browser's current history entry; a screen with another one is about to re-render. */
const addressKey = (): string => (window.history.state as { readonly key?: string } | null)?.key ?? 'default';

interface ListSearchParts {
  readonly label: string;
  /** Defaults to `label`. */
  readonly placeholder?: string;
  readonly value: string;
  readonly onSearch: (words: string) => void;
}

/**
 * A debounced list search. A change of the URL (tab, view, Back) replaces the field's content and cancels pending
 * input; input typed while results load stays.
 */
export function ListSearch({ label, placeholder = label, value, onSearch }: ListSearchParts) {
  const [words, setWords] = useState(value);
  const [typed, setTyped] = useState<string>();
  const [seen, setSeen] = useState(value);
  const [applied, setApplied] = useState(value);
  if (value !== seen) {
    setSeen(value);
    if (value !== applied) {
      setApplied(value);
      setWords(value);
      setTyped(undefined);
    }
  }
  // Filters may change in the meantime: the search waits until the screen shows them, and is added to them.
  const { key } = useLocation();
  const how = useNavigationType();
  const now = useRef({ onSearch, value, key });
  const going = useRef<{ readonly words: string; readonly from: string }>(undefined);
  useEffect(() => {
    now.current = { onSearch, value, key };
  });
  // A link clicked before the search was applied has the old search; apply it again to the link's target.
  useEffect(() => {
    if (!going.current || going.current.from === key) return;
    const { words: pendingSearch } = going.current;
    going.current = undefined;
    if (pendingSearch === now.current.value) return;
    if (how !== 'POP') now.current.onSearch(pendingSearch);
    else setWords(now.current.value);
  }, [key, how]);
  useEffect(() => {
    if (typed === undefined) return;
    const apply = () => {
      if (now.current.key !== addressKey()) {
        timer = window.setTimeout(apply, catchUpMs);
        return;
      }
      setTyped(undefined);
      setApplied(typed.trim());
      // The search equals the URL's again, so the page of the list stays.
      if (typed.trim() === now.current.value) return;
      going.current = { words: typed.trim(), from: now.current.key };
      now.current.onSearch(typed.trim());
    };
    let timer = window.setTimeout(apply, pauseMs);
    return () => window.clearTimeout(timer);
  }, [typed]);
  const type = (next: string) => {
    setWords(next);
    setTyped(next);
  };
  return (
    <SearchControl
      className="list-search"
      label={label}
      placeholder={placeholder}
      size="compact"
      value={words}
      onChange={type}
    />
  );
}
