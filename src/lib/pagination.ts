/** Page numbers around the current one, including the first and last; 0 is a gap. At most five entries, plus two for each step of `near`. */
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

/** A page number or a gap (0); `room` limits it to wide or narrow screens. */
export interface PagerEntry {
  readonly page: number;
  readonly room?: 'wide' | 'narrow';
}

/** Entries of a pager: all numbers for wide screens, and additional gaps that replace some of them on narrow ones. */
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

export const pagerTexts = {
  pager_page: 'Page',
  pager_newer: 'Newer',
  pager_older: 'Older',
} as const;

export const listTexts = {
  list_more: '%d more article|%d more articles',
  list_page: 'Page %d',
  list_page_of: 'Page %1$d of %2$d',
  ...pagerTexts,
} as const;
export type ListText = keyof typeof listTexts;

/** WordPress' parameter for the page of one of several lists: `query-3-page`, or `query-page` for a list without a number. */
const name = /^query-(?:\d{1,9}-)?page$/;

/** Distinct pages of a list; all later ones count as one page, beyond the end. */
const maxPages = 10_001;
/** Lists paged by one URL; the others show their first page. */
const maxTurned = 3;

/** The parameter for the list with this number; undefined for a list without one. */
export function queryPageName(id: number | undefined): string {
  return id === undefined ? 'query-page' : `query-${id}-page`;
}

export function isQueryPage(parameter: string): boolean {
  return name.test(parameter);
}

/** The page of each list in a URL, by parameter name and in a fixed order. Only pages above 1, since the first one has no parameter. */
export function queryPagesOf(parameters: Iterable<readonly [string, string]>): Map<string, number> {
  const found = new Map<string, number>(); // of a repeated name the last one counts, as in PHP
  for (const [parameter, value] of parameters) {
    if (!isQueryPage(parameter)) continue;
    const page = /^0*[1-9]\d{0,14}$/.test(value) ? Math.min(maxPages, Number(value)) : 1;
    if (page > 1) found.set(parameter, page);
    else found.delete(parameter);
  }
  return new Map([...found].toSorted(([a], [b]) => (a < b ? -1 : 1)).slice(0, maxTurned));
}
