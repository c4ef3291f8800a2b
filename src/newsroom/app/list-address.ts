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

export const perPageSizes = [20, 50, 100];

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
