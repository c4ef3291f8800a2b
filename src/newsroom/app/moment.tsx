import { siteNow, siteFormat } from './boot.ts';

const thisYear = { day: 'numeric', month: 'short', hour: 'numeric', minute: '2-digit' } as const;
const otherYears = { dateStyle: 'medium' } as const;
const ahead = { dateStyle: 'medium', timeStyle: 'short' } as const;
const yearOf = (at: number) => new Date(at).getUTCFullYear();

const clocks = {
  /** What clocks of the site showed: no browser may take it for its own, whose clocks leave out other hours. */
  shown: [siteFormat(thisYear, 'UTC'), siteFormat(otherYears, 'UTC'), siteFormat(ahead, 'UTC')],
  known: [siteFormat(thisYear), siteFormat(otherYears), siteFormat(ahead)],
} as const;

/**
 * A moment as short as it is clear, by the clock of the site: its time where it is of this year, else its year, and both where it is to come. `of`: as REST
 * says it, by that clock where no zone is named.
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
