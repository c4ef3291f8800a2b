import { useContext } from 'react';
import { useActing } from '../islands/acting.ts';
import { formatAgo } from '../lib/time-ago.ts';
import { DateScope, formatDate, formatMoment, isoIn } from './dates.ts';

/** How a moment is told by how far it is from now. */
export interface RelativeWords {
  /** For "ago". */
  readonly word: string;
  /** For "from now", of a moment that has not come; undefined: that counts as now. */
  readonly ahead?: string;
  /** Milliseconds. */
  readonly now: number;
}

export interface PostTimeProps {
  /** Milliseconds. */
  readonly at: number;
  readonly length?: 'full' | 'short';
  /** The time of day, too, with the full date. */
  readonly withTime?: boolean;
  /** Shows `3 hours ago` with this word instead of the date; a behaviour keeps it true on cached pages. */
  readonly ago?: RelativeWords | undefined;
  /** Machines are told in the site's zone, too, as WordPress does. */
  readonly inZone?: boolean;
}

/** A moment for people and machines. */
export function PostTime({ at, length = 'short', withTime = false, ago, inZone = false }: PostTimeProps) {
  const style = useContext(DateScope);
  const acting = useActing();
  const { units } = ago ? style.names : {};
  // The one for most sites, which is part of what every page has, knows no other digits.
  if (ago) acting.onPage(units && style.language.digits('0') === '0' ? 'time-ago' : 'relative-time');
  // Told to browsers only where it lies ahead: their clocks are no reason to have an article come from the future.
  const ahead = ago && at > ago.now ? ago.ahead : undefined;
  return <time dateTime={inZone ? isoIn(at, style) : new Date(at).toISOString()} data-ago={ago?.word} data-ahead={ahead}>
    {ago ? units ? style.language.digits(formatAgo(at, ago.now, ago.word, units, ahead)) : style.language.ago(at, ago.now, ago.word, ahead)
      : withTime ? formatMoment(at, style) : formatDate(at, length, style)}
  </time>;
}
