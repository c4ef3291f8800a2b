import type { ReactNode } from 'react';
import type { BarPart, Change } from './bar-part.ts';
import { changesPart } from './changes/changes-part.tsx';
import { LibraryPlace, loadRoute } from './library/library-part.tsx';
import type { Bar } from './bar.ts';

export const parts: readonly BarPart[] = [changesPart, { InBar: LibraryPlace }];

/** Opens the cloud library with the parameters of the specification. */
export const cloudLibrary = { loadRoute };

/** Asks every part before a change; resolves to false if the user cancels. */
export async function mayGoOn(bar: Bar, change: Change): Promise<boolean> {
  for (const { beforeChange } of parts) if (beforeChange && !(await beforeChange(bar, change))) return false;
  return true;
}

/** Details of a change in its confirmation. */
export function moreOf(change: Change): ReactNode {
  return parts.map(({ InQuestion }, index) => InQuestion && <InQuestion key={index} change={change} />);
}
