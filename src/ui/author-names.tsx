import { Fragment } from 'react';
import type { AuthorLink } from '../modules/posts/card.ts';
import { useLanguage } from './dates.ts';
import { useTextDirection } from './text-direction.ts';
import { saysItself, useWords } from './words.ts';

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
