/** Page numbers around the current one, first and last included; 0 stands for a gap. At most five of both, and two more for each that is `near` it. */
export function pageWindow(current: number, pages: number, near = 1): number[] {
  const shown = new Set([1, pages]);
  for (let page = current - near; page <= current + near; page++) shown.add(page);
  if (current <= near + 2) for (let page = 2; page <= near + 3; page++) shown.add(page);
  if (current >= pages - near - 1) for (let page = pages - near - 2; page < pages; page++) shown.add(page);
  const sorted = [...shown].filter((page) => page >= 1 && page <= pages).toSorted((a, b) => a - b);
  return sorted.flatMap((page, index) => {
    const before = sorted[index - 1] ?? page - 1;
    if (page - before === 2) return [page - 1, page];
    return page - before > 2 ? [0, page] : [page];
  });
}

/** A number of a pager, or a gap (0), and which room it is for where that is not any. */
export interface PagerEntry {
  readonly page: number;
  readonly room?: 'wide' | 'narrow';
}

/** What a pager holds: all that it shows where there is room, and the gaps that stand for some of it where there is little, as on phones. */
export function pagerEntries(current: number, pages: number): PagerEntry[] {
  const wide = pageWindow(current, pages);
  const narrow = pageWindow(current, pages, 0);
  return narrow.flatMap((page, index): PagerEntry[] => {
    if (page > 0) return [{ page }];
    const [before = 1, after = pages] = [narrow[index - 1], narrow[index + 1]];
    const between = wide.slice(wide.indexOf(before) + 1, wide.indexOf(after));
    const entries = between.map((one): PagerEntry => (one === 0 ? { page: 0 } : { page: one, room: 'wide' }));
    return between.includes(0) ? entries : [{ page: 0, room: 'narrow' }, ...entries];
  });
}
