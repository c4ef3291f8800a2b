import type { View } from '@wordpress/dataviews';
import { useEffect, useState, useRef } from 'react';
import { useNavigate } from 'react-router';
import type { RefObject } from 'react';
import type { ChangeList, ListSettings } from './saved-views.tsx';
import { useIsNarrow } from './use-media-query.ts';

/** What becomes of a tapped row where `DataViews` shows them one below the other, and would only choose it: it opens. */
export function useOpenRow(addressOf: (id: string) => string | undefined): (ids: string[]) => void {
  const navigate = useNavigate();
  return ([id]) => {
    const address = id === undefined ? undefined : addressOf(id);
    if (address !== undefined) void navigate(address);
  };
}

/** Whether somebody with a phone marks rows: then a tap marks one, and does not open it. Undefined where there is room for boxes beside all rows. */
export type Choosing = { readonly isOn: boolean; readonly onTurn: () => void } | undefined;

export function useChoosing(): Choosing {
  const isNarrow = useIsNarrow();
  const [isOn, setOn] = useState(false);
  return isNarrow ? { isOn, onTurn: () => setOn(!isOn) } : undefined;
}

interface PagePlace {
  readonly page: number;
  /** Rows of a page. */
  readonly perPage: number;
  /** Rows that there are, and those that are here. */
  readonly total: number;
  readonly count: number;
  readonly isBusy: boolean;
}

/** The last page of a list. Where the last rows of that went, the list goes on with the one before. */
export function useLastPage(
  { page, perPage, total, count, isBusy }: PagePlace,
  go: (page: number) => void,
): number {
  const lastPage = Math.max(1, Math.ceil(total / perPage));
  const isBeyond = !isBusy && total > 0 && count === 0 && page > lastPage;
  useEffect(() => {
    if (isBeyond) go(lastPage);
  }, [isBeyond, lastPage, go]);
  return lastPage;
}

interface ListViewParts<Order extends string> extends Omit<PagePlace, 'page'> {
  readonly settings: readonly [ListSettings, ChangeList];
  readonly titleField: string;
  /** Names of all columns, and those of who chose none. */
  readonly columns: readonly string[];
  readonly usual: readonly string[];
  readonly asked: ListAddress<Order>;
  readonly orders: readonly Order[];
  readonly go: (to: ListAddress<Order>) => void;
  /** What rows are chosen of: another list begins with none. */
  readonly scope: string;
  /** Where a row leads, by its id: on a phone all of it can be tapped, in a table its title. */
  readonly addressOf: (id: number) => string | undefined;
  /** Columns of tables that say how wide they are, in pixels. */
  readonly styles?: Readonly<Record<string, { readonly minWidth: number }>>;
}

/** What `DataViews` is told of a list of things that are no posts: a table, on a phone one below the other. Its state is its address. */
export function useListView<Order extends string>({
  settings: [{ columns: own }, setSettings],
  titleField,
  columns,
  usual,
  asked,
  orders,
  perPage,
  go,
  total,
  count,
  isBusy,
  scope,
  addressOf,
  styles = {},
}: ListViewParts<Order>) {
  const choosing = useChoosing();
  const isStacked = choosing?.isOn === false;
  const openRow = useOpenRow((id) => addressOf(Number(id)));
  const [chosen, setChosen] = useState<{ readonly of: string; readonly ids: string[] }>({ of: '', ids: [] });
  const shown = choosing?.isOn ? [] : (own ?? usual).filter((name) => columns.includes(name));
  const view: View = {
    type: isStacked ? 'list' : 'table',
    titleField,
    fields: shown,
    search: asked.search,
    page: asked.page,
    perPage,
    sort: { field: asked.orderby, direction: asked.order },
    filters: [],
    ...(isStacked ? {} : { layout: { density: 'compact', styles } }),
  } as View;
  const change = (next: View) => {
    const fieldsNow = next.fields ?? shown;
    if (fieldsNow.join() !== shown.join()) setSettings(() => ({ columns: fieldsNow }));
    const isResized = next.perPage !== undefined && next.perPage !== perPage;
    if (isResized) setSettings(() => ({ perPage: next.perPage ?? perPage }));
    const to = {
      search: next.search ?? '',
      orderby: orders.find((name) => name === next.sort?.field) ?? asked.orderby,
      order: next.sort?.direction ?? asked.order,
      page: next.page ?? 1,
      perPage: isResized ? undefined : asked.perPage,
    };
    const isSame =
      to.search === asked.search && to.orderby === asked.orderby && to.order === asked.order && !isResized;
    if (!isSame) go({ ...to, page: 1 });
    else if (to.page !== asked.page) go(to);
  };
  const lastPage = useLastPage({ page: asked.page, perPage, total, count, isBusy }, (page) =>
    go({ ...asked, page }),
  );
  const list = {
    view,
    onChangeView: change,
    selection: isStacked || chosen.of !== scope ? [] : chosen.ids,
    onChangeSelection: isStacked ? openRow : (ids: string[]) => setChosen({ of: scope, ids }),
    paginationInfo: { totalItems: total, totalPages: lastPage },
    defaultLayouts: isStacked ? { list: {} } : { table: {} },
    config: { perPageSizes },
    onReset: own === undefined ? (false as const) : () => setSettings(() => ({ columns: usual })),
    isLoading: isBusy,
  };
  return { list, choosing };
}

/** What the address of a list says of it, in WordPress' words. */
export interface ListAddress<Order extends string> {
  readonly search: string;
  readonly orderby: Order;
  readonly order: 'asc' | 'desc';
  readonly page: number;
  /** Undefined: as many as who is here has chosen. */
  readonly perPage: number | undefined;
}

/** Orders of a list, the usual one first: each with the direction that it has where nothing else is said. */
export type Orders<Order extends string> = Readonly<Record<Order, 'asc' | 'desc'>>;

const perPageSizes = [20, 50, 100];

const firstOf = <Order extends string>(orders: Orders<Order>) => Object.keys(orders)[0] as Order;

/** Reads it; what the address says otherwise is what it says of nothing. */
export function readListAddress<Order extends string>(
  asked: URLSearchParams,
  orders: Orders<Order>,
): ListAddress<Order> {
  const orderby =
    (Object.keys(orders) as Order[]).find((name) => name === asked.get('orderby')) ?? firstOf(orders);
  return {
    search: asked.get('s') ?? '',
    orderby,
    order: (['asc', 'desc'] as const).find((one) => one === asked.get('order')) ?? orders[orderby],
    page: Math.max(1, Math.trunc(Number(asked.get('paged') ?? 1)) || 1),
    perPage: perPageSizes.find((size) => size === Number(asked.get('per_page'))),
  };
}

/** Says it, without what goes without saying, after what the list is of. */
export function writeListAddress<Order extends string>(
  of: Readonly<Record<string, string>>,
  { search, orderby, order, page, perPage }: ListAddress<Order>,
  orders: Orders<Order>,
): URLSearchParams {
  const isUsual = orderby === firstOf(orders) && order === orders[orderby];
  return new URLSearchParams({
    ...of,
    ...(search === '' ? {} : { s: search }),
    ...(isUsual ? {} : { orderby, order }),
    ...(page > 1 ? { paged: String(page) } : {}),
    ...(perPage === undefined ? {} : { per_page: String(perPage) }),
  });
}

/** What the browser's address asks by now: a screen is drawn anew a moment after it changed. */
export const addressNow = (): URLSearchParams => new URLSearchParams(window.location.search);

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
