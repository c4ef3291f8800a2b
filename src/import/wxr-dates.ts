/** Milliseconds of a WordPress date in UTC (`2024-02-07 06:13:48`); undefined for `0000-00-00 00:00:00` and everything that is no date. */
export function parseWxrDate(text: string): number | undefined {
  const parts = /^(\d{4})-(\d{2})-(\d{2})(?:[ T](\d{2}):(\d{2})(?::(\d{2}))?)?/.exec(text.trim());
  if (!parts) return undefined;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = parts
    .slice(1)
    .map((part) => Number(part ?? 0));
  if (year === 0 || month < 1 || month > 12 || day < 1 || day > 31) return undefined;
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day); // Date.UTC would read the year 70 as 1970
  date.setUTCHours(hour, minute, second);
  return date.getTime();
}

/** Milliseconds of a feed date (`Wed, 07 Feb 2024 06:13:48 +0000`); undefined for what is none, `-0001` included. */
export function parseFeedDate(text: string): number | undefined {
  if (text === '' || text.includes('-0001')) return undefined;
  const ms = Date.parse(text);
  return Number.isNaN(ms) || ms < -62e12 ? undefined : ms;
}

/** When an item was published: its UTC date, else the feed's, else its local date, of which `toUtc` says when that was; 0 when it has none. */
export function publishedAtOf(
  item: { readonly dateGmt: string; readonly pubDate: string; readonly date: string },
  toUtc: (local: number) => number,
): number {
  return parseWxrDate(item.dateGmt) ?? parseFeedDate(item.pubDate) ?? localDate(item.date, toUtc) ?? 0;
}

/** Milliseconds of a date by the site's clock; undefined for what is none. */
export function localDate(text: string, toUtc: (local: number) => number): number | undefined {
  const local = parseWxrDate(text);
  return local === undefined ? undefined : toUtc(local);
}
