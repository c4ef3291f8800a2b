import type { ReactNode } from 'react';
import type { Change } from '../bar-part.ts';
import { parts } from '../parts.ts';

/** What is told of a change where somebody is asked for it. */
export function moreOf(change: Change): ReactNode {
  return parts.map(({ InQuestion }, index) => InQuestion && <InQuestion key={index} change={change} />);
}
