import { useEffect, useRef } from 'react';
import type { RefObject } from 'react';

/** Rows of lists, and what holds the boxes and buttons for several of them. */
const rowsOf = '.list tbody>tr,.list .dataviews-view-list>[role=row],.comments>li';
const together = '.bulk,.dataviews-bulk-actions-footer__container';
const enabled = 'a[href],button:not(:disabled),input:not(:disabled)';

const rows = () => [...document.querySelectorAll<HTMLElement>(rowsOf)];

/** What in a row takes the focus: all of it where it can, else what its title leads to, else the first that there is. */
function placeIn(row: HTMLElement): HTMLElement | null | undefined {
  return row.matches('[tabindex]')
    ? row
    : (row.querySelector('.row-title')?.closest<HTMLElement>(enabled) ??
        row.querySelector<HTMLElement>(enabled));
}

interface Place {
  readonly element: HTMLElement;
  /** Of its row; undefined: it stands beside them. */
  readonly id: number | undefined;
  /** The rows as they were. */
  readonly ids: readonly number[];
}

/**
 * Who is in a row that goes is in the next one then, else in the last, and where none is left at the heading, which takes what is returned: browsers begin
 * anew at the top of the page. `ids`: of the rows; `total`: as many as there are on all pages.
 */
export function useRowFocus(
  ids: readonly number[],
  { total, isBusy }: { readonly total: number; readonly isBusy: boolean },
): RefObject<HTMLHeadingElement | null> {
  const heading = useRef<HTMLHeadingElement>(null);
  const last = useRef<Place>(undefined);
  const shown = useRef(ids);
  useEffect(() => {
    const note = ({ target }: FocusEvent) => {
      if (!(target instanceof HTMLElement)) return;
      const at = rows().findIndex((row) => row.contains(target));
      if (at >= 0 || target.closest(together))
        last.current = { element: target, id: shown.current[at], ids: shown.current };
    };
    document.addEventListener('focusin', note);
    return () => document.removeEventListener('focusin', note);
  }, []);
  useEffect(() => {
    shown.current = ids;
    const place = last.current;
    if (!place || place.element.isConnected || isBusy) return;
    const { activeElement } = document;
    if (activeElement?.closest('[role=dialog]')) return; // it comes back
    if (ids.length === 0 && total > 0) return; // the list goes on with the page before
    last.current = undefined;
    if (activeElement && activeElement !== document.body) return;
    const at =
      place.id === undefined ? place.ids.findIndex((id) => !ids.includes(id)) : place.ids.indexOf(place.id);
    if (at < 0) {
      document.querySelector(together)?.querySelector<HTMLElement>(enabled)?.focus();
      return;
    }
    const next = place.ids.slice(at).find((id) => ids.includes(id));
    const row = rows()[next === undefined ? Math.min(at, ids.length - 1) : ids.indexOf(next)];
    (row ? placeIn(row) : heading.current)?.focus();
  });
  return heading;
}
