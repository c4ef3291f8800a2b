import type { Filter, View } from '@wordpress/dataviews';
import { useEffect, useState, useRef } from 'react';
import { useNavigate } from 'react-router';
import type { RefObject } from 'react';
import type { ChangeList, ListSettings } from './saved-views.tsx';
import { useIsNarrow } from './use-media-query.ts';

/** Opens a tapped row in the stacked layout, where `DataViews` would only select it. */
function useOpenRow(addressOf: (id: string) => string | undefined): (ids: string[]) => void {
  const navigate = useNavigate();
  return ([id]) => {
    const address = id === undefined ? undefined : addressOf(id);
    if (address !== undefined) void navigate(address);
  };
}

/** On phones, whether tapping selects rows instead of opening them. Undefined if the screen has room for checkboxes. */
type Choosing = { readonly isOn: boolean; readonly onTurn: () => void } | undefined;

function useChoosing(): Choosing {
  const isNarrow = useIsNarrow();
  const [isOn, setOn] = useState(false);
  return isNarrow ? { isOn, onTurn: () => setOn(!isOn) } : undefined;
}

interface PagePlace {
  readonly page: number;
  readonly perPage: number;
  readonly total: number;
  readonly count: number;
  readonly isBusy: boolean;
}

/** Returns the last page. If the current page has become empty, goes to the last one. */
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
  /** All columns, and the default ones. */
  readonly columns: readonly string[];
  readonly usual: readonly string[];
  readonly listQuery: ListAddress<Order>;
  readonly orders: readonly Order[];
  /** Called with the filters that have a value. */
  readonly go: (to: ListAddress<Order>, filters: readonly Filter[]) => void;
  /** Filters in the URL. */
  readonly filters?: readonly Filter[];
  /** Identifies the list; the selection is cleared when it changes. */
  readonly scope: string;
  /** URL of a row: the whole row is tappable on phones, its title in tables. */
  readonly addressOf: (id: number) => string | undefined;
  /** Column widths of tables, in pixels. */
  readonly styles?: Readonly<Record<string, { readonly minWidth?: number; readonly maxWidth?: number }>>;
}

const hasValue = ({ value }: Filter): boolean =>
  value !== undefined && value !== null && value !== '' && !(Array.isArray(value) && value.length === 0);

const asText = (filters: readonly Filter[]) =>
  JSON.stringify(filters.map(({ field, operator, value }) => [field, operator, value]));

