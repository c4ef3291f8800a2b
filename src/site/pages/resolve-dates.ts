import { numberedText } from '../../modules/settings/definitions/translations.ts';
import { siteDates } from '../../modules/settings/site-dates.ts';
import { weekBounds } from '../../lib/iso-week.ts';
import { fromLocal } from '../../lib/site-time.ts';
import { formatAs, formatDate, formatMonth } from '../../ui/dates.ts';
import type { Found, ResolveContext } from './resolution.ts';

/** Parameters that name a span of time, or a part of a date. */
export const dateParameters = ['w', 'm', 'year', 'monthnum', 'day'] as const;

/**
 * The archive of the date that a query names: `m=202603`, `year=2026&monthnum=3`, a week. A month or a day without its year is none: no index has the Januaries
 * of all years; a day without its month counts for nothing.
 */
export function byDateAsked(context: ResolveContext): Found | undefined {
  const { query } = context.request;
  const [week, whole, year, month, day] = dateParameters.map((name) => query.get(name) || undefined);
  if (week !== undefined) return byWeek(context, whole ?? year ?? '', week);
  if (whole !== undefined) {
    return /^\d{4}(\d{2}){0,2}$/.test(whole)
      ? byDate(context, [whole.slice(0, 4), whole.slice(4, 6), whole.slice(6, 8)].filter(Boolean).map(Number))
      : undefined;
  }
  if (year === undefined) return undefined;
  return byDate(
    context,
    (month === undefined ? [year] : [year, month, day]).filter((part) => part !== undefined).map(Number),
  );
}

/** A week as WordPress addresses it (`m=2026&w=48`), or as a form does that has one field (`w=202648`). */
function byWeek({ links, settings }: ResolveContext, inYear: string, number: string): Found | undefined {
  const [, year = inYear, week = ''] = /^(\d{4})?(\d{1,2})$/.exec(number) ?? [];
  const bounds = /^\d{4}$/.test(year) ? weekBounds(Number(year), Number(week)) : undefined;
  if (!bounds) return undefined;
  const { timezone_string: zone } = settings;
  return {
    page: {
      kind: 'date',
      title: numberedText(settings, 'archive_week', Number(week), Number(year)),
      dates: { from: fromLocal(bounds.from, zone), to: fromLocal(bounds.to, zone) },
    },
    path: links.week(Number(year), Number(week)),
    listing: true,
  };
}

/** The archive of a year, a month or a day. */
export function byDate(
  { links, settings }: ResolveContext,
  [year = 0, month, day]: readonly number[],
): Found | undefined {
  // What a query names may be no number at all.
  if (!Number.isInteger(year)) return undefined;
  const from = Date.UTC(year, (month ?? 1) - 1, day ?? 1);
  const start = new Date(from);
  const real =
    (month === undefined || start.getUTCMonth() === month - 1) &&
    (day === undefined || start.getUTCDate() === day);
  if (!real || year < 1900 || year > 9998) return undefined;
  const to =
    day !== undefined
      ? Date.UTC(year, (month ?? 1) - 1, day + 1)
      : month !== undefined
        ? Date.UTC(year, month, 1)
        : Date.UTC(year + 1, 0, 1);
  const dates = { ...siteDates(settings), zone: 'UTC' };
  const title =
    day !== undefined
      ? formatDate(from, 'full', dates)
      : month !== undefined
        ? formatMonth(from, dates)
        : formatAs('Y', from, dates);
  return {
    page: {
      kind: 'date',
      title,
      dates: { from: fromLocal(from, settings.timezone_string), to: fromLocal(to, settings.timezone_string) },
    },
    path: links.date(year, month, day),
    listing: true,
  };
}
