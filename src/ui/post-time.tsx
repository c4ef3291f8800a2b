import { useContext } from 'react';
import { useActing } from '../reader/islands/acting.ts';
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
  // One that lies ahead stands as it was written, and is written anew with the page: what keeps the others true is part of every page, and small.
  const ahead = ago && at > ago.now ? ago.ahead : undefined;
  // The one for most sites, which is part of what every page has, knows no other digits.
  if (ago && ahead === undefined)
    acting.onPage(units && style.language.digits('0') === '0' ? 'time-ago' : 'relative-time');
  return (
    <time
      dateTime={inZone ? isoIn(at, style) : new Date(at).toISOString()}
      data-ago={ahead === undefined ? ago?.word : undefined}
    >
      {ago
        ? units
          ? style.language.digits(
              formatAgo(ahead === undefined ? at : 2 * ago.now - at, ago.now, ahead ?? ago.word, units),
            )
          : style.language.ago(at, ago.now, ago.word, ahead)
        : withTime
          ? formatMoment(at, style)
          : formatDate(at, length, style)}
    </time>
  );
}
