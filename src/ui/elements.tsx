import { Fragment } from 'react';
import type { ReactNode, ReactElement } from 'react';
import { renderToString } from 'react-dom/server';

/** A string with elements in place of `%s`, or `%1$s`, `%2$s`. */
export function fillInElements(words: string, ...elements: readonly ReactNode[]): ReactNode {
  let turn = 0;
  return words.split(/(%(?:\d\$)?s)/).map((part, index) => {
    const place = /^%(?:(\d)\$)?s$/.exec(part);
    // Parts never move, so their index is their key.
    return (
      <Fragment key={index}>
        {place ? elements[place[1] === undefined ? turn++ : Number(place[1]) - 1] : part}
      </Fragment>
    );
  });
}

/**
 * Renders to HTML, without React's `<link rel="preload">` of eager pictures: in the middle of a page they come too
 * late, and in fragments browsers warn about them.
 */
export function renderHtml(element: ReactElement, options?: { readonly identifierPrefix?: string }): string {
  return renderToString(element, options).replace(/^(?:<link rel="preload" as="image"[^>]*>)+/, '');
}
