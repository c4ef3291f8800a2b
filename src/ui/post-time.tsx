import { useContext } from 'react';
import { useActing } from '../islands/acting.ts';
import { formatAgo } from '../lib/time-ago.ts';
import { DateScope, formatDate, formatMoment, isoIn } from './dates.ts';

export interface PostTimeProps {
  /** Milliseconds. */
  readonly at: number;
  readonly length?: 'full' | 'short';
  /** The time of day, too, with the full date. */
  readonly withTime?: boolean;
  /** Shows `3 hours ago` with this word instead of the date; a behaviour keeps it true on cached pages. */
  readonly ago?: { readonly word: string; readonly now: number } | undefined;
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
  return <time dateTime={inZone ? isoIn(at, style) : new Date(at).toISOString()} data-ago={ago?.word}>
    {ago ? units ? style.language.digits(formatAgo(at, ago.now, ago.word, units)) : style.language.ago(at, ago.now, ago.word)
      : withTime ? formatMoment(at, style) : formatDate(at, length, style)}
  </time>;
}
