import { isRightToLeft } from './language-tags.ts';
import { fillIn } from './messages.ts';
import { LruCache } from './lru-cache.ts';
import { once } from './once.ts';
import { pluralForm, pluralsOf } from './plural.ts';
import { spokenAgo, withoutCount } from './spoken-ago.ts';
import { formatAgo } from './time-ago.ts';

/** Names of months (January first) and days (Sunday first), full, short and one letter, and of the halves of a day. */
export interface LanguageNames {
  readonly months: readonly string[];
  readonly shortMonths: readonly string[];
  /** The form next to a day, which many languages decline (`20 listopada`). */
  readonly datedMonths: readonly string[];
  readonly shortDatedMonths: readonly string[];
  readonly days: readonly string[];
  readonly shortDays: readonly string[];
  readonly dayInitials: readonly string[];
  readonly halves: readonly [string, string];
}

/** Formats that a language provides without Broadsheet's translation. Date formats use the letters of PHP's `date()`. */
export interface Language {
  /** All strings are written in English. */
  readonly isEnglish: boolean;
  readonly isRightToLeft: boolean;
  readonly names: LanguageNames;
  /** `F j, Y`. */
  readonly date: string;
  /** Short, for lists: `M j, Y`. */
  readonly shortDate: string;
  /** With the name of the day. */
  readonly day: string;
  readonly month: string;
  /** `g:i a`. */
  readonly time: string;
  /** First day of the week; 0 for Sunday. */
  readonly firstDay: number;
  /** Combines a formatted date and time: `5 mars 2033 à 07:08`. */
  moment(date: string, time: string): string;
  /** `12,345`. */
  number(value: number): string;
  /** `€12.50`, `$5`: an amount in a currency of ISO 4217. A decimal text keeps its decimals: `$5.00`. */
  money(value: number | string, currency: string): string;
  /** Replaces the digits of a text by those of the language. */
  digits(text: string): string;
  compare(a: string, b: string): number;
  /** The plural form of a string (`lib/plural.ts`) for `count`, filled with it and the other values. */
  counted(words: string, count: number, ...values: readonly string[]): string;
  /** The separators between list items: one fewer than there are names. */
  separators(names: readonly string[]): readonly string[];
  /** `5 hours ago`, with `word` instead of "ago". Times in ms; a future one counts as now, or is formatted with `ahead` instead of "from now". */
  ago(at: number, now: number, word: string, ahead?: string): string;
  /** `5 minutes`, `4–5 minutes`, or in short `5 min`. */
  minutes(least: number, max?: number, length?: 'long' | 'short'): string;
}

const months = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];
const days = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];
const short = (names: readonly string[]) => names.map((name) => name.slice(0, 3));

/** WordPress' formats for `en-US`, independent of the runtime's data. */
const american = {
  date: 'F j, Y',
  shortDate: 'M j, Y',
  day: 'l, F j, Y',
  month: 'F Y',
  time: 'g:i a',
  firstDay: 1,
  names: {
    months,
    shortMonths: short(months),
    datedMonths: months,
    shortDatedMonths: short(months),
    days,
    shortDays: short(days),
    dayInitials: days.map((name) => name.slice(0, 1)),
    halves: ['am', 'pm'],
  },
} as const satisfies Partial<Language>;

const languageByTag = new LruCache<string, Language>(10);

/** The language of a tag such as `de-CH`, from the runtime's CLDR data; American English if they lack it. */
export function languageOf(tag: string): Language {
  const known = languageByTag.get(tag);
  if (known) return known;
  const [spoken = 'en-US'] = Intl.DateTimeFormat.supportedLocalesOf(tag);
  const language = createLanguage(spoken);
  languageByTag.set(tag, language);
  return language;
}

/** Formats a future time: `in 5 Stunden`, or with a word set by the site. */
function spokenAhead(tag: string): (at: number, now: number, word: string) => string {
  const whole = new Intl.RelativeTimeFormat(tag);
  return (at, now, word) => {
    const [count, unit = ''] = formatAgo(2 * now - at, now, '').split(' ');
    return word === 'from now'
      ? withoutCount(whole.format(Number(count), unit as Intl.RelativeTimeFormatUnit)) // English units, including plurals
      : `${Number(count).toLocaleString(tag, { style: 'unit', unit: unit.replace(/s$/, ''), unitDisplay: 'long' })} ${word}`.trim();
  };
}

