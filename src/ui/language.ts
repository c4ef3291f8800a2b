import { createContext, useContext } from 'react';
import type { DateStyle } from '../lib/dates.ts';
import { languageOf } from '../lib/language.ts';
import type { Language } from '../lib/language.ts';
import { localIso, offsetText, zoneOffset, formatPhpDate } from '../lib/dates.ts';
import { englishUnits } from '../lib/time-ago.ts';
import { isolateForms, textDirection } from '../lib/bidi.ts';
import { viewTexts } from '../lib/view-texts.ts';

const american = languageOf('en-US');

export const plainDates: DateStyle = {
  date: american.date,
  shortDate: american.shortDate,
  day: american.day,
  time: american.time,
  zone: 'UTC',
  names: { ...american.names, units: englishUnits },
  language: american,
};

export const DateScope = createContext<DateStyle>(plainDates);

export function useLanguage(): Language {
  return useContext(DateScope).language;
}

/** Formats a time (milliseconds) with PHP `date()` characters and the site's digits. */
export function formatAs(format: string, milliseconds: number, { zone, names, language }: DateStyle): string {
  return language.digits(formatPhpDate(milliseconds, format, zone, names));
}

/** `2026-11-20T18:56:00+01:00`: a machine-readable time in the site's time zone. */
export function isoIn(milliseconds: number, { zone }: Pick<DateStyle, 'zone'>): string {
  return localIso(milliseconds, zone) + offsetText(zoneOffset(milliseconds, zone));
}

/** `November 20, 2026` or, short, `Nov 20, 2026`, in the site's format. */
export function formatDate(
  milliseconds: number,
  length: 'full' | 'short' = 'full',
  style: DateStyle = plainDates,
): string {
  return formatAs(length === 'full' ? style.date : style.shortDate, milliseconds, style);
}

/** `November 20, 2026, 4:56 pm`, joined as the language does. */
export function formatMoment(milliseconds: number, style: DateStyle): string {
  return style.language.moment(
    formatDate(milliseconds, 'full', style),
    formatAs(style.time, milliseconds, style),
  );
}

/** `Friday, November 20, 2026`. */
export function formatDay(milliseconds: number, style: DateStyle = plainDates): string {
  return formatAs(style.day, milliseconds, style);
}

/** `November 2026`. */
export function formatMonth(milliseconds: number, style: DateStyle): string {
  return formatAs(style.language.month, milliseconds, style);
}

export type ViewWords = Readonly<Record<keyof typeof viewTexts, string>>;

export const WordScope = createContext<ViewWords>(viewTexts);

/** Whether `Intl` provides a string: the language isn't English and the site hasn't replaced the string. */
export function saysItself(name: keyof ViewWords, words: ViewWords, { isEnglish }: Language): boolean {
  return !isEnglish && (words[name] === viewTexts[name] || words[name] === isolateForms(viewTexts[name]));
}

export function useWords(): ViewWords {
  return useContext(WordScope);
}

/** Returns the `dir` of lines of text on the rendered site (`lib/bidi.ts`). */
export function useTextDirection(): (text: string) => 'ltr' | undefined {
  const { isRightToLeft } = useLanguage();
  return (text) => textDirection(text, isRightToLeft);
}
