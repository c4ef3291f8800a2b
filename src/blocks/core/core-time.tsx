import { useContext } from 'react';
import { DateScope, formatAs, formatDate, formatMoment, isoIn } from '../../ui/language.ts';
import { PostTime } from '../../ui/byline.tsx';
import type { RelativeWords } from '../../ui/byline.tsx';
import type { LoadContext } from '../load-context.ts';

export async function relativeWords(context: Pick<LoadContext, 'content' | 'now'>): Promise<RelativeWords> {
  const { time_ago_add_txt: word, time_ahead_txt: ahead } = await context.content.settings.current();
  return { word, ahead, now: context.now };
}

interface CoreTimeProps {
  /** Milliseconds. */
  readonly at: number;
  /** A PHP `date` format; `human-diff`: relative to now; '': the site's format. */
  readonly format: string;
  /** For `human-diff`. */
  readonly ago: RelativeWords;
  readonly url: string | undefined;
  /** Adds the time of day if the block has no format. */
  readonly withTime?: boolean;
}

/** A time as WordPress blocks show it: `<time>` around the link. */
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
