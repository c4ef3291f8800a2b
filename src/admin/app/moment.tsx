import { boot } from './boot.ts';

const thisYear = new Intl.DateTimeFormat(boot.site.dates, { day: 'numeric', month: 'short', hour: 'numeric', minute: '2-digit' });
const year = new Date().getFullYear();
const otherYears = new Intl.DateTimeFormat(boot.site.dates, { dateStyle: 'medium' });

/** A moment as short as it is clear: its time where it is of this year, else its year. */
export function Moment({ of }: { readonly of: string }) {
  const at = new Date(of);
  return <time dateTime={of}>{(at.getFullYear() === year ? thisYear : otherYears).format(at)}</time>;
}
