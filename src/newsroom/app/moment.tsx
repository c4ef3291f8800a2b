import { siteNow, siteFormat } from './boot.ts';

const thisYear = { day: 'numeric', month: 'short', hour: 'numeric', minute: '2-digit' } as const;
const otherYears = { dateStyle: 'medium' } as const;
const ahead = { dateStyle: 'medium', timeStyle: 'short' } as const;
const yearOf = (at: number) => new Date(at).getUTCFullYear();

const clocks = {
  /** Local site times are formatted as UTC, because the browser's own zone skips other hours. */
  shown: [siteFormat(thisYear, 'UTC'), siteFormat(otherYears, 'UTC'), siteFormat(ahead, 'UTC')],
  known: [siteFormat(thisYear), siteFormat(otherYears), siteFormat(ahead)],
} as const;

/**
 * Shows a time concisely in the site's zone: with the time if this year, the year if earlier, both if in the future.
 * `of`: as in REST; site time if it has no zone.
 */
export function Moment({ of }: { readonly of: string }) {
  const isZoned = /(?:Z|[+-]\d\d:?\d\d)$/.test(of);
  const at = Date.parse(isZoned ? of : `${of}Z`);
  const [short, long, whole] = isZoned ? clocks.known : clocks.shown;
  const now = siteNow();
  return (
    <time dateTime={of}>{(yearOf(at) === yearOf(now) ? short : at > now ? whole : long).format(at)}</time>
  );
}
