const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
/** Hours of a day that is over which are still told as hours: who reads at night hears of the evening. */
const lateHours = 12;

const midnight = (at: number) => new Date(at).setHours(0, 0, 0, 0);

/**
 * How a language tells a moment that is near: `2h ago` today, the day's name in the six days before; undefined for what is further away, or has not come, since
 * a date says more then. Moments in milliseconds, days by the clock of who reads.
 */
export function nearTime(at: number, now: number, language: string): string | undefined {
  const past = now - at;
  const days = Math.round((midnight(now) - midnight(at)) / day);
  if (!(past > -minute && days < 7)) return undefined;
  if (days > 0 && past > lateHours * hour) return new Date(at).toLocaleDateString(language, { weekday: 'long' });
  const isFresh = past < hour;
  const count = Math.max(1, Math.floor(past / (isFresh ? minute : hour)));
  // What Hebrew says in brackets is the count once more (`withoutCount`, which would cost every page more than this).
  return new Intl.RelativeTimeFormat(language, { style: 'narrow' }).format(-count, isFresh ? 'minute' : 'hour').replace(/ \(.*/, '');
}
