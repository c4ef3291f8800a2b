import { formatAgo } from './time-ago.ts';

const names = ['year', 'month', 'week', 'day', 'hour', 'minute'];
/** As units of which one and several have the same name: what is counted is told by it. */
const units = names.flatMap((name) => [name, name]);

/**
 * How a language says how long ago something was: `vor 5 Stunden`, by the data of the runtime or browser. A site's own word stands in the place of "ago",
 * which is English: `5 Stunden her`. Moments in milliseconds.
 */
export function spokenAgo(language: string): (at: number, now: number, word: string) => string {
  const whole = new Intl.RelativeTimeFormat(language);
  return (at, now, word) => {
    const [count, unit = ''] = formatAgo(at, now, '', units).split(' ');
    return word === 'ago'
      ? withoutCount(whole.format(-Number(count), unit as Intl.RelativeTimeFormatUnit)) // one of the names above
      : `${Number(count).toLocaleString(language, { style: 'unit', unit, unitDisplay: 'long' })} ${word}`.trim();
  };
}

/** `Intl`'s words for a time in Hebrew say once more, in brackets, how many: `לפני שבוע (1)`, "a week ago (1)". Nobody writes so. */
export const withoutCount = (words: string): string => words.replace(/ \(.*/, '');
