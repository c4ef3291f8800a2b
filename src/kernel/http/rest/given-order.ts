interface Named {
  readonly id: number;
  readonly slug: string;
}

interface SentOrder {
  readonly orderby: string;
  readonly include?: readonly number[] | undefined;
  readonly slug?: readonly string[] | undefined;
}

/** What puts things in the order in which `include` or `slug` names them; undefined where `orderby` asks for another order, or nothing is named. */
export function givenOrder({
  orderby,
  include,
  slug,
}: SentOrder): (<Item extends Named>(found: readonly Item[]) => Item[]) | undefined {
  const named = orderby === 'include' ? include : orderby === 'include_slugs' ? slug : undefined;
  if (!named) return undefined;
  const places = new Map<number | string, number>(named.map((name, place) => [name, place]));
  const placeOf = (item: Named) => places.get(orderby === 'include' ? item.id : item.slug) ?? 0;
  return (found) => found.toSorted((a, b) => placeOf(a) - placeOf(b));
}
