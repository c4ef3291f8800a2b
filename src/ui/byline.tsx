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

/** What stands between names: a comma, or the site's word for `and` before the last. */
const separators = (names: number, and: string) =>
  Array.from({ length: names - 1 }, (_name, place) => (place === names - 2 ? ` ${and} ` : ', '));

/** `Ada, Ben and Cleo`, each a link to their articles where there are any. */
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

/** A name, with the marks in it (`Jr.`) where its letters have them: a link to its articles where there are any. */
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

/** First letters of the first and last word, in capitals; numbers are no words. `?` when there is none. */
export function initialsOf(name: string): string {
  const words = name.match(/\p{L}[\p{L}\p{M}\p{N}'’]*/gu) ?? ['?'];
  return [words[0], ...words.slice(1).slice(-1)]
    .map((word = '') => Array.from(word)[0])
    .join('')
    .toUpperCase();
}

interface AvatarProps {
  readonly name: string;
  /** Picks the colour. */
  readonly id: number;
  /** Address of a square portrait. */
  readonly src?: string | undefined;
  /** Pixels. */
  readonly size: number;
  /** Pixels, where it is not as high as it is wide. */
  readonly height?: number;
  readonly className?: string;
  readonly style?: CSSProperties | undefined;
}

/** A portrait, or initials where there is none. It repeats the name beside it, so screen readers skip it. */
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

/** Where somebody is elsewhere. */
export interface ProfileLink {
  readonly url: string;
  /** Of the service, or the host. */
  readonly name: string;
  /** Drawing in a 20 × 20 box, as path data to be stroked. */
  readonly path: string;
}

/** Somebody's addresses elsewhere, as signs in a row. `rel`: what they are to the page. */
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

/** How a moment is told by how far it is from now. */
export interface RelativeWords {
  /** For "ago". */
  readonly word: string;
  /** For "from now", of a moment that has not come; undefined: that counts as now. */
  readonly ahead?: string;
  /** Milliseconds. */
  readonly now: number;
}

interface PostTimeProps {
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
