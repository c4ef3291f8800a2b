import type { ViewProps } from '../block.ts';

/** Without an element of its own: templates contain the blocks of an area in its place (`modules/widgets/area-markup.ts`). */
export function View({ children }: ViewProps<unknown>) {
  return <>{children}</>;
}
