import { createContext, useContext } from 'react';
import type { DateStyle } from '../lib/dates.ts';
import { languageOf } from '../lib/language.ts';
import type { Language } from '../lib/language.ts';
import { localIso, offsetText, zoneOffset, formatPhpDate } from '../lib/dates.ts';
import { englishUnits } from '../lib/time-ago.ts';
import { isolateForms, textDirection } from '../lib/bidi.ts';
import { viewTexts } from '../lib/view-texts.ts';

const american = languageOf('en-US');

/** Dates of a site that was never told otherwise. */
export const plainDates: DateStyle = {
  date: american.date,
  shortDate: american.shortDate,
  day: american.day,
  time: american.time,
  zone: 'UTC',
  names: { ...american.names, units: englishUnits },
  language: american,
};

/** The dates of the site that views are rendered for. */
export const DateScope = createContext<DateStyle>(plainDates);

/** What the language of the site that views are rendered for says by itself. */
export function useLanguage(): Language {
  return useContext(DateScope).language;
}

/** A moment (milliseconds) in the letters of PHP's `date()`, as the site writes it. */
export function formatAs(format: string, milliseconds: number, { zone, names, language }: DateStyle): string {
  return language.digits(formatPhpDate(milliseconds, format, zone, names));
}

/** `2026-11-20T18:56:00+01:00`: a moment for machines, as clocks of the site show it. */
export function isoIn(milliseconds: number, { zone }: Pick<DateStyle, 'zone'>): string {
  return localIso(milliseconds, zone) + offsetText(zoneOffset(milliseconds, zone));
}

/** `November 20, 2026` or, short, `Nov 20, 2026`, as the site writes its dates. */
export function formatDate(
  milliseconds: number,
  length: 'full' | 'short' = 'full',
  style: DateStyle = plainDates,
): string {
  return formatAs(length === 'full' ? style.date : style.shortDate, milliseconds, style);
}

/** `November 20, 2026, 4:56 pm`, joined as the language does it. */
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

/** What views say by themselves. */
export type ViewWords = Readonly<Record<keyof typeof viewTexts, string>>;

/** The words of the site that views are rendered for; English without one. */
export const WordScope = createContext<ViewWords>(viewTexts);

/** Whether a language is to say by itself what a wording says: it is another one than English, and nobody has replaced the wording. */
export function saysItself(name: keyof ViewWords, words: ViewWords, { isEnglish }: Language): boolean {
  return !isEnglish && (words[name] === viewTexts[name] || words[name] === isolateForms(viewTexts[name]));
}

export function useWords(): ViewWords {
  return useContext(WordScope);
}

/** What `dir` says of lines of text on the site that views are rendered for (`lib/bidi.ts`). */
export function useTextDirection(): (text: string) => 'ltr' | undefined {
  const { isRightToLeft } = useLanguage();
  return (text) => textDirection(text, isRightToLeft);
}
