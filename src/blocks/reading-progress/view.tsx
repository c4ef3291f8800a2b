import { useActing } from '../../reader/islands/acting.ts';
import { classes } from '../../ui/class-names.ts';
import type { ViewProps } from '../block.ts';
import type { ReadingProgressData } from './loader.server.ts';

/** Animated by CSS, or by `reader/behaviours/progress.ts` in older browsers. Purely visual, so hidden from screen readers. */
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
