import { Fragment } from 'react';
import type { AuthorLink } from '../content/posts/card.ts';
import { useLanguage } from './dates.ts';
import { saysItself, useWords } from './words.ts';

/** What stands between names: a comma, or the site's word for `and` before the last. */
const separators = (names: number, and: string) => Array.from({ length: names - 1 }, (_name, place) => (place === names - 2 ? ` ${and} ` : ', '));

/** `Ada, Ben and Cleo`, each a link to their articles where there are any. */
export function AuthorNames({ authors }: { readonly authors: readonly AuthorLink[] }) {
  const words = useWords();
  const language = useLanguage();
  const between = authors.length < 2 ? []
    : saysItself('authors_and', words, language) ? language.separators(authors.map(({ name }) => name)) : separators(authors.length, words.authors_and);
  return authors.map(
    ({ id, name, url }, place) => <Fragment key={id}>
      {place > 0 && between[place - 1]}
      {url === undefined ? name : <a href={url} rel="author">{name}</a>}
    </Fragment>,
  );
}
