/** Most stretches of letters that a page says of a file: where there are more, the nearest ones are taken together. */
const mostStretches = 60;

type Stretch = readonly [number, number];

/** Rising, and one where two touch. */
export function joinedStretches(stretches: readonly Stretch[]): [number, number][] {
  const result: [number, number][] = [];
  for (const [from, to] of stretches.toSorted((a, b) => a[0] - b[0])) {
    const last = result.at(-1);
    if (last && from <= last[1] + 1) last[1] = Math.max(last[1], to);
    else result.push([from, to]);
  }
  return result;
}

/** Without the code points of others; all rise. Each is looked at once: a hostile font has half a million stretches. */
function without(stretches: readonly Stretch[], others: readonly Stretch[]): Stretch[] {
  const left: Stretch[] = [];
  let at = 0;
  for (const [first, last] of stretches) {
    while ((others[at]?.[1] ?? Infinity) < first) at++;
    let from = first;
    for (let next = at; (others[next]?.[0] ?? Infinity) <= last; next++) {
      const [start, end] = others[next] ?? [0, 0];
      if (start > from) left.push([from, start - 1]);
      from = Math.max(from, end + 1);
    }
    if (from <= last) left.push([from, last]);
  }
  return left;
}

/** The letters as `unicode-range` says them, without those of `known`, which may be of several fonts; empty where nothing is left. */
export function rangeOf(letters: readonly Stretch[], known: readonly Stretch[] = []): string {
  const rest = without(letters, joinedStretches(known));
  // Where each further stretch begins, those behind the widest gaps alone.
  const gaps = rest
    .slice(1)
    .map(([from], index) => ({ at: index + 1, width: from - (rest[index]?.[1] ?? 0) }));
  const kept = new Set(
    gaps
      .toSorted((a, b) => b.width - a.width)
      .slice(0, mostStretches - 1)
      .map(({ at }) => at),
  );
  const left: [number, number][] = [];
  for (const [index, [from, to]] of rest.entries()) {
    const before = left.at(-1);
    if (before && !kept.has(index)) before[1] = to;
    else left.push([from, to]);
  }
  const hex = (code: number) => code.toString(16).toUpperCase();
  return left.map(([from, to]) => `U+${hex(from)}${to > from ? `-${hex(to)}` : ''}`).join();
}