/** State of a `DataList`: a table, on phones stacked rows. It is in the URL, except for filters without a value. */
export function useListView<Order extends string>({
  settings: [{ columns: own }, setSettings],
  titleField,
  columns,
  usual,
  listQuery,
  orders,
  perPage,
  go,
  total,
  count,
  isBusy,
  scope,
  addressOf,
  filters = [],
  styles = {},
}: ListViewParts<Order>) {
  const choosing = useChoosing();
  const isStacked = choosing?.isOn === false;
  const openRow = useOpenRow((id) => addressOf(Number(id)));
  const [chosen, setChosen] = useState<{ readonly of: string; readonly ids: string[] }>({ of: '', ids: [] });
  const [opened, setOpened] = useState<readonly Filter[]>([]);
  const shown = choosing?.isOn ? [] : (own ?? usual).filter((name) => columns.includes(name));
  const view: View = {
    type: isStacked ? 'list' : 'table',
    titleField,
    fields: shown,
    search: listQuery.search,
    page: listQuery.page,
    perPage,
    sort: { field: listQuery.orderby, direction: listQuery.order },
    filters: [...filters, ...opened.filter(({ field }) => !filters.some((one) => one.field === field))],
    ...(isStacked ? {} : { layout: { density: 'compact', styles } }),
  } as View;
  const change = (next: View) => {
    const fieldsNow = next.fields ?? shown;
    if (fieldsNow.join() !== shown.join()) setSettings(() => ({ columns: fieldsNow }));
    const isResized = next.perPage !== undefined && next.perPage !== perPage;
    if (isResized) setSettings(() => ({ perPage: next.perPage ?? perPage }));
    const to = {
      search: next.search ?? '',
      orderby: orders.find((name) => name === next.sort?.field) ?? listQuery.orderby,
      order: next.sort?.direction ?? listQuery.order,
      page: next.page ?? 1,
      perPage: isResized ? undefined : listQuery.perPage,
    };
    const filtersNow = (next.filters ?? []).filter(hasValue);
    setOpened((next.filters ?? []).filter((filter) => !hasValue(filter)));
    const isSame =
      to.search === listQuery.search &&
      to.orderby === listQuery.orderby &&
      to.order === listQuery.order &&
      asText(filtersNow) === asText(filters) &&
      !isResized;
    if (!isSame) go({ ...to, page: 1 }, filtersNow);
    else if (to.page !== listQuery.page) go(to, filtersNow);
  };
  const lastPage = useLastPage({ page: listQuery.page, perPage, total, count, isBusy }, (page) =>
    go({ ...listQuery, page }, filters),
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
export type ListView = ReturnType<typeof useListView>;

/** List state in the URL, with WordPress' parameter names. */
export interface ListAddress<Order extends string> {
  readonly search: string;
  readonly orderby: Order;
  readonly order: 'asc' | 'desc';
  readonly page: number;
  /** Undefined: the user's setting. */
  readonly perPage: number | undefined;
}

/** Orders of a list with their default directions; the first is the default order. */
export type Orders<Order extends string> = Readonly<Record<Order, 'asc' | 'desc'>>;

const perPageSizes = [20, 50, 100];

const firstOf = <Order extends string>(orders: Orders<Order>) => Object.keys(orders)[0] as Order;

/** Parses it; unknown values become defaults. */
export function readListAddress<Order extends string>(
  params: URLSearchParams,
  orders: Orders<Order>,
): ListAddress<Order> {
  const orderby =
    (Object.keys(orders) as Order[]).find((name) => name === params.get('orderby')) ?? firstOf(orders);
  return {
    search: params.get('s') ?? '',
    orderby,
    order: (['asc', 'desc'] as const).find((one) => one === params.get('order')) ?? orders[orderby],
    page: Math.max(1, Math.trunc(Number(params.get('paged') ?? 1)) || 1),
    perPage: perPageSizes.find((size) => size === Number(params.get('per_page'))),
  };
}

/** Serializes it without defaults, after `of`, which identifies the list. */
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

/** The browser's current query; screens re-render slightly after it changes. */
export const addressNow = (): URLSearchParams => new URLSearchParams(window.location.search);

const rowsOf = '.list tbody>tr,.list .dataviews-view-list>[role=row],.comments>li';
const together = '.bulk,.dataviews-bulk-actions-footer__container';
const enabled = 'a[href],button:not(:disabled),input:not(:disabled)';

const rows = () => [...document.querySelectorAll<HTMLElement>(rowsOf)];

/** The focusable element of a row: the row itself, its title's link, or the first one. */
function placeIn(row: HTMLElement): HTMLElement | null | undefined {
  return row.matches('[tabindex]')
    ? row
    : (row.querySelector('.row-title')?.closest<HTMLElement>(enabled) ??
        row.querySelector<HTMLElement>(enabled));
}

interface Place {
  readonly element: HTMLElement;
  /** Id of its row; undefined outside the rows. */
  readonly id: number | undefined;
  readonly ids: readonly number[];
}

/**
 * Restores focus when the focused row is removed: to the next row, else the last one, else the heading that takes the
 * returned ref. `ids`: this page's rows; `total`: rows on all pages.
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
    if (activeElement?.closest('[role=dialog]')) return; // the dialog restores focus when it closes
    if (ids.length === 0 && total > 0) return; // the previous page is about to load
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
