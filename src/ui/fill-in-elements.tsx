import { Fragment } from 'react';
import type { ReactNode } from 'react';

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
