import type { Language, LanguageNames } from './language.ts';
import type { TimeUnits } from './time-ago.ts';

/** Offsets by zone and quarter of an hour; clocks only change at full quarters. Computing one takes 50 µs. */
const offsetByQuarter = new Map<string, number>();
const maxOffsets = 5000;
const quarter = 15 * 60_000;

/** Earlier years have eras and odd local times, and no posts. */
const earliest = Date.UTC(1900, 0, 1);

/** Milliseconds by which a zone's clock is ahead of UTC at a time. */
export function zoneOffset(milliseconds: number, zone: string): number {
  if (zone === 'UTC') return 0;
  const start = Math.floor(Math.max(earliest, milliseconds) / quarter) * quarter;
  const key = `${start} ${zone}`;
  const known = offsetByQuarter.get(key);
  if (known !== undefined) return known;
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  const part = new Map(format.formatToParts(start).map(({ type, value }) => [type, Number(value)]));
  const get = (name: Intl.DateTimeFormatPartTypes) => part.get(name) ?? 0;
  const offset =
    Date.UTC(get('year'), get('month') - 1, get('day'), get('hour'), get('minute'), get('second')) - start;
  if (offsetByQuarter.size >= maxOffsets) offsetByQuarter.clear();
  offsetByQuarter.set(key, offset);
  return offset;
}

/** A UTC offset (ms) in ISO 8601: `+05:30`. */
export function offsetText(milliseconds: number, colon = ':'): string {
  const minutes = Math.round(milliseconds / 60_000);
  const two = (number: number) => String(number).padStart(2, '0');
  const distance = Math.abs(minutes);
  return `${minutes < 0 ? '-' : '+'}${two(Math.floor(distance / 60))}${colon}${two(distance % 60)}`;
}

/** Local time in a zone without an offset, in WordPress' format: `2026-11-20T17:56:00`. */
export function localIso(milliseconds: number, zone: string): string {
  return new Date(milliseconds + zoneOffset(milliseconds, zone)).toISOString().slice(0, 19);
}

export function utcIso(milliseconds: number): string {
  return new Date(milliseconds).toISOString().slice(0, 19);
}

/**
 * Converts local time (ms, as if it were UTC) to UTC. A time skipped by a clock change uses the offset before it, as in
 * PHP, so the result is never earlier than requested.
 */
export function fromLocal(local: number, zone: string): number {
  const guess = local - zoneOffset(local, zone);
  const at = local - zoneOffset(guess, zone);
  return at === guess || at + zoneOffset(at, zone) === local ? at : Math.max(guess, at);
}

interface DateNames extends LanguageNames {
  /** Undefined when the language formats relative times itself. */
  readonly units: TimeUnits | undefined;
}

/** How a site formats dates and numbers; formats use the letters of PHP's `date()`. */
export interface DateStyle {
  readonly date: string;
  readonly shortDate: string;
  readonly day: string;
  readonly time: string;
  readonly zone: string;
  readonly names: DateNames;
  readonly language: Language;
}

/** A time with its local form: the UTC fields of `local` are those of the site's zone. */
interface Moment {
  readonly at: number;
  readonly local: Date;
  readonly zone: string;
  readonly names: LanguageNames;
  /** Whether the format contains a day, which affects the form of month names. */
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

/** The Thursday of the week, whose year is the week's year in ISO 8601. */
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

/** Formats a time (ms) in the letters of PHP's `date()`, in `zone`. A backslash escapes the following letter. */
export function formatPhpDate(at: number, format: string, zone: string, names: LanguageNames): string {
  const isDated = /(?<!\\)[dj]/.test(format);
  const moment: Moment = { at, local: new Date(at + zoneOffset(at, zone)), zone, names, isDated };
  return format.replace(
    /\\(.?)|[A-Za-z]/gs,
    (letter: string, escaped?: string) => escaped ?? String(letters[letter]?.(moment) ?? letter),
  );
}

export function shortNames(format: string): string {
  return format.replace(/\\.|[Fl]/gs, (letter) => ({ F: 'M', l: 'D' })[letter] ?? letter);
}

const dayMs = 86_400_000;

/** Midnight of the Monday of the first ISO week of a year (the one with its first Thursday), as local time in ms. */
function firstMonday(year: number): number {
  const fourth = Date.UTC(year, 0, 4);
  return fourth - ((new Date(fourth).getUTCDay() + 6) % 7) * dayMs;
}

/** The ISO 8601 week of a day, and its year. `local` is local time in ms, as if it were UTC. */
export function weekOf(local: number): { readonly year: number; readonly week: number } {
  const monday = Math.floor(local / dayMs) * dayMs - ((new Date(local).getUTCDay() + 6) % 7) * dayMs;
  const year = new Date(monday + 3 * dayMs).getUTCFullYear();
  return { year, week: Math.round((monday - firstMonday(year)) / (7 * dayMs)) + 1 };
}

/** The bounds [from, to) of a week as local time in ms; undefined when the year has no such week or is out of range. */
export function weekBounds(
  year: number,
  week: number,
): { readonly from: number; readonly to: number } | undefined {
  if (!(year >= 1900 && year <= 9998 && week >= 1)) return undefined;
  const from = firstMonday(year) + (week - 1) * 7 * dayMs;
  return from < firstMonday(year + 1) ? { from, to: from + 7 * dayMs } : undefined;
}

export const weekDays = [
  'sunday',
  'monday',
  'tuesday',
  'wednesday',
  'thursday',
  'friday',
  'saturday',
] as const;
