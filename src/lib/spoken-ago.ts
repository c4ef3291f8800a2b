import { formatAgo } from './time-ago.ts';

const names = ['year', 'month', 'week', 'day', 'hour', 'minute'];
/** As units of which one and several have the same name: what is counted is told by it. */
const units = names.flatMap((name) => [name, name]);

/**
 * How a language says how long ago something was: `vor 5 Stunden`, by the data of the runtime or browser. A site's own word stands in the place of "ago",
 * which is English: `5 Stunden her`. So it does for a moment that has not come: `in 5 Stunden`, `5 Stunden später`. Moments in milliseconds.
 */
export function spokenAgo(language: string): (at: number, now: number, word: string, ahead?: string) => string {
  const whole = new Intl.RelativeTimeFormat(language);
  return (at, now, word, ahead) => {
    const isAhead = ahead !== undefined && at > now;
    const [count, unit = ''] = formatAgo(at, now, '', units, isAhead ? '' : undefined).split(' ');
    const said = isAhead ? ahead : word;
    return said === (isAhead ? 'from now' : 'ago')
      ? whole.format(isAhead ? Number(count) : -Number(count), unit as Intl.RelativeTimeFormatUnit) // one of the names above
      : `${Number(count).toLocaleString(language, { style: 'unit', unit, unitDisplay: 'long' })} ${said}`.trim();
  };
}
