import { formatAgo } from './time-ago.ts';

const names = ['year', 'month', 'week', 'day', 'hour', 'minute'];
/** `formatAgo` takes singular and plural; `Intl` needs the same name for both. */
const units = names.flatMap((name) => [name, name]);

/**
 * Formats relative times in a language, from the runtime's data: `vor 5 Stunden`. A word other than "ago" (English)
 * replaces the language's own: `5 Stunden her`. Times in ms.
 */
export function spokenAgo(language: string): (at: number, now: number, word: string) => string {
  const whole = new Intl.RelativeTimeFormat(language);
  return (at, now, word) => {
    const [count, unit = ''] = formatAgo(at, now, '', units).split(' ');
    return word === 'ago'
      ? withoutCount(whole.format(-Number(count), unit as Intl.RelativeTimeFormatUnit)) // one of `names`
      : `${Number(count).toLocaleString(language, { style: 'unit', unit, unitDisplay: 'long' })} ${word}`.trim();
  };
}

/** `Intl`'s Hebrew repeats the count in brackets, which is unidiomatic: `לפני שבוע (1)`, "a week ago (1)". */
export const withoutCount = (words: string): string => words.replace(/ \(.*/, '');