/** Integers below a thousand need no formatting in any language, and are the most common; `Intl` takes as long as rendering a line of a list. */
const isPlain = (value: number): boolean => Number.isInteger(value) && value >= 0 && value < 1000;

/** Computes each value on first use and caches it, since some take milliseconds. */
function createLanguage(tag: string): Language {
  const isEnglish = new Intl.Locale(tag).language === 'en';
  const isAmerican = /^en(?:-US)?$/.test(tag);
  const names = once(() => (isAmerican ? american.names : namesOf(tag)));
  const date = once(() => (isAmerican ? american.date : formatOf(tag, { dateStyle: 'long' })));
  const shortDate = once(() =>
    isAmerican ? american.shortDate : formatOf(tag, { day: 'numeric', month: 'short', year: 'numeric' }),
  );
  const day = once(() => (isAmerican ? american.day : formatOf(tag, { dateStyle: 'full' })));
  const month = once(() => (isAmerican ? american.month : formatOf(tag, { month: 'long', year: 'numeric' })));
  const time = once(() => (isAmerican ? american.time : formatOf(tag, { timeStyle: 'short' })));
  const moment = once(() => (isAmerican ? dateAndTime : momentOf(tag)));
  const firstDay = once(() => (isEnglish ? american.firstDay : firstDayOf(tag)));
  const numbers = once(() => new Intl.NumberFormat(tag));
  const collator = once(() => new Intl.Collator(tag));
  const lists = once(() => new Intl.ListFormat(tag));
  const ago = once(() => (isEnglish ? formatAgo : spokenAgo(tag)));
  const ahead = once(() =>
    isEnglish
      ? (at: number, now: number, word: string) => formatAgo(2 * now - at, now, word)
      : spokenAhead(tag),
  );
  const plurals = once(() => pluralsOf(tag));
  const digits = once(() => digitsOf(tag));
  const rightToLeft = once(() => isRightToLeft(tag));
  const minutes = {
    long: once(() => new Intl.NumberFormat(tag, { style: 'unit', unit: 'minute', unitDisplay: 'long' })),
    short: once(() => new Intl.NumberFormat(tag, { style: 'unit', unit: 'minute', unitDisplay: 'short' })),
  };
  const number = (value: number) =>
    isPlain(value) && digits() === undefined ? String(value) : numbers().format(value);
  return {
    isEnglish,
    number,
    money: (value, currency) =>
      new Intl.NumberFormat(tag, {
        style: 'currency',
        currency,
        ...(Number.isInteger(value) ? { minimumFractionDigits: 0 } : {}),
      }).format(value as number), // its types lack decimal texts
    get isRightToLeft() {
      return rightToLeft();
    },
    get names() {
      return names();
    },
    get date() {
      return date();
    },
    get shortDate() {
      return shortDate();
    },
    get day() {
      return day();
    },
    get month() {
      return month();
    },
    get time() {
      return time();
    },
    get firstDay() {
      return firstDay();
    },
    moment: (dated, timed) => moment()(dated, timed),
    digits: (text) =>
      digits() === undefined ? text : text.replace(/\d/g, (digit) => digits()?.[Number(digit)] ?? digit),
    compare: (a, b) => collator().compare(a, b),
    counted: (words, count, ...values) =>
      fillIn(pluralForm(words, count, plurals()), number(count), ...values),
    separators: (listed) =>
      lists()
        .formatToParts(listed)
        .filter(({ type }) => type === 'literal')
        .map(({ value }) => value),
    ago: (at, now, word, ofAhead) =>
      ofAhead !== undefined && at > now ? ahead()(at, now, ofAhead) : ago()(at, now, word),
    minutes: (least, max = least, length = 'long') =>
      max === least ? minutes[length]().format(least) : minutes[length]().formatRange(least, max),
  };
}

