import { createContext } from 'react';
import { formatPhpDate, shortNames } from '../lib/date-format.ts';
import type { DateStyle } from '../lib/date-format.ts';
import { englishUnits } from '../lib/time-ago.ts';

const months = ['January', 'February', 'March', 'April', 'May', 'June', 'July', 'August', 'September', 'October', 'November', 'December'];
const days = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];

/** Dates of a site that was never told otherwise. */
export const plainDates: DateStyle = {
  date: 'F j, Y', time: 'g:i a', zone: 'UTC',
  names: { months, days, shortMonths: months.map((name) => name.slice(0, 3)), shortDays: days.map((name) => name.slice(0, 3)), units: englishUnits },
};

/** The dates of the site that views are rendered for. */
export const DateScope = createContext<DateStyle>(plainDates);

/** `November 20, 2026` or, short, `Nov 20, 2026`, as the site writes its dates. */
export function formatDate(milliseconds: number, length: 'full' | 'short' = 'full', { date, zone, names }: DateStyle = plainDates): string {
  return formatPhpDate(milliseconds, length === 'full' ? date : shortNames(date), zone, names);
}

/** `November 20, 2026, 4:56 pm`. */
export function formatMoment(milliseconds: number, style: DateStyle): string {
  return `${formatDate(milliseconds, 'full', style)}, ${formatPhpDate(milliseconds, style.time, style.zone, style.names)}`;
}

/** `Friday, November 20, 2026`. */
export function formatDay(milliseconds: number, style: DateStyle = plainDates): string {
  const date = formatDate(milliseconds, 'full', style);
  return /(?<!\\)[lD]/.test(style.date) ? date : `${formatPhpDate(milliseconds, 'l', style.zone, style.names)}, ${date}`;
}
