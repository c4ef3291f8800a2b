import type { ReactNode } from 'react';
import type { BarPart, Change } from './bar-part.ts';
import { changesPart } from './changes/changes-part.tsx';
import { LibraryPlace, loadRoute } from './library/library-part.tsx';
import type { Bar } from './bar.ts';

/** In the order in which they stand. */
export const parts: readonly BarPart[] = [changesPart, { InBar: LibraryPlace }];

/** Opens the cloud library, with the parameters that the specification names. */
export const cloudLibrary = { loadRoute };

/** Asks every part before a change; false: the editor calls it off. */
export async function mayGoOn(bar: Bar, change: Change): Promise<boolean> {
  for (const { beforeChange } of parts) if (beforeChange && !(await beforeChange(bar, change))) return false;
  return true;
}

/** What is told of a change where somebody is asked for it. */
export function moreOf(change: Change): ReactNode {
  return parts.map(({ InQuestion }, index) => InQuestion && <InQuestion key={index} change={change} />);
}
