import type { Bar } from '../bar.ts';
import type { Change } from '../bar-part.ts';
import { parts } from '../parts.ts';

/** Asks every part before a change; false: the editor calls it off. */
export async function mayGoOn(bar: Bar, change: Change): Promise<boolean> {
  for (const { beforeChange } of parts) if (beforeChange && !(await beforeChange(bar, change))) return false;
  return true;
}
