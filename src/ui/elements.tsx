import { Fragment } from 'react';
import type { ReactNode, ReactElement } from 'react';
import { renderToString } from 'react-dom/server';

/** A wording with elements in the places of its `%s`, or `%1$s`, `%2$s`. */
export function fillInElements(words: string, ...elements: readonly ReactNode[]): ReactNode {
  let turn = 0;
  return words.split(/(%(?:\d\$)?s)/).map((part, index) => {
    const place = /^%(?:(\d)\$)?s$/.exec(part);
    // The parts of a wording stand where they stand: their place is their key.
    return (
      <Fragment key={index}>
        {place ? elements[place[1] === undefined ? turn++ : Number(place[1]) - 1] : part}
      </Fragment>
    );
  });
}

/**
 * A view as HTML. React puts `<link rel="preload">` for eager pictures in front; inside a page that is being read already they come too late to help, and
 * in fragments the browser complains of them.
 */
export function renderHtml(element: ReactElement, options?: { readonly identifierPrefix?: string }): string {
  return renderToString(element, options).replace(/^(?:<link rel="preload" as="image"[^>]*>)+/, '');
}
