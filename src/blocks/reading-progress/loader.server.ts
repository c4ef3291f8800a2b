import type { LoadContext } from '../load-context.ts';

/** Edge of the window with the line; undefined: no line. */
export type ReadingProgressData = 'top' | 'bottom' | undefined;

export async function load(_settings: unknown, { content, page }: LoadContext): Promise<ReadingProgressData> {
  const { reading_progress: place } = await content.settings.current();
  return page.post && place !== 'off' ? place : undefined;
}
