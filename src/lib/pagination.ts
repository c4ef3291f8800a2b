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

/** What the numbers of a list say, drawn by the server and in the browser. */
export const pagerTexts = {
  pager_page: 'Page',
  pager_newer: 'Newer',
  pager_older: 'Older',
} as const;

/** What lists say in the browser when a page is turned, in English, by the names that translations have. */
export const listTexts = {
  list_more: '%d more article|%d more articles',
  list_page: 'Page %d',
  list_page_of: 'Page %1$d of %2$d',
  ...pagerTexts,
} as const;
export type ListText = keyof typeof listTexts;

/** A parameter by which WordPress turns the pages of one list among several: `query-3-page`, or `query-page` of a list without a number. */
const name = /^query-(?:\d{1,9}-)?page$/;

/** Pages of one list that can be told from each other; all further ones are one, past every end. */
const mostPages = 10_001;
/** Lists of one address that are turned; further ones stand at their beginning. */
const mostTurned = 3;

/** The parameter that turns the list with this number; undefined: the one without. */
export function queryPageName(id: number | undefined): string {
  return id === undefined ? 'query-page' : `query-${id}-page`;
}

/** Whether a parameter turns the pages of a list. */
export function isQueryPage(parameter: string): boolean {
  return name.test(parameter);
}

/** Which page of which list an address asks for, by the names of its parameters, in one order: those above 1 only, which the first page is without any. */
export function queryPagesOf(parameters: Iterable<readonly [string, string]>): Map<string, number> {
  const found = new Map<string, number>(); // of a repeated name the last one counts, as in PHP
  for (const [parameter, value] of parameters) {
    if (!isQueryPage(parameter)) continue;
    const page = /^0*[1-9]\d{0,14}$/.test(value) ? Math.min(mostPages, Number(value)) : 1;
    if (page > 1) found.set(parameter, page);
    else found.delete(parameter);
  }
  return new Map([...found].toSorted(([a], [b]) => (a < b ? -1 : 1)).slice(0, mostTurned));
}
