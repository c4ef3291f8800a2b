import { useEffect, useId, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { fold } from '../../../lib/fold.ts';
import { useBar } from '../bar.ts';
import { notePlace, takePlace } from './reopen.ts';

/** Longer lists have a filter and scroll separately, so that the controls around them stay visible. */
const few = 10;

interface LongListProps<Item> {
  readonly items: readonly Item[] | undefined;
  /** Restores the scroll position after a reload; otherwise opens at the current entry. */
  readonly restoresPlace?: boolean;
  children(shown: readonly Item[]): ReactNode;
}

export function LongList<Item extends { readonly title: string }>({
  items,
  restoresPlace = false,
  children,
}: LongListProps<Item>) {
  return (
    items &&
    (items.length > few ? (
      <Filtered items={items} restoresPlace={restoresPlace}>
        {children}
      </Filtered>
    ) : (
      children(items)
    ))
  );
}

function Filtered<Item extends { readonly title: string }>({
  items,
  restoresPlace = false,
  children,
}: LongListProps<Item>) {
  const { say } = useBar();
  const id = useId();
  const box = useRef<HTMLDivElement>(null);
  const [before] = useState(() => (restoresPlace ? takePlace() : undefined));
  const [filter, setFilter] = useState(before?.filter ?? '');
  const query = fold(filter.trim());
  const shown = items?.filter(({ title }) => fold(title).includes(query)) ?? [];
  useEffect(() => {
    const element = box.current;
    if (!element) return;
    const current = element.querySelector('[aria-current=true]')?.closest('tr, li');
    if (before) element.scrollTop = before.top;
    else if (current) {
      const { top, height } = current.getBoundingClientRect();
      element.scrollTop = top - element.getBoundingClientRect().top - (element.clientHeight - height) / 2;
    }
  }, [before]);
  useEffect(() => {
    if (!restoresPlace) return undefined;
    notePlace(() => ({ filter, top: box.current?.scrollTop ?? 0 }));
    return () => notePlace(undefined);
  }, [restoresPlace, filter]);
  return (
    <>
      <p className="bar-filter">
        <label className="bar-label" htmlFor={id}>
          {say('panel_filter')}
        </label>
        <input
          id={id}
          className="bar-field"
          type="search"
          autoComplete="off"
          value={filter}
          onChange={({ target }) => setFilter(target.value)}
        />
      </p>
      <div ref={box} className="bar-long">
        {children(shown)}
      </div>
      <p className="bar-none" role="status">
        {shown.length === 0 && say('panel_filter_none')}
      </p>
    </>
  );
}

/** The element that represents a row's template or change. */
const rowName = '.bar-title';

/**
 * Removes a row; `remove` resolves to true on success. Focus moves to the next row's title, or after the last one to
 * the first create button; focus that has moved elsewhere stays.
 */
export async function removeRow(button: HTMLElement, remove: () => Promise<boolean>): Promise<void> {
  const row = button.closest('tr, li');
  const next =
    row?.nextElementSibling?.querySelector<HTMLElement>(rowName) ??
    button.closest('.bar-panel')?.querySelector<HTMLElement>('[data-creates]') ??
    undefined;
  const isRemoved = await remove();
  const { activeElement } = document;
  if (isRemoved && (activeElement === document.body || row?.contains(activeElement))) next?.focus();
}
