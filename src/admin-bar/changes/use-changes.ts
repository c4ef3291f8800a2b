import { useCallback } from 'react';
import { useBar } from '../bar.ts';
import { readChanges } from './told.ts';
import type { Told } from './told.ts';
import { useAsked } from './use-told.ts';

/** As many are asked for at once, at most. */
const most = 100;

/** Changes, the newest first. */
export interface Changes {
  readonly changes: readonly Told[];
  /** They go back to the oldest that is kept. */
  readonly isAll: boolean;
}

/** What was changed of a kind of page, the newest first: `first` of it, and older ones until these are enough, or there are no more. */
export function useChanges(
  kind: string,
  first: number,
  isEnough: (changes: readonly Told[]) => boolean,
): Changes | undefined {
  const { rest } = useBar();
  const { value } = useAsked(
    'broadsheet/v1/template-changes',
    useCallback(async (): Promise<Changes> => {
      const all: Told[] = [];
      for (;;) {
        const oldest = all.at(-1);
        const wanted = Math.min(most, oldest ? most : first);
        const query = `kind=${encodeURIComponent(kind)}&per_page=${wanted}${oldest ? `&before=${oldest.id}` : ''}`;
        const found = readChanges(await rest(`/broadsheet/v1/template-changes?${query}`));
        all.push(...found);
        if (found.length < wanted) return { changes: all, isAll: true };
        if (isEnough(all)) return { changes: all, isAll: false };
      }
    }, [rest, kind, first, isEnough]),
  );
  return value;
}
