import { SearchControl } from '@wordpress/components';
import { useEffect, useRef, useState } from 'react';

/** Milliseconds that somebody stops typing before what they typed is looked for. */
const pauseMs = 250;

interface ListSearchParts {
  readonly label: string;
  /** What it says while nothing stands in it; `label` where it is left out. */
  readonly placeholder?: string;
  /** The words that the address has. */
  readonly value: string;
  readonly onSearch: (words: string) => void;
}

/**
 * Where words are typed that narrow a list: asked for once somebody stops typing. What the address says otherwise (a tab, a view, Back) takes the place of what
 * stands there, and of what was typed and not asked for yet; what is typed on while an answer comes stays.
 */
export function ListSearch({ label, placeholder = label, value, onSearch }: ListSearchParts) {
  const [words, setWords] = useState(value);
  const [typed, setTyped] = useState<string>();
  const [seen, setSeen] = useState(value);
  const [asked, setAsked] = useState(value);
  if (value !== seen) {
    setSeen(value);
    if (value !== asked) {
      setAsked(value);
      setWords(value);
      setTyped(undefined);
    }
  }
  // Other filters may be chosen meanwhile: what is asked then is asked beside them.
  const now = useRef({ onSearch, value });
  useEffect(() => {
    now.current = { onSearch, value };
  });
  useEffect(() => {
    if (typed === undefined) return;
    const timer = window.setTimeout(() => {
      setTyped(undefined);
      setAsked(typed.trim());
      // Words that were taken back are those of the address: nobody is led off their page of the list.
      if (typed.trim() !== now.current.value) now.current.onSearch(typed.trim());
    }, pauseMs);
    return () => window.clearTimeout(timer);
  }, [typed]);
  const type = (next: string) => {
    setWords(next);
    setTyped(next);
  };
  return <SearchControl className="list-search" label={label} placeholder={placeholder} size="compact" value={words} onChange={type} />;
}
