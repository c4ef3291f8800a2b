import { useContext } from 'react';
import { DateScope, formatAs, formatDate, formatMoment, isoIn } from '../../ui/language.ts';
import { PostTime } from '../../ui/byline.tsx';
import type { RelativeWords } from '../../ui/byline.tsx';
import type { LoadContext } from '../load-context.ts';

/** What `CoreTime` says of how far a moment is from now, which a loader gives it. */
export async function relativeWords(context: Pick<LoadContext, 'content' | 'now'>): Promise<RelativeWords> {
  const { time_ago_add_txt: word, time_ahead_txt: ahead } = await context.content.settings.current();
  return { word, ahead, now: context.now };
}

interface CoreTimeProps {
  /** Milliseconds. */
  readonly at: number;
  /** As PHP's `date` has it; `human-diff`: how far from now; '': as the site writes its dates. */
  readonly format: string;
  /** What `human-diff` needs. */
  readonly ago: RelativeWords;
  /** Where it leads; undefined: nowhere. */
  readonly url: string | undefined;
  /** The time of day, too, where the block has no format of its own. */
  readonly withTime?: boolean;
}

/** A moment as blocks of WordPress show it: the element of the moment around the link. */
export function CoreTime({ at, format, ago, url, withTime = false }: CoreTimeProps) {
  const style = useContext(DateScope);
  if (format === 'human-diff') {
    const time = <PostTime at={at} ago={ago} inZone />;
    return url === undefined ? time : <a href={url}>{time}</a>;
  }
  const text =
    format !== ''
      ? formatAs(format, at, style)
      : withTime
        ? formatMoment(at, style)
        : formatDate(at, 'full', style);
  return <time dateTime={isoIn(at, style)}>{url === undefined ? text : <a href={url}>{text}</a>}</time>;
}
