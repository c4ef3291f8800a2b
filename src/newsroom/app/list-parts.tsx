import { DataViews } from '@wordpress/dataviews';
import { Button, SearchControl } from '@wordpress/components';
import type { ReactNode } from 'react';
import { useEffect, useRef, useState, useMemo } from 'react';
import { useLocation, useNavigationType } from 'react-router';
import type { Action } from '@wordpress/dataviews';
import type { Choosing } from './use-list-view.ts';
import { FormModal } from './form-modal.tsx';

interface ListPartsProps {
  readonly searchLabel: string;
  readonly search: string;
  readonly onSearch: (words: string) => void;
  readonly choosing: Choosing;
}

/**
 * What a list of `DataViews` shows, in its order, with a search of ours: that of the package asks for what it waited to ask for, whatever the address says by
 * then, so that Back and Forward in haste ended elsewhere.
 */
export function ListParts({ searchLabel, search, onSearch, choosing }: ListPartsProps) {
  return (
    <>
      <div className="dataviews__view-actions list-actions">
        <div className="dataviews__search">
          <ListSearch label={searchLabel} value={search} onSearch={onSearch} />
          <DataViews.FiltersToggle />
        </div>
        {choosing && (
          <Button
            variant="tertiary"
            className="list-choose"
            isPressed={choosing.isOn}
            onClick={choosing.onTurn}
          >
            Choose
          </Button>
        )}
        {!choosing?.isOn && <DataViews.ViewConfig />}
      </div>
      <DataViews.FiltersToggled className="dataviews-filters__container" />
      <DataViews.Layout />
      <DataViews.Footer />
    </>
  );
}

/** What stands where a list has no rows: that it has none, and what can be done about it. */
export function Nothing({ children, way }: { readonly children: ReactNode; readonly way?: ReactNode }) {
  return (
    <div className="empty nothing">
      <p>{children}</p>
      {way}
    </div>
  );
}

/** No row matches; a button removes what the list is narrowed by. */
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
          Reset
        </Button>
      }
    >
      {children}
    </Nothing>
  );
}

/** Milliseconds that somebody stops typing before what they typed is looked for. */
const pauseMs = 250;
/** Milliseconds until the screen is looked at again that does not show its address yet. */
const catchUpMs = 20;

/** The router's key of the address that the browser has: a screen that shows another one is about to be drawn anew. */
const addressKey = (): string => (window.history.state as { readonly key?: string } | null)?.key ?? 'default';

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
  // Other filters may be chosen meanwhile: what is asked then is asked beside them, once the screen knows of them.
  const { key } = useLocation();
  const how = useNavigationType();
  const now = useRef({ onSearch, value, key });
  const going = useRef<{ readonly words: string; readonly from: string }>(undefined);
  useEffect(() => {
    now.current = { onSearch, value, key };
  });
  // A link that was clicked before the screen showed what was asked has the words before it: they are asked for again, beside what the link is for.
  useEffect(() => {
    if (!going.current || going.current.from === key) return;
    const { words: wanted } = going.current;
    going.current = undefined;
    if (wanted === now.current.value) return;
    if (how !== 'POP') now.current.onSearch(wanted);
    else setWords(now.current.value);
  }, [key, how]);
  useEffect(() => {
    if (typed === undefined) return;
    const ask = () => {
      if (now.current.key !== addressKey()) {
        timer = window.setTimeout(ask, catchUpMs);
        return;
      }
      setTyped(undefined);
      setAsked(typed.trim());
      // Words that were taken back are those of the address: nobody is led off their page of the list.
      if (typed.trim() === now.current.value) return;
      going.current = { words: typed.trim(), from: now.current.key };
      now.current.onSearch(typed.trim());
    };
    let timer = window.setTimeout(ask, pauseMs);
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

type Asking<Item> = Extract<Action<Item>, { readonly RenderModal: unknown }>;

/**
 * What can be done with rows, with dialogs that stand beside the list: `DataViews` has them in the row that they were opened from, and with it goes what is
 * typed when somebody else publishes something, or a phone is turned.
 */
export function useRowDialogs<Item>(actions: readonly Action<Item>[]): {
  readonly actions: Action<Item>[];
  readonly dialog: ReactNode;
} {
  const [opened, setOpened] = useState<{ readonly action: Asking<Item>; readonly items: Item[] }>();
  const opening = useMemo(
    () =>
      actions.map((action): Action<Item> => {
        if (!('RenderModal' in action)) return action;
        const { RenderModal: _, ...button } = action;
        return { ...button, callback: (items) => setOpened({ action, items }) };
      }),
    [actions],
  );
  if (!opened) return { actions: opening, dialog: null };
  const {
    action: { RenderModal, label, modalHeader = label, modalSize = 'medium' },
    items,
  } = opened;
  const close = () => setOpened(undefined);
  return {
    actions: opening,
    dialog: (
      <FormModal
        title={typeof modalHeader === 'string' ? modalHeader : modalHeader(items)}
        size={modalSize}
        onRequestClose={close}
      >
        <RenderModal items={items} closeModal={close} />
      </FormModal>
    ),
  };
}
