import { classes } from '../../ui/class-names.ts';
import type { ViewProps } from '../block.ts';
import type { Settings } from './block.ts';

export function View({ settings, children }: ViewProps<Settings>) {
  const style = settings.gap < 0 ? undefined : { gap: settings.gap };
  const { align, className, ground, layout, space } = settings;
  const names = classes(
    'row',
    `row-${layout}`,
    space > 0 && `space-${space}`,
    align && `align-${align}`,
    ground && `ground ground-${ground}`,
    className,
  );
  return (
    <div className={names} style={style}>
      {children}
    </div>
  );
}
