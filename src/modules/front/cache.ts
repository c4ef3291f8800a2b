import type { Database } from '../../kernel/db/open-database.ts';
import type { Arrangement, Front } from './model.ts';
import { readFront } from './store.ts';

/** The stored arrangement, read once until it changes. Callers leave out what has ended (`activeAt`). */
export interface FrontCache {
  current(): Promise<Front>;
  /** The same with an unsaved arrangement, for one preview. */
  withArrangement(front: Arrangement): FrontCache;
}

export function createFrontCache({ read, bus }: Pick<Database, 'read' | 'bus'>): FrontCache {
  let reading: Promise<Front> | undefined;
  bus.listen((emissions) => {
    if (emissions.some(({ tag }) => tag === 'front' || tag === '*')) reading = undefined;
  });
  const withArrangement = (front: Arrangement): FrontCache => ({
    current: async () => ({ revision: 0, ...front }),
    withArrangement,
  });
  return {
    current: () => {
      if (reading) return reading;
      const started = readFront(read);
      reading = started;
      started.catch(() => {
        if (reading === started) reading = undefined;
      });
      return started;
    },
    withArrangement,
  };
}
