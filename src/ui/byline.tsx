import { Fragment, useContext } from 'react';
import type { CSSProperties } from 'react';
import type { AuthorLink } from '../modules/posts/model.ts';
import {
  useLanguage,
  saysItself,
  useWords,
  useTextDirection,
  DateScope,
  formatDate,
  formatMoment,
  isoIn,
} from './language.ts';
import { classes } from './class-names.ts';
import { accentClass } from './kicker.tsx';
import { useActing } from '../reader/islands/acting.ts';
import { formatAgo } from '../lib/time-ago.ts';

/** Separators between names: commas, and the site's word for `and` before the last. */
const separators = (names: number, and: string) =>
  Array.from({ length: names - 1 }, (_name, place) => (place === names - 2 ? ` ${and} ` : ', '));

/** `Ada, Ben and Cleo`, each linked to their articles if there are any. */
export function AuthorNames({ authors }: { readonly authors: readonly AuthorLink[] }) {
  const words = useWords();
  const language = useLanguage();
  const between =
    authors.length < 2
      ? []
      : saysItself('authors_and', words, language)
        ? language.separators(authors.map(({ name }) => name))
        : separators(authors.length, words.authors_and);
  return authors.map((author, place) => (
    <Fragment key={author.id}>
      {place > 0 && between[place - 1]}
      <AuthorName author={author} rel="author" />
    </Fragment>
  ));
}

/** A name, linked to its articles if there are any. Isolates its direction, so that punctuation such as `Jr.` stays with its letters. */
export function AuthorName({
  author: { name, url },
  rel,
}: {
  readonly author: Pick<AuthorLink, 'name' | 'url'>;
  readonly rel?: 'author';
}) {
  const dir = useTextDirection()(name);
  if (url !== undefined)
    return (
      <a href={url} rel={rel} dir={dir}>
        {name}
      </a>
    );
  return dir === undefined ? name : <bdi dir={dir}>{name}</bdi>;
}

/** Initials of the first and last word, in capitals; numbers don't count as words. `?` if there are no words. */
export function initialsOf(name: string): string {
  const words = name.match(/\p{L}[\p{L}\p{M}\p{N}'’]*/gu) ?? ['?'];
  return [words[0], ...words.slice(1).slice(-1)]
    .map((word = '') => Array.from(word)[0])
    .join('')
    .toUpperCase();
}

interface AvatarProps {
  readonly name: string;
  /** Determines the colour. */
  readonly id: number;
  readonly src?: string | undefined;
  /** Pixels. */
  readonly size: number;
  /** Pixels, if not square. */
  readonly height?: number;
  readonly className?: string;
  readonly style?: CSSProperties | undefined;
}

/** A portrait or initials. Hidden from screen readers, because the name is next to it. */
export function Avatar({ name, id, src, size, height = size, className, style }: AvatarProps) {
  if (src)
    return (
      <img
        className={classes('avatar', className)}
        src={src}
        width={size}
        height={height}
        alt=""
        loading="lazy"
        style={style}
      />
    );
  const own = { width: size, height, fontSize: Math.round(Math.min(size, height) * 0.38), ...style };
  return (
    <span className={classes('avatar', accentClass(id), className)} style={own} aria-hidden="true">
      {initialsOf(name)}
    </span>
  );
}

export interface ProfileLink {
  readonly url: string;
  /** Name of the service, or its host. */
  readonly name: string;
  /** Path data in a 20 × 20 box, stroked. */
  readonly path: string;
}

/** A row of icons that link to a person's profiles. `rel`: their relation to the page. */
export function ProfileLinks({
  links,
  rel,
}: {
  readonly links: readonly ProfileLink[];
  readonly rel?: string;
}) {
  if (links.length === 0) return null;
  return (
    <ul className="profile-links">
      {links.map(({ url, name, path }) => (
        <li key={url}>
          <a href={url} rel={rel} title={name}>
            <svg width="20" height="20" viewBox="0 0 20 20" aria-hidden="true" focusable="false">
              <path d={path} />
            </svg>
            <span className="screen-reader-text">{name}</span>
          </a>
        </li>
      ))}
    </ul>
  );
}

export interface RelativeWords {
  readonly word: string;
  /** For "from now", of a future time; undefined: such a time counts as now. */
  readonly ahead?: string;
  /** Milliseconds. */
  readonly now: number;
}

interface PostTimeProps {
  /** Milliseconds. */
  readonly at: number;
  readonly length?: 'full' | 'short';
  /** Adds the time of day to the full date. */
  readonly withTime?: boolean;
  /** Shows `3 hours ago` with this word instead of the date; a behaviour updates it on cached pages. */
  readonly ago?: RelativeWords | undefined;
  /** Writes `datetime` in the site's time zone, as WordPress does. */
  readonly inZone?: boolean;
}

export function PostTime({ at, length = 'short', withTime = false, ago, inZone = false }: PostTimeProps) {
  const style = useContext(DateScope);
  const acting = useActing();
  const { units } = ago ? style.names : {};
  // A future time is only updated when the page is rendered again: the behaviour that updates the others is on every
  // page, and small.
  const ahead = ago && at > ago.now ? ago.ahead : undefined;
  // `time-ago`, on nearly every page, only supports Western digits.
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