/** Always with the Gregorian calendar, as in archive URLs, and Latin digits, which `digits` replaces. */
const formatter = (tag: string, options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat(tag, {
    ...options,
    timeZone: 'UTC',
    calendar: 'gregory',
    numberingSystem: 'latn',
  });
const partOf = (format: Intl.DateTimeFormat, at: number, part: Intl.DateTimeFormatPartTypes) =>
  format.formatToParts(at).find(({ type }) => type === part)?.value ?? '';

function namesOf(tag: string): LanguageNames {
  const firsts = months.map((_name, month) => Date.UTC(2026, month, 1));
  const week = days.map((_name, day) => Date.UTC(2026, 1, 1 + day));
  const alone = (length: 'long' | 'short') =>
    firsts.map((at) => formatter(tag, { month: length }).format(at));
  // Some languages write months in dates as numbers with a suffix.
  const dated = (length: 'long' | 'short') => {
    const format = formatter(tag, { day: 'numeric', month: length, year: 'numeric' });
    const found = firsts.map((at) => partOf(format, at, 'month'));
    return found.some((name) => /^\d*$/.test(name)) ? alone(length) : found;
  };
  const ofDays = (weekday: 'long' | 'short' | 'narrow') =>
    week.map((at) => formatter(tag, { weekday }).format(at));
  const half = (hour: number) =>
    partOf(formatter(tag, { hour: 'numeric', hour12: true }), Date.UTC(2026, 0, 1, hour), 'dayPeriod');
  return {
    months: alone('long'),
    shortMonths: alone('short'),
    datedMonths: dated('long'),
    shortDatedMonths: dated('short'),
    days: ofDays('long'),
    shortDays: ofDays('short'),
    dayInitials: ofDays('narrow'),
    halves: [half(10), half(16)],
  };
}

/** A time whose parts have distinct digits: Saturday, 5 March 2033, 07:08. */
const sample = Date.UTC(2033, 2, 5, 7, 8);

/** The language's date format in the letters of PHP's `date()`: `j. F Y`. */
function formatOf(tag: string, options: Intl.DateTimeFormatOptions): string {
  const format = formatter(tag, options);
  const isHalved = format.resolvedOptions().hour12 === true;
  return format
    .formatToParts(sample)
    .map(({ type, value }) => {
      const isPadded = value.startsWith('0');
      switch (type) {
        case 'day':
          return isPadded ? 'd' : 'j';
        case 'month':
          return /\D/.test(value) ? (options.month === 'short' ? 'M' : 'F') : isPadded ? 'm' : 'n';
        case 'year':
          return 'Y';
        case 'weekday':
          return 'l';
        case 'hour':
          return isHalved ? (isPadded ? 'h' : 'g') : isPadded ? 'H' : 'G';
        case 'minute':
          return 'i';
        case 'dayPeriod':
          return 'a';
        default:
          return value.replace(/[\\A-Za-z]/g, '\\$&');
      }
    })
    .join('');
}

const dateAndTime = (date: string, time: string) => `${date}, ${time}`;

/** Derives how a language combines a date and a time. */
function momentOf(tag: string): Language['moment'] {
  const [date, time] = [formatOf(tag, { dateStyle: 'long' }), formatOf(tag, { timeStyle: 'short' })];
  const whole = formatOf(tag, { dateStyle: 'long', timeStyle: 'short' });
  if (!whole.includes(date) || !whole.includes(time)) return dateAndTime;
  const places = whole
    .replace(date, () => '%1')
    .replace(time, () => '%2')
    .replace(/\\(.)/g, '$1');
  return (dated, timed) => places.replace(/%[12]/g, (place) => (place === '%1' ? dated : timed));
}

/** Week data that some runtimes have and TypeScript does not declare. */
interface WithWeekInfo {
  getWeekInfo?(): { readonly firstDay: number };
  readonly weekInfo?: { readonly firstDay: number };
}

function firstDayOf(tag: string): number {
  const locale: Intl.Locale & WithWeekInfo = new Intl.Locale(tag);
  return (locale.getWeekInfo?.() ?? locale.weekInfo ?? american).firstDay % 7;
}

/** The digits from 0; undefined for Latin ones. */
function digitsOf(tag: string): string[] | undefined {
  const format = new Intl.NumberFormat(tag, { useGrouping: false });
  return format.resolvedOptions().numberingSystem === 'latn'
    ? undefined
    : Array.from({ length: 10 }, (_digit, value) => format.format(value));
}
