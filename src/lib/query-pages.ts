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
