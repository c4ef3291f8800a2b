import type { View } from '@wordpress/dataviews';
import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { perPageSizes } from './list-address.ts';
import type { ListAddress } from './list-address.ts';
import type { ChangeList, ListSettings } from './list-settings.ts';
import { useIsNarrow } from './use-is-narrow.ts';

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
