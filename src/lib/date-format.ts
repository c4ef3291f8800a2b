import type { Language, LanguageNames } from './language.ts';
import { offsetText, zoneOffset } from './site-time.ts';
import type { TimeUnits } from './time-ago.ts';

/** The names that dates take, and what relative times count. */
export interface DateNames extends LanguageNames {
  /** Undefined: the language says by itself how long ago something was. */
  readonly units: TimeUnits | undefined;
}

/** How a site writes dates and numbers; formats are in the letters of PHP's `date()`. */
export interface DateStyle {
  readonly date: string;
  /** With short names. */
  readonly shortDate: string;
  /** With the name of the day. */
  readonly day: string;
  readonly time: string;
  readonly zone: string;
  readonly names: DateNames;
  readonly language: Language;
}

/** A moment as a clock of the site shows it: the UTC fields of `local` are those of the site's zone. */
interface Moment {
  readonly at: number;
  readonly local: Date;
  readonly zone: string;
  readonly names: LanguageNames;
  /** Whether the month stands beside a day. */
  readonly isDated: boolean;
}

const day = 86_400_000;
const two = (number: number) => String(number).padStart(2, '0');
const hour12 = ({ local }: Moment) => local.getUTCHours() % 12 || 12;
const half = ({ local, names }: Moment) => names.halves[local.getUTCHours() < 12 ? 0 : 1];
const yearStart = (year: number) => Date.UTC(year, 0, 1);
const isLeap = (year: number) => new Date(Date.UTC(year, 1, 29)).getUTCMonth() === 1;

function ordinal(number: number): string {
  if (number > 10 && number < 14) return 'th';
  return ['th', 'st', 'nd', 'rd'][number % 10] ?? 'th';
}

/** The Thursday of a moment's week: its year is that of the week, as ISO 8601 counts. */
function thursday({ local }: Moment): Date {
  return new Date(local.getTime() + (4 - (local.getUTCDay() || 7)) * day);
}

const offset = ({ at, zone }: Moment, colon: string) => offsetText(zoneOffset(at, zone), colon);

const letters: Readonly<Record<string, (moment: Moment) => string | number>> = {
  d: ({ local }) => two(local.getUTCDate()),
  j: ({ local }) => local.getUTCDate(),
  D: ({ local, names }) => names.shortDays[local.getUTCDay()] ?? '',
  l: ({ local, names }) => names.days[local.getUTCDay()] ?? '',
  N: ({ local }) => local.getUTCDay() || 7,
  w: ({ local }) => local.getUTCDay(),
  S: ({ local }) => ordinal(local.getUTCDate()),
  z: ({ local }) => Math.floor((local.getTime() - yearStart(local.getUTCFullYear())) / day),
  W: (moment) =>
    two(
      1 + Math.floor((thursday(moment).getTime() - yearStart(thursday(moment).getUTCFullYear())) / (7 * day)),
    ),
  o: (moment) => thursday(moment).getUTCFullYear(),
  m: ({ local }) => two(local.getUTCMonth() + 1),
  n: ({ local }) => local.getUTCMonth() + 1,
  M: ({ local, names, isDated }) =>
    (isDated ? names.shortDatedMonths : names.shortMonths)[local.getUTCMonth()] ?? '',
  F: ({ local, names, isDated }) => (isDated ? names.datedMonths : names.months)[local.getUTCMonth()] ?? '',
  t: ({ local }) => new Date(Date.UTC(local.getUTCFullYear(), local.getUTCMonth() + 1, 0)).getUTCDate(),
  L: ({ local }) => (isLeap(local.getUTCFullYear()) ? 1 : 0),
  Y: ({ local }) => local.getUTCFullYear(),
  y: ({ local }) => two(local.getUTCFullYear() % 100),
  a: half,
  A: (moment) => half(moment).toUpperCase(),
  g: hour12,
  h: (moment) => two(hour12(moment)),
  G: ({ local }) => local.getUTCHours(),
  H: ({ local }) => two(local.getUTCHours()),
  i: ({ local }) => two(local.getUTCMinutes()),
  s: ({ local }) => two(local.getUTCSeconds()),
  e: ({ zone }) => zone,
  T: (moment) => (zoneOffset(moment.at, moment.zone) === 0 ? 'UTC' : offset(moment, ':')),
  O: (moment) => offset(moment, ''),
  P: (moment) => offset(moment, ':'),
  Z: ({ at, zone }) => zoneOffset(at, zone) / 1000,
  U: ({ at }) => Math.floor(at / 1000),
};

/** A moment (milliseconds) in the letters of PHP's `date()`, on clocks of `zone`. A backslash keeps the letter behind it. */
export function formatPhpDate(at: number, format: string, zone: string, names: LanguageNames): string {
  const isDated = /(?<!\\)[dj]/.test(format);
  const moment: Moment = { at, local: new Date(at + zoneOffset(at, zone)), zone, names, isDated };
  return format.replace(
    /\\(.?)|[A-Za-z]/gs,
    (letter: string, kept?: string) => kept ?? String(letters[letter]?.(moment) ?? letter),
  );
}

/** The same format with short names of months and days. */
export function shortNames(format: string): string {
  return format.replace(/\\.|[Fl]/gs, (letter) => ({ F: 'M', l: 'D' })[letter] ?? letter);
}
