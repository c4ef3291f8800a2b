import { useActing } from '../../reader/islands/acting.ts';
import { classes } from '../../ui/class-names.ts';
import type { ViewProps } from '../block.ts';
import type { ReadingProgressData } from './loader.server.ts';

/** Moved by the style sheet; `reader/behaviours/progress.ts` does it where the browser can't. For the eye alone: other readers know where they are. */
export function View({ data }: ViewProps<unknown, ReadingProgressData>) {
  const acting = useActing();
  return (
    data && (
      <div
        className={classes('reading-progress', data === 'bottom' && 'reading-progress-bottom')}
        aria-hidden="true"
        {...acting.late('progress')}
      />
    )
  );
}
