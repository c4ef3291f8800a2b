import { classes } from '../../ui/class-names.ts';
import type { ViewProps } from '../block.ts';
import type { Settings } from './block.ts';

export function View({ settings, children }: ViewProps<Settings>) {
  const style = settings.gap < 0 ? undefined : { gap: settings.gap };
  return <div className={classes('row', `row-${settings.layout}`, settings.space > 0 && `space-${settings.space}`, settings.className)} style={style}>
    {children}
  </div>;
}
