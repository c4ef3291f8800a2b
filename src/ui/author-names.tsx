import { Fragment } from 'react';
import type { AuthorLink } from '../content/posts/card.ts';
import { useWords } from './words.ts';

/** What stands before a name: nothing, a comma, or the site's word for `and` before the last. */
function separator(place: number, names: number, and: string): string {
  if (place === 0) return '';
  return place === names - 1 ? ` ${and} ` : ', ';
}

/** `Ada, Ben and Cleo`, each a link to their articles where there are any. */
export function AuthorNames({ authors }: { readonly authors: readonly AuthorLink[] }) {
  const { authors_and: and } = useWords();
  return authors.map(
    ({ id, name, url }, place) => <Fragment key={id}>
      {separator(place, authors.length, and)}
      {url === undefined ? name : <a href={url} rel="author">{name}</a>}
    </Fragment>,
  );
}
